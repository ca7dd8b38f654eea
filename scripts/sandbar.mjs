// The command `sandbar` of an installed service (deploy/sandbar): upgrades and their way back, and the commands of the
// terminal. Decision 0083.
import { existsSync } from "node:fs";
import { copyFile, readdir } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { spawnSync } from "node:child_process";
import { link, linked, makeRelease, removeOldReleases } from "./lib/releases.mjs";
import { roll, sparePort, startInstance } from "./lib/roll.mjs";
import { checkNode, endWith, PlainError, ROOT, run, say, step, tail } from "./lib/steps.mjs";

const BASE = "/opt/sandbar";
const SOURCE = join(BASE, "source");
const UNITS = "/etc/systemd/system";

/** What `npm run` calls the same. */
const COMMANDS = {
  admin: "src/server/admin.ts",
  backup: "src/server/backup/backup.ts",
  restore: "src/server/backup/restore.ts",
  recover: "src/server/backup/recover.ts",
  move: "src/server/backup/move.ts",
};

const USAGE = `sandbar upgrade [FOLDER]   the newest code of ${SOURCE}, or that of a folder, without a pause
sandbar rollback           the release before, without a pause
sandbar restart            the same release with the settings as they are now, without a pause
sandbar ${Object.keys(COMMANDS).join("|")} …   as npm run, with the settings and the account of the service`;

const unitOf = (port) => `sandbar@${port}.service`;

async function systemctl(...args) {
  const { code, output } = await run("systemctl", args, { cwd: "/" });
  if (code !== 0) throw new PlainError(`systemctl ${args.join(" ")} failed:\n${tail(output)}`);
  return output;
}

const INSTANCES = {
  async start(port) {
    try {
      await systemctl("enable", "--quiet", "--now", unitOf(port));
    } catch {
      const { output } = await run("journalctl", ["--unit", unitOf(port), "--lines=15", "--output=cat"], { cwd: "/" });
      throw new PlainError(`The new instance at port ${port} did not start. It said:\n${tail(output)}`);
    }
  },
  stop: (port) => systemctl("disable", "--quiet", "--now", unitOf(port)),
};

/** The ports of the instances that run. */
async function runningPorts() {
  const list = await systemctl(
    "list-units",
    "--plain",
    "--no-legend",
    "--state=active,activating",
    "sandbar@*.service",
  );
  return [...list.matchAll(/^sandbar@(\d+)\.service/gm)].map(([, port]) => Number(port));
}

/** Replaces every instance by one of the current release; starts the first one where none runs. */
async function replaceInstances(replaced) {
  const ports = await runningPorts();
  if (ports.length > 0) return roll({ ports, spare: sparePort(ports) }, INSTANCES, replaced);
  return startInstance(sparePort([]), INSTANCES);
}

/** The units of the current release, so that its instances start as it wants. */
async function installUnits(release) {
  const folder = join(release, "deploy");
  const units = (await readdir(folder)).filter((name) => /\.(?:service|timer)$/.test(name));
  for (const name of units) await copyFile(join(folder, name), join(UNITS, name));
  await systemctl("daemon-reload");
}

/** Makes a release the current one, instance by instance. Where that fails, all of them are of the old one again. */
async function change(release) {
  const before = linked(BASE, "current");
  const replaced = [];
  link(BASE, "current", release);
  await installUnits(release);
  try {
    await step(`Changing to ${basename(release)}`, () => replaceInstances((port) => replaced.push(port)));
  } catch (error) {
    if (before === undefined) throw error;
    link(BASE, "current", before);
    await installUnits(before);
    const ports = await runningPorts();
    await roll({ ports: replaced, spare: sparePort(ports) }, INSTANCES);
    throw new PlainError(`${error.message}\nNothing was changed: ${basename(before)} goes on.`);
  }
  if (before !== undefined && before !== release) link(BASE, "previous", before);
}

async function upgrade(folder) {
  if (folder === undefined) {
    if (!existsSync(SOURCE)) throw new PlainError("Say where the new code is: sandbar upgrade FOLDER");
    const { code, output } = await run("git", ["pull", "--quiet", "--ff-only"], { cwd: SOURCE });
    if (code !== 0) throw new PlainError(`The newest code could not be had:\n${tail(output)}`);
  }
  await change(await makeRelease(BASE, folder === undefined ? SOURCE : resolve(folder)));
  removeOldReleases(BASE);
  say("The site runs the new release. The way back: sandbar rollback");
}

async function rollback() {
  const before = linked(BASE, "previous");
  if (before === undefined) throw new PlainError("There is no release before this one.");
  await change(before);
  say(`The site runs ${basename(before)}. What people did meanwhile is kept. Forward again: sandbar rollback`);
}

async function restart() {
  await step("Replacing the instances", () => replaceInstances());
  say(
    "The site runs with the settings as they are now. Those of the database count after a restart of sandbar-database.",
  );
}

async function main() {
  checkNode();
  const [name = "", ...args] = process.argv.slice(2);
  const file = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (file !== undefined) {
    const command = [join(ROOT, "scripts", "start.mjs"), "--run", file, ...args];
    // Names of files are of the folder that it is called in, as where npm calls.
    const env = { ...process.env, INIT_CWD: process.cwd() };
    process.exit(spawnSync(process.execPath, command, { stdio: "inherit", env }).status ?? 1);
  }
  const work = { upgrade, rollback, restart }[name];
  if (work === undefined) throw new PlainError(USAGE);
  if (process.getuid() !== 0) throw new PlainError(`This changes the service: run it as root (sudo sandbar ${name}).`);
  process.umask(0o022);
  await work(...args);
}

main().catch(endWith);
