import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeScriptProject, type ScriptProject } from "#tests/support/script-project.ts";

/** Runs `npm test` where the tests of each project come out as given; its last line. */
async function lastLine(
  project: ScriptProject,
  counts: Record<string, unknown>,
  args: readonly string[] = [],
  env = {},
) {
  const found = { CHROMIUM_PATH: process.execPath, NGINX_PATH: process.execPath };
  const settings = { COUNTS: JSON.stringify(counts), ...found, ...env };
  const { code, said } = await project.run(["test.mjs", ...args], settings);
  return { code, said, last: said.trimEnd().split("\n").at(-1) };
}

const passed = (count: number) => ({ numPassedTests: count, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 });
/** Only root on Debian can try these; elsewhere the last line names them. */
const isRoot = process.getuid?.() === 0;
const LEFT_OUT = ", 3 left out: bare machine, container, failover";
const REST = isRoot ? "" : LEFT_OUT;
const ALL = { unit: passed(4), api: passed(3), emulators: passed(5), runtime: passed(2), e2e: passed(1) };

test("npm test adds up what every project says on its last line", async () => {
  const project = await makeScriptProject();
  expect(await lastLine(project, ALL)).toMatchObject({ code: 0, last: `15 passed, 0 failed${REST}` });
  const done = await project.done();
  expect(done.slice(0, 3)).toEqual(["npm ci node", "npm ci all", "build production"]);
  // Two lines side by side, each in its order.
  const [busy, waiting] = [
    ["tests unit", "tests api", "tests e2e"],
    ["tests emulators", "tests runtime"],
  ];
  for (const line of [busy, waiting]) expect(done.filter((step) => line.includes(step))).toEqual(line);
  expect(done).toHaveLength(8);
  for (const FAILING_TRIAL of ["bare", "container", "failover"]) {
    const { code, said, last } = await lastLine(project, ALL, [], { FAILING_TRIAL });
    expect([code, last]).toEqual(isRoot ? [1, "15 passed, 1 failed"] : [0, `15 passed, 0 failed${REST}`]);
    expect(said.includes("Left out: only root")).toBe(!isRoot);
  }
  const NODE_OPTIONS = "--import=data:text/javascript,process.getuid=()=>1000";
  const plain = await lastLine(project, ALL, [], { NODE_OPTIONS });
  expect([plain.code, plain.last]).toEqual([0, `15 passed, 0 failed${LEFT_OUT}`]);
  expect(await lastLine(project, ALL, ["--fast"])).toMatchObject({ code: 0, last: "4 passed, 0 failed" });
  expect(await lastLine(project, ALL, ["--only", "e2e"])).toMatchObject({ code: 0, last: "1 passed, 0 failed" });
  // Emulators are asked by the built site too.
  await rm(join(project.folder, "build"), { recursive: true });
  expect(await lastLine(project, ALL, ["--only", "emulators"])).toMatchObject({ code: 0, last: "5 passed, 0 failed" });
  expect((await project.done()).slice(-2)).toEqual(["build production", "tests emulators"]);
});

test("npm test fails when a test fails, when one is skipped, and when a project ran none; the others run all the same", async () => {
  const project = await makeScriptProject();
  const failing = { ...ALL, unit: { ...passed(3), numFailedTests: 1 } };
  expect(await lastLine(project, failing)).toMatchObject({ code: 1, last: `14 passed, 1 failed${REST}` });
  const skipping = { ...ALL, api: { ...passed(2), numPendingTests: 1 } };
  expect(await lastLine(project, skipping)).toMatchObject({ code: 1, last: `14 passed, 0 failed, 1 skipped${REST}` });
  expect(await lastLine(project, { ...ALL, e2e: passed(0) })).toMatchObject({
    code: 1,
    last: `14 passed, 1 failed${REST}`,
  });
  expect(await lastLine(project, { ...ALL, e2e: undefined })).toMatchObject({
    code: 1,
    last: `14 passed, 1 failed${REST}`,
  });
});

test("npm test fails and says why where the proxy that a test needs is not there; the other tests run all the same", async () => {
  const project = await makeScriptProject();
  const { code, said, last } = await lastLine(project, ALL, [], { NGINX_PATH: "/nowhere/nginx" });
  expect([code, last]).toEqual([1, `13 passed, 1 failed${REST}`]);
  expect(said).toContain("There is no nginx at NGINX_PATH (/nowhere/nginx).");
  expect(await project.done()).not.toContain("tests runtime");
});

test("npm test runs no test over sources that a check refuses, and shows what the check said", async () => {
  const project = await makeScriptProject();
  const { code, said, last } = await lastLine(project, ALL, [], { FAULTY: "lint" });
  expect([code, last]).toEqual([1, "0 passed, 1 failed"]);
  expect(said).toMatch(/✓ types/);
  expect(said).toMatch(/✗ lint\nline 7 is odd/);
  expect(await project.done()).toEqual(["npm ci node", "npm ci all"]);
});

test("npm run test:attack sends as many requests as it is told, chosen by the number it is told", async () => {
  const project = await makeScriptProject();
  expect((await project.run(["attack.mjs", "--inputs", "50", "--seed", "7"])).code).toBe(0);
  expect(await project.done()).toEqual([
    "npm ci node",
    "npm ci all",
    "build production",
    "tests runtime",
    "attacks 50 7",
  ]);
  const { code, said } = await project.run(["attack.mjs", "--seed", "x"]);
  expect([code, said.trim()]).toEqual([1, expect.stringContaining("Say a whole number after --seed.")]);
});
