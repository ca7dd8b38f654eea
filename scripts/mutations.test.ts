import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { MUTATIONS } from "#tests/mutations/list.ts";
import { noticedBy } from "#tests/mutations/verdict.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

test("every kept mutation still changes one place of the product, and names tests that exist", async () => {
  expect(MUTATIONS.length).toBeGreaterThanOrEqual(80);
  const wrong: string[] = [];
  for (const { what, file, find, replace, tests } of MUTATIONS) {
    const source = await readFile(join(ROOT, file), "utf8").catch(() => "");
    if (source.split(find).length !== 2 || find === replace) wrong.push(`${file}: ${what}`);
    for (const path of tests) if (!existsSync(join(ROOT, path))) wrong.push(`${path} is not there`);
  }
  expect(wrong).toEqual([]);
});

test("a mutation is noticed by an assertion that fails, not by a product that cannot be loaded, built or started", () => {
  const failed = (...failureMessages: string[]) => ({ fullName: "a test", status: "failed", failureMessages });
  const report = (...assertionResults: ReturnType<typeof failed>[]) => ({ testResults: [{ assertionResults }] });
  for (const why of [
    "AssertionError: expected 2 to be 1",
    "TimeoutError: locator.waitFor: Timeout 60000ms exceeded.",
    "Error: Waited 120000 ms in vain: the site is ready",
    "Error: Property failed after 3 tests",
  ])
    expect(noticedBy(report(failed("SyntaxError: unexpected token"), failed(why)))).toBe("a test");
  for (const why of [
    "SyntaxError: Unexpected token '}'",
    "ReferenceError: x is not defined",
    "Error: The site ended with code 1 before it was ready:",
  ])
    expect(noticedBy(report(failed(why)))).toBeNull();
  // A file that cannot be loaded has no tests, and a run that was cut short no report.
  expect([noticedBy(report()), noticedBy({})]).toEqual([null, null]);
});
