import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, cp, mkdir, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { until } from "#tests/support/processes.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

// The scripts are the real ones, in a project of their own whose tools only note that they were asked.
const SCRIPTS = fileURLToPath(new URL("../../scripts", import.meta.url));
const LONG = "export const beach = 'sand and sun';\n".repeat(50);

const TOOLS: Readonly<Record<string, string>> = {
  "react-router": `
    const { mkdirSync, writeFileSync } = await import("node:fs");
    if (process.argv[2] === "build") {
      note("build " + process.env.NODE_ENV);
      for (const folder of ["build/client/assets", "build/server"]) mkdirSync(folder, { recursive: true });
      writeFileSync("build/client/assets/beach.js", ${JSON.stringify(LONG)});
      writeFileSync("build/client/tiny.txt", "x");
      if (process.env.CUT_SHORT) process.kill(process.ppid, "SIGKILL");
      writeFileSync("build/server/pages.js", "");
    }`,
  tsc: "process.exit(process.env.FAULTY === 'types' ? 1 : 0);",
  oxlint: "console.log('line 7 is odd'); process.exit(process.env.FAULTY === 'lint' ? 1 : 0);",
  oxfmt: "",
  knip: "",
  vitest: `
    const { writeFileSync } = await import("node:fs");
    const project = process.argv[process.argv.indexOf("--project") + 1];
    note("tests " + project);
    if (process.env.ATTACK_INPUTS) return note("attacks " + process.env.ATTACK_INPUTS + " " + process.env.ATTACK_SEED);
    const counts = JSON.parse(process.env.COUNTS)[project];
    if (counts) writeFileSync(process.argv.at(-1).replace("--outputFile.json=", ""), JSON.stringify(counts));
    process.exit(counts?.numFailedTests ? 1 : 0);`,
};

const npm = `
  import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
  import { appendFileSync } from "node:fs";
  appendFileSync("done.txt", "npm " + process.argv[2] + "\\n");
  if (process.env.OFFLINE) {
    console.error("npm error code ENOTFOUND");
    process.exit(1);
  }
  rmSync("node_modules", { recursive: true, force: true });
  mkdirSync("node_modules/.bin", { recursive: true });
  const isWhole = process.env.NODE_ENV !== "production" || process.argv.includes("--include=dev");
  for (const [name, code] of Object.entries(isWhole ? ${JSON.stringify(TOOLS)} : {})) {
    const note = "const { appendFileSync } = require('node:fs'); const note = (line) => appendFileSync('done.txt', line + '\\\\n');";
    writeFileSync("node_modules/.bin/" + name, "#!/usr/bin/env node\\n" + note + "(async () => {" + code + "})();");
    chmodSync("node_modules/.bin/" + name, 0o755);
  }`;

const main = `
  const timer = setInterval(() => undefined, 1000);
  process.on("SIGTERM", () => {
    console.log("finishing");
    setImmediate(() => { clearInterval(timer); process.exitCode = 5; });
  });
  // Whoever hears this may send the signal at once.
  console.log("running " + process.argv.slice(2).join("|"));
  if (process.argv[2] === "end") process.exit(7);`;

type Project = {
  readonly folder: string;
  /** Runs a script of the project to its end, or as far as it says `stopAt`: then it is told to stop. */
  run(
    args: readonly string[],
    env?: Record<string, string>,
    stopAt?: string,
  ): Promise<{ code: number | null; said: string }>;
  /** What the tools were asked since the last time. */
  done(): Promise<string[]>;
};

async function makeProject(): Promise<Project> {
  const folder = await temporaryFolder();
  const files = {
    "package.json": '{ "type": "commonjs" }',
    "package-lock.json": "{}",
    "tests/emulators/package-lock.json": "{}",
    "npm.mjs": npm,
    "src/server/main.ts": main,
    "src/root.tsx": "1",
    "scripts/check-structure.ts": "",
    "scripts/generate.ts": "",
    "vite.config.ts": "",
    "react-router.config.ts": "",
    "tsconfig.json": "",
    "assets/logo.svg": "",
    "done.txt": "",
  };
  await cp(SCRIPTS, join(folder, "scripts"), { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, name, ".."), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  const npmEnv = { npm_execpath: join(folder, "npm.mjs"), npm_node_execpath: process.execPath };
  return {
    folder,
    async run([script = "", ...args], env = {}, stopAt) {
      // From another folder: the scripts know their own.
      const child = spawn(process.execPath, [join(folder, "scripts", script), ...args], {
        cwd: "/",
        env: { ...process.env, ...npmEnv, ...env },
        stdio: ["ignore", "pipe", "pipe"],
      });
      let said = "";
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
      const closed = once(child, "close");
      if (stopAt !== undefined) {
        await until(`it says ${stopAt}`, () => said.includes(stopAt));
        child.kill("SIGTERM");
      }
      const [code] = (await closed) as [number | null];
      return { code, said };
    },
    async done() {
      const lines = (await readFile(join(folder, "done.txt"), "utf8")).split("\n").filter(Boolean);
      await writeFile(join(folder, "done.txt"), "");
      return lines;
    },
  };
}

const START = ["start.mjs"];
const RUN_TO_END = ["start.mjs", "--run", "src/server/main.ts", "end"];

test("the first start installs, builds and runs; the next only runs; SIGTERM is passed on and the end waited for", async () => {
  const project = await makeProject();
  const first = await project.run(START, {}, "running");
  expect(await project.done()).toEqual(["npm ci", "build production"]);
  expect(first.said).toMatch(
    /› Installing packages .* … [\d.]+ s\n› Building the site … [\d.]+ s\nrunning \nfinishing\n$/,
  );
  expect(first.code).toBe(5);
  const second = await project.run(START, {}, "running");
  expect([second.said, await project.done()]).toEqual(["running \nfinishing\n", []]);
});

test("what is built is compressed beside it, where that is smaller", async () => {
  const project = await makeProject();
  await project.run(RUN_TO_END);
  const client = join(project.folder, "build", "client");
  expect((await readdir(client, { recursive: true })).toSorted()).toEqual([
    "assets",
    "assets/beach.js",
    "assets/beach.js.br",
    "assets/beach.js.gz",
    "tiny.txt",
  ]);
  expect(brotliDecompressSync(await readFile(join(client, "assets/beach.js.br"))).toString()).toBe(LONG);
  expect(gunzipSync(await readFile(join(client, "assets/beach.js.gz"))).toString()).toBe(LONG);
});

test("only what has changed is made again: packages by the lockfile, the build by what its sources say", async () => {
  const project = await makeProject();
  const doneAfter = async (change: () => Promise<unknown>) => {
    await project.done();
    await change();
    await project.run(RUN_TO_END);
    return project.done();
  };
  const source = join(project.folder, "src", "root.tsx");
  await project.run(RUN_TO_END);
  expect(await doneAfter(() => utimes(source, new Date(), new Date(0)))).toEqual([]);
  expect(await doneAfter(() => writeFile(join(project.folder, "src", "root.test.ts"), "1"))).toEqual([]);
  expect(await doneAfter(() => appendFile(source, "2"))).toEqual(["build production"]);
  expect(await doneAfter(() => rm(join(project.folder, "build", "server"), { recursive: true }))).toEqual([
    "build production",
  ]);
  expect(await doneAfter(() => appendFile(join(project.folder, "package-lock.json"), "\n"))).toEqual([
    "npm ci",
    "build production",
  ]);
});

test("a build that was cut short is made again", async () => {
  const project = await makeProject();
  expect((await project.run(RUN_TO_END, { CUT_SHORT: "1" })).code).toBe(null);
  expect(await project.done()).toEqual(["npm ci", "build production"]);
  expect((await project.run(RUN_TO_END)).code).toBe(7);
  expect(await project.done()).toEqual(["build production"]);
});

test("a script is run with its arguments, and its exit code passed on", async () => {
  const project = await makeProject();
  const { code, said } = await project.run([...RUN_TO_END, "two words", "--flag"]);
  expect(code).toBe(7);
  expect(said).toContain("running end|two words|--flag\n");
});

test("in production, too, what builds the site is installed", async () => {
  const project = await makeProject();
  expect((await project.run(RUN_TO_END, { NODE_ENV: "production" })).code).toBe(7);
  expect(await project.done()).toEqual(["npm ci", "build production"]);
});

test("an installation that fails says why in a sentence, and is tried again", async () => {
  const project = await makeProject();
  const { code, said } = await project.run(START, { OFFLINE: "1" });
  expect(code).toBe(1);
  expect(said).toContain("npm did not reach its registry");
  expect(said).not.toMatch(/\bat .*:\d+:\d+/);
  expect((await project.run(RUN_TO_END)).code).toBe(7);
});

/** Runs `npm test` where the tests of each project come out as given; its last line. */
async function lastLine(project: Project, counts: Record<string, unknown>, args: readonly string[] = [], env = {}) {
  const found = { CHROMIUM_PATH: process.execPath, NGINX_PATH: process.execPath };
  const settings = { COUNTS: JSON.stringify(counts), ...found, ...env };
  const { code, said } = await project.run(["test.mjs", ...args], settings);
  return { code, said, last: said.trimEnd().split("\n").at(-1) };
}

const passed = (count: number) => ({ numPassedTests: count, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 });
const ALL = { unit: passed(4), api: passed(3), emulators: passed(5), runtime: passed(2), e2e: passed(1) };

test("npm test adds up what every project says on its last line", async () => {
  const project = await makeProject();
  expect(await lastLine(project, ALL)).toMatchObject({ code: 0, last: "15 passed, 0 failed" });
  expect(await project.done()).toEqual([
    "npm ci",
    "build production",
    "tests unit",
    "tests api",
    "tests emulators",
    "tests runtime",
    "tests e2e",
  ]);
  expect(await lastLine(project, ALL, ["--fast"])).toMatchObject({ code: 0, last: "7 passed, 0 failed" });
  expect(await lastLine(project, ALL, ["--only", "e2e"])).toMatchObject({ code: 0, last: "1 passed, 0 failed" });
  // Emulators are asked by the built site too.
  await rm(join(project.folder, "build"), { recursive: true });
  expect(await lastLine(project, ALL, ["--only", "emulators"])).toMatchObject({ code: 0, last: "5 passed, 0 failed" });
  expect((await project.done()).slice(-2)).toEqual(["build production", "tests emulators"]);
});

test("npm test fails when a test fails, when one is skipped, and when a project ran none; the others run all the same", async () => {
  const project = await makeProject();
  const failing = { ...ALL, unit: { ...passed(3), numFailedTests: 1 } };
  expect(await lastLine(project, failing)).toMatchObject({ code: 1, last: "14 passed, 1 failed" });
  const skipping = { ...ALL, api: { ...passed(2), numPendingTests: 1 } };
  expect(await lastLine(project, skipping)).toMatchObject({ code: 1, last: "14 passed, 0 failed, 1 skipped" });
  expect(await lastLine(project, { ...ALL, e2e: passed(0) })).toMatchObject({ code: 1, last: "14 passed, 1 failed" });
  expect(await lastLine(project, { ...ALL, e2e: undefined })).toMatchObject({ code: 1, last: "14 passed, 1 failed" });
});

test("npm test fails and says why where the proxy that a test needs is not there; the other tests run all the same", async () => {
  const project = await makeProject();
  const { code, said, last } = await lastLine(project, ALL, [], { NGINX_PATH: "/nowhere/nginx" });
  expect([code, last]).toEqual([1, "13 passed, 1 failed"]);
  expect(said).toContain("There is no nginx at NGINX_PATH (/nowhere/nginx).");
  expect(await project.done()).not.toContain("tests runtime");
});

test("npm test runs no test over sources that a check refuses, and shows what the check said", async () => {
  const project = await makeProject();
  const { code, said, last } = await lastLine(project, ALL, [], { FAULTY: "lint" });
  expect([code, last]).toEqual([1, "0 passed, 1 failed"]);
  expect(said).toMatch(/✓ types/);
  expect(said).toMatch(/✗ lint\nline 7 is odd/);
  expect(await project.done()).toEqual(["npm ci"]);
});

test("npm run test:attack sends as many requests as it is told, chosen by the number it is told", async () => {
  const project = await makeProject();
  expect((await project.run(["attack.mjs", "--inputs", "50", "--seed", "7"])).code).toBe(0);
  expect(await project.done()).toEqual(["npm ci", "build production", "tests runtime", "attacks 50 7"]);
  const { code, said } = await project.run(["attack.mjs", "--seed", "x"]);
  expect([code, said.trim()]).toEqual([1, expect.stringContaining("Say a whole number after --seed.")]);
});
