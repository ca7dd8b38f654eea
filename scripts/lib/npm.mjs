import { existsSync } from "node:fs";
import { totalmem } from "node:os";
import { PlainError, run, tail } from "./steps.mjs";

/**
 * The npm of this machine: the one that runs us where there is one, as the `npm` on the PATH may be another.
 * @returns {{ program: string, args: string[] }}
 */
function machineNpm() {
  const script = process.env.npm_execpath;
  if (script && existsSync(script) && /\.[cm]?js$/.test(script))
    return { program: process.env.npm_node_execpath ?? process.execPath, args: [script] };
  return { program: "npm", args: [] };
}

/** Runs npm, the machine's unless told, in a folder. `--loglevel=error` leaves what matters in its output. */
export function runNpm(args, { cwd, env = {}, npm = machineNpm() }) {
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  return run(npm.program, [...npm.args, ...args, ...quiet], { cwd, env }).catch((error) => {
    throw new PlainError(`npm could not be run (${error.message}): install the npm that belongs to your Node.`);
  });
}

/** What the machine's npm says of some of its settings; undefined where it says nothing. */
export async function npmSettings(...names) {
  const { code, output } = await runNpm(["config", "get", ...names], { cwd: "/" });
  if (code !== 0) throw new PlainError(npmFault({ output }));
  const told = (name) => new RegExp(`^${name}=(.+)$`, "m").exec(output)?.[1];
  return names.map((name) => (told(name) === "null" ? undefined : told(name)));
}

/** The settings of the machine's npm that another npm would not find by itself: its registry and its own file of settings. */
export async function machineNpmSettings() {
  const [registry, globalconfig] = await npmSettings("registry", "globalconfig");
  return { npm_config_registry: registry, npm_config_globalconfig: globalconfig };
}

const MB = 1024 * 1024;
/** In MB; what a container may have is less than the machine has. Older versions of Node do not say it. */
const memory = () => Math.round(Math.min(totalmem(), process.constrainedMemory?.() || Infinity) / MB);

/** Why npm failed, in a sentence, with what it said below unless the sentence is all there is to know. */
export function npmFault({ output, signal }) {
  if (signal === "SIGKILL" || /ENOMEM|heap out of memory|Cannot allocate memory/.test(output)) {
    return `The machine ran out of memory while installing: it has ${memory()} MB and needs about 1000. Add memory or swap, and start again.`;
  }
  if (/ENOSPC/.test(output)) return "The disk is full: Sandbar needs about 1 GB. Make room, and start again.";
  if (
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ESOCKETTIMEDOUT|SOCKET_TIMEOUT|ECONNRESET|EHOSTUNREACH|network|idle/i.test(
      output,
    )
  )
    return "The package registry does not answer: check the network (npm ping), and start again.";
  const says = `\nnpm said:\n${tail(output)}`;
  if (/EACCES|EPERM|EROFS/.test(output))
    return `npm may not write into this folder: start as the account that owns it.${says}`;
  if (/EINTEGRITY/.test(output))
    return `A package is not what it should be: run npm cache clean --force, and start again.${says}`;
  return `The packages could not be installed.${says}`;
}
