import { appendFile, readdir, readFile, readlink, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { LONG, makeScriptProject, RUN_TO_END } from "#tests/support/script-project.ts";

const START = ["start.mjs"];

test("the first start installs, builds and runs; the next only runs; SIGTERM is passed on and the end waited for", async () => {
  const project = await makeScriptProject();
  const first = await project.run(START, {}, "running");
  expect(await project.done()).toEqual(["npm ci node", "npm ci", "build production"]);
  expect(first.said).toMatch(
    /› Fetching Node … [\d.]+ s\n› Installing packages .* … [\d.]+ s\n› Building the site … [\d.]+ s\nrunning \nfinishing\n$/,
  );
  expect(first.code).toBe(5);
  const second = await project.run(START, {}, "running");
  expect([second.said, await project.done()]).toEqual(["running \nfinishing\n", []]);
});

test("what is built is compressed beside it, where that is smaller", async () => {
  const project = await makeScriptProject();
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
  const project = await makeScriptProject();
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
    "npm ci all",
    "build production",
  ]);
});

test("a build that was cut short is made again", async () => {
  const project = await makeScriptProject();
  expect((await project.run(RUN_TO_END, { CUT_SHORT: "1" })).code).toBe(null);
  expect(await project.done()).toEqual(["npm ci node", "npm ci all", "build production"]);
  expect((await project.run(RUN_TO_END)).code).toBe(7);
  expect(await project.done()).toEqual(["build production"]);
});

test("a script is run with its arguments, and its exit code passed on", async () => {
  const project = await makeScriptProject();
  const { code, said } = await project.run([...RUN_TO_END, "two words", "--flag"]);
  expect(code).toBe(7);
  expect(said).toContain("running end|two words|--flag\n");
});

test("a start installs what the site needs, in production too; checks add the rest, and a new version keeps it", async () => {
  const project = await makeScriptProject();
  const doneBy = async (args: readonly string[], env: Record<string, string> = {}) => {
    expect((await project.run(args, env)).code).toBe(0);
    return project.done();
  };
  const prepare = ["start.mjs", "--prepare"];
  expect(await doneBy(prepare, { NODE_ENV: "production" })).toEqual(["npm ci node", "npm ci", "build production"]);
  expect(await doneBy(["test.mjs", "--only", "format"])).toEqual(["npm ci all"]);
  expect(await doneBy(prepare)).toEqual([]);
  await appendFile(join(project.folder, "package-lock.json"), "\n");
  expect(await doneBy(prepare)).toEqual(["npm ci all", "build production"]);
});

test("commands for a site's terminal do not install what only tests need", async () => {
  const project = await makeScriptProject();
  await writeFile(join(project.folder, "src/server/admin.ts"), "");
  expect((await project.run(["start.mjs", "--run", "src/server/admin.ts"])).code).toBe(0);
  expect(await project.done()).toEqual(["npm ci node", "npm ci", "build production"]);
});

test("settings that cannot be used are told, all of them, before anything is installed", async () => {
  const project = await makeScriptProject();
  const { code, said } = await project.run(START, { PORT: "http", IMAGES: "s4", MAIL: "/var/mail/root" });
  // EX_CONFIG of sysexits.h: the unit file has it that systemd does not try again.
  expect([code, await project.done()]).toEqual([78, []]);
  expect(said).toBe("These settings cannot be used:\n  PORT must be a number\n  IMAGES must be disk or s3\n");
});

test("an installation that fails says why in a sentence, and is tried again", async () => {
  const project = await makeScriptProject();
  const { code, said } = await project.run(START, { OFFLINE: "1" });
  expect(code).toBe(1);
  // In lines of 80 columns at most.
  expect(said.replaceAll("\n", " ")).toContain(
    "The package registry does not answer: check the network (npm ping), and start again.",
  );
  expect(said).not.toMatch(/\bat .*:\d+:\d+/);
  expect((await project.run(RUN_TO_END)).code).toBe(7);
});

test("an installation that left out a package for this machine is not trusted, but done again", async () => {
  const project = await makeScriptProject();
  const packages = {
    "node_modules/native-here": { os: [process.platform], cpu: [process.arch] },
    "node_modules/native-elsewhere": { os: ["plan9"] },
  };
  await writeFile(join(project.folder, "package-lock.json"), JSON.stringify({ packages }));
  const { code, said } = await project.run(START, { LEAVE_OUT: "1" });
  expect(code).toBe(1);
  expect(said).toContain("These packages could not be fetched: native-here. Start again.\n");
  expect((await project.run(["start.mjs", "--prepare"])).code).toBe(0);
  expect(await project.done()).toEqual(["npm ci node", "npm ci", "npm ci", "build production"]);
});

test("where the Node that is brought does not run, a present one that is new enough does, and is not asked for again", async () => {
  const project = await makeScriptProject();
  const env = { NODE_FAILS: "error while loading shared libraries: libatomic.so.1" };
  expect((await project.run(RUN_TO_END, env)).code).toBe(7);
  expect(await project.done()).toEqual(["npm ci node", "npm ci all", "build production"]);
  expect((await project.run(RUN_TO_END)).code).toBe(7);
  expect(await project.done()).toEqual([]);
});

test("packages that were chosen for another Node, machine or C library are installed anew", async () => {
  const project = await makeScriptProject();
  await project.run(RUN_TO_END);
  for (const [file, change, expected] of [
    ["node_modules/.sandbar-install", (stamp: string) => stamp.replace(/ [\d.]+ /, " 18.20.4 "), ["npm ci all"]],
    ["scripts/node/node_modules/.sandbar-node", (stamp: string) => stamp.replace(process.arch, "vax"), ["npm ci node"]],
  ] as const) {
    await project.done();
    const stamp = join(project.folder, file);
    await writeFile(stamp, change(await readFile(stamp, "utf8")));
    expect((await project.run(RUN_TO_END)).code).toBe(7);
    expect(await project.done()).toEqual(expected);
  }
});

test("`node` in the project's tools is the Node that was brought, also when the folder is moved", async () => {
  const project = await makeScriptProject();
  await project.run(RUN_TO_END);
  expect(await readlink(join(project.folder, "node_modules", ".bin", "node"))).toMatch(
    /^\.\.\/\.\.\/scripts\/node\/node_modules\/.*\/bin\/node$/,
  );
});

test("a start script that is killed takes the site with it", async () => {
  const project = await makeScriptProject();
  const { said } = await project.run(START, {}, "running", "SIGKILL");
  expect(said).toContain("left alone\nfinishing\n");
});
