// `npm start`: from a fresh clone to a site that answers. Brings Node, installs when the lockfile changed, builds when a
// source did, then goes on under the Node that was brought. `--run FILE ARGS…` runs a script of the project in the same way.
// `--prepare` installs and builds only, for a site whose account may not write to its code. `--database` runs the private
// PostgreSQL alone.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { build, builtAt } from "./lib/build.mjs";
import { checkPlace, checkSettings } from "./lib/check-settings.mjs";
import { installAll, installSite } from "./lib/install.mjs";
import { projectNode } from "./lib/node.mjs";
import { actForService } from "./lib/service.mjs";
import { checkNode, endWith, isThere, NODE_ARGS, PlainError, ROOT, step } from "./lib/steps.mjs";
import { toolEnv } from "./lib/tools.mjs";

/** How the process of a site that serves people is started: it is built. */
const SITE_PROCESS = JSON.parse(readFileSync(new URL("lib/site-process.json", import.meta.url), "utf8"));

/** What works on a site from the terminal: with the settings of the installed service, where this is its folder. */
const COMMANDS = /^src\/server\/(?:backup\/)?(admin|backup|restore|move|recover)\.ts$/;

const PARENT_MS = 250;
const LOOK_MS = 50;

/** Hands over to the project's Node and waits for it, whatever signals come: the site finishes what is under way. */
function handOver(file, args, how = { args: NODE_ARGS, env: {} }) {
  const child = spawn(projectNode().path, [...how.args, join(ROOT, file), ...args], {
    cwd: ROOT,
    env: { ...how.env, ...process.env, ...toolEnv() },
    // Over the channel the site notices when this process is killed.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  // An npm that is killed cannot tell us.
  const parent = process.ppid;
  const watch = () => process.ppid !== parent && child.kill("SIGTERM");
  if (process.env.npm_lifecycle_event) setInterval(watch, PARENT_MS).unref();
  // systemd waits for this before it calls the service started (Type=notify).
  child.on(
    "message",
    () => process.env.NOTIFY_SOCKET && spawn("systemd-notify", ["--ready"]).on("error", () => undefined),
  );
  child.on("error", endWith);
  child.on("exit", (code, signal) => {
    if (signal === "SIGKILL")
      endWith(new PlainError("Sandbar was killed, perhaps because memory ran out: it needs about 400 MB."));
    process.exit(code ?? 1);
  });
}

/**
 * Stops the site that runs here where its code is older than what is built: it served until now. Otherwise refuses to be a
 * second one.
 */
async function takeOver({ pid, since, fault }) {
  if ((await builtAt()) < since) throw new PlainError(fault);
  await step(`Stopping the older version, process ${pid}`, async () => {
    try {
      process.kill(pid, "SIGTERM");
      while (isThere(pid)) await delay(LOOK_MS);
    } catch (error) {
      throw new PlainError(`The older version, process ${pid}, cannot be stopped by this account (${error.code}).`);
    }
  });
}

async function main() {
  checkNode();
  const [mode, file = "", ...args] = process.argv.slice(2);
  if (mode === "--run") {
    if (!file) throw new PlainError("Say which file to run: node scripts/start.mjs --run FILE");
    if (COMMANDS.test(file)) {
      const { npm_lifecycle_event: script } = process.env;
      actForService(
        script ? ["npm run", script, "--", ...args].join(" ") : ["sandbar", COMMANDS.exec(file)[1], ...args].join(" "),
      );
      checkSettings();
      await installSite();
    } else await installAll();
    await build();
    return handOver(file, args);
  }
  if (mode === "--prepare") {
    await installSite();
    return build();
  }
  if (mode === "--database") {
    checkSettings();
    await installSite();
    return handOver("src/server/database.ts", []);
  }
  if (mode !== undefined && mode !== "--dev")
    throw new PlainError(`There is no ${mode}. npm start takes its settings from the environment: see .env.example.`);
  const running = await checkPlace();
  if (running && mode === "--dev") throw new PlainError(running.fault);
  if (mode === "--dev") {
    await installAll();
    return handOver("src/server/main.ts", ["--dev"]);
  }
  await installSite();
  await build();
  if (running) await takeOver(running);
  handOver("build/server/main.js", [], SITE_PROCESS);
}

main().catch(endWith);
