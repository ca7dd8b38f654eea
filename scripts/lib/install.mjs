import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PlainError, ROOT, readStamp, run, sha256, step, tail, writeStamp } from "./steps.mjs";

/** Where the emulators of services elsewhere are kept, apart from what the site needs. */
const EMULATORS = join(ROOT, "tests", "emulators");

// The npm that runs us where there is one: the `npm` on the PATH may be another.
function npm() {
  const script = process.env.npm_execpath;
  if (script && existsSync(script) && /\.[cm]?js$/.test(script))
    return [process.env.npm_node_execpath ?? process.execPath, [script]];
  return [process.platform === "win32" ? "npm.cmd" : "npm", []];
}

function explain(output) {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|network/i.test(output)) {
    return "The packages could not be fetched: npm did not reach its registry. Check the connection and run the same command again.";
  }
  if (/ENOSPC/.test(output)) return "The disk is full: the packages need about 1 GB.";
  if (/EACCES|EPERM/.test(output)) return "npm may not write into this folder. Start as the account that owns it.";
  return "The packages could not be installed.";
}

/** Installs the exact packages of the lockfile, unless that is done already. */
export function install() {
  return installIn(ROOT, "Installing packages (the first time about half a minute)");
}

/** Installs what the tests with emulators need, unless that is done already. */
export function installEmulators() {
  return installIn(EMULATORS, "Installing the emulators for the tests (140 MB, once)");
}

async function installIn(folder, words) {
  const stamp = join(folder, "node_modules", ".sandbar-install");
  const wanted = sha256(await readFile(join(folder, "package-lock.json")));
  if ((await readStamp(stamp)) === wanted) return;
  const [program, args] = npm();
  // With NODE_ENV=production npm would leave out what builds the site.
  const command = [...args, "ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  await step(words, async () => {
    const { code, output } = await run(program, command, { cwd: folder }).catch((error) => {
      throw new PlainError(`npm could not be run (${error.message}). It comes with Node: see nodejs.org.`);
    });
    if (code !== 0) throw new PlainError(`${explain(output)}\nnpm said:\n${tail(output)}`);
  });
  await writeStamp(stamp, wanted);
}
