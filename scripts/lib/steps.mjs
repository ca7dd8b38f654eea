// What start.mjs and test.mjs share. Plain JavaScript without dependencies: it runs before anything is installed, on
// whatever Node (18 or newer) the machine has.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { accessSync, constants } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** A fault that the person at the terminal can do something about: its message is all they need. */
export class PlainError extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

export const say = (line) => process.stdout.write(`${line}\n`);

/** Refuses in a sentence where the code is not this account's to change, as that of an installed service is not. */
function checkWritable() {
  try {
    accessSync(ROOT, constants.W_OK);
  } catch {
    throw new PlainError(
      `The code in ${ROOT} is new or not prepared, and this account may not change it. As its owner, run there: node scripts/start.mjs --prepare`,
    );
  }
}

/** Says what is being done to the project's folder, and how long it took. */
export async function step(words, work) {
  checkWritable();
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
    child.on("close", (code, signal) => resolve({ code: code ?? (signal ? 1 : 0), signal, output }));
  });
}

/** Whether a process runs that this account may signal. */
export function isThere(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    if (error.code === "ESRCH") return false;
    throw error;
  }
}

/** The last lines of an output, for under a sentence. */
export function tail(output, lines = 25) {
  return output.trimEnd().split("\n").slice(-lines).join("\n");
}

/** What Node is told before the name of a file of the project's source. */
export const NODE_ARGS = ["--import", new URL("quick-imports.mjs", import.meta.url).href];

export const sha256 = (data) => createHash("sha256").update(data).digest("hex");

export async function readStamp(file) {
  return readFile(file, "utf8").catch(() => "");
}

export async function writeStamp(file, stamp) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, stamp);
}

/** The C library, by which native packages are chosen: glibc or musl, and nothing elsewhere than on Linux. */
export function libcName() {
  if (process.platform !== "linux") return "";
  return process.report.getReport().header.glibcVersionRuntime ? "glibc" : "musl";
}

/** Refuses a Node that is too old to run even this. */
export function checkNode() {
  if (Number(process.versions.node.split(".")[0]) < 18) {
    throw new PlainError(`Sandbar needs Node 18 or newer to start; this is ${process.versions.node}: see nodejs.org.`);
  }
}

/**
 * Lines of at most eighty characters, broken between words: an ordinary terminal breaks within them.
 * @param {string} text
 * @returns {string}
 */
export const wrap = (text) => text.replace(/(?![^\n]{1,80}$)([^\n]{1,80}) /gm, "$1\n");

/** Ends the process with the sentence of a plain error, or all of a surprise. */
export function endWith(error) {
  const words = error instanceof PlainError ? wrap(error.message) : (error.stack ?? error);
  process.stderr.write(`${words}\n`);
  process.exit(error.exitCode ?? 1);
}
