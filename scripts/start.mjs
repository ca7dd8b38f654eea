// `npm start`: from a fresh clone to a site that answers. Installs when the lockfile changed, builds when a source did,
// then goes on under the Node 26 that was installed. `--run FILE ARGS…` runs a script of the project in the same way.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "./lib/build.mjs";
import { install } from "./lib/install.mjs";
import { checkNode, endWith, findNode26, NODE_ARGS, PlainError, ROOT, toolEnv } from "./lib/steps.mjs";

/** How the process of a site that serves people is started. */
const SITE_PROCESS = JSON.parse(readFileSync(new URL("lib/site-process.json", import.meta.url), "utf8"));

/** Hands over to Node 26 and waits for it, whatever signals come: the site finishes what is under way. */
function handOver(file, args, how = { args: [], env: {} }) {
  const child = spawn(findNode26(), [...NODE_ARGS, ...how.args, join(ROOT, file), ...args], {
    cwd: ROOT,
    env: { ...how.env, ...process.env, ...toolEnv() },
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", endWith);
  child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

async function main() {
  checkNode();
  await install();
  const [mode, file, ...args] = process.argv.slice(2);
  if (mode === "--run") {
    if (!file) throw new PlainError("Say which file to run: node scripts/start.mjs --run FILE");
    await build();
    return handOver(file, args);
  }
  if (mode === "--dev") return handOver("src/server/main.ts", ["--dev"]);
  if (mode !== undefined)
    throw new PlainError(`There is no ${mode}. npm start takes its settings from the environment: see .env.example.`);
  await build();
  handOver("src/server/main.ts", [], SITE_PROCESS);
}

main().catch(endWith);
