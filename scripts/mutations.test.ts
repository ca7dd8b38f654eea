import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { MUTATIONS } from "#tests/mutations/list.ts";

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
