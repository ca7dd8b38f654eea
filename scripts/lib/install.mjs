import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PlainError, ROOT, readStamp, run, sha256, step, tail, writeStamp } from "./steps.mjs";

const STAMP = join(ROOT, "node_modules", ".sandbar-install");

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
export async function install() {
  const wanted = sha256(await readFile(join(ROOT, "package-lock.json")));
  if ((await readStamp(STAMP)) === wanted) return;
  const [program, args] = npm();
  await step("Installing packages (the first time about half a minute)", async () => {
    const { code, output } = await run(program, [...args, "ci", "--no-audit", "--no-fund", "--loglevel=error"]).catch(
      (error) => {
        throw new PlainError(`npm could not be run (${error.message}). It comes with Node: see nodejs.org.`);
      },
    );
    if (code !== 0) throw new PlainError(`${explain(output)}\nnpm said:\n${tail(output)}`);
  });
  await writeStamp(STAMP, wanted);
}
