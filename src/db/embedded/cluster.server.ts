import type { ChildProcess } from "node:child_process";
import { chown, copyFile, mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { POSTGRES_MAJOR } from "#src/db/embedded/binaries.server.ts";
import { CannotStart } from "#src/db/embedded/cannot-start.ts";
import { isAlive } from "#src/db/embedded/lock.server.ts";
import { type Place, run, settingArgs } from "#src/db/embedded/place.server.ts";
import { findPostmaster, type Postmaster, stopPostmaster } from "#src/db/embedded/postmaster.server.ts";
import { forgetDeadServer, makeRoles, SUPERUSER } from "#src/db/embedded/roles.server.ts";
import type { RunAs } from "#src/db/embedded/run-as.server.ts";

const POLL_MS = 10;
// Recovery after a crash reads back at most a few hundred megabytes; a slow disk may need minutes for it.
const START_MS = 5 * 60_000;
// A recovery reads the changes of days.
const RECOVERY_MS = 12 * 60 * 60_000;
const RETRY_MS = 100;
const RETRIES = 100;
const SAY_AFTER_MS = 3_000;
const MAX_LOG_BYTES = 5 * 1024 * 1024;

// Sized for a small machine that also serves the site. JIT costs more than it saves on short queries.
const SETTINGS = {
  listen_addresses: "",
  port: "5432",
  unix_socket_permissions: "0700",
  max_connections: "100",
  shared_buffers: "128MB",
  jit: "off",
  timezone: "UTC",
};
// pg_trgm takes what is a letter from the C library: with plain "C" an accented one would separate words.
const LETTERS = ["C.UTF-8", "en_US.UTF-8", "C"];
const NEW_CLUSTER = "postgres.new-";

/** Makes a folder that only its owner may enter, and hands it to the account that PostgreSQL runs as. */
export async function makePrivateFolder(folder: string, runAs: RunAs): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (runAs.account) await chown(folder, runAs.account.uid, runAs.account.gid);
}

/** Makes the cluster unless there is one. A start that is killed in the middle leaves nothing that looks like one. */
export async function ensureCluster(place: Place, say: (line: string) => void): Promise<void> {
  await removeUnfinished(place.dataDir);
  const version = await readFile(join(place.cluster, "PG_VERSION"), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw new CannotStart(
      `The database in ${place.cluster} cannot be read by this account (${error.code}). Start Sandbar as the account that owns it.`,
    );
  });
  if (version !== null) {
    if (version.trim() === String(POSTGRES_MAJOR)) return;
    throw new CannotStart(
      `The database in ${place.cluster} is of PostgreSQL ${version.trim()}; this Sandbar brings ${POSTGRES_MAJOR}. ` +
        "Restore a backup into a new data directory, or upgrade it with pg_upgrade.",
    );
  }
  say("› Making the database (once)");
  // A name of its own: the initdb of a start that was killed may still be writing into the earlier one.
  const fresh = await mkdtemp(join(place.dataDir, NEW_CLUSTER));
  try {
    await makePrivateFolder(fresh, place.runAs);
    await initialize(place, fresh);
    await makeRoles(place, fresh);
    await rename(fresh, place.cluster);
    await syncFolder(place.dataDir);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  }
}

async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(NEW_CLUSTER)) continue;
    // One that is still being written to cannot go yet; the next start removes it.
    await rm(join(dataDir, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

async function initialize(place: Place, folder: string): Promise<void> {
  const how = [
    "-D",
    folder,
    "-U",
    SUPERUSER,
    "-A",
    "reject",
    "-E",
    "UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
  ];
  // A cluster that never waits for the disk is a test's; nor does its making.
  if (place.settings["fsync"] === "off") how.push("--no-sync");
  let said = "";
  for (const letters of LETTERS) {
    const initdb = run(place, "initdb", [...how, `--lc-ctype=${letters}`], { output: "pipe", detached: false });
    said = "";
    initdb.stdout?.on("data", (chunk: Buffer) => (said += chunk.toString()));
    initdb.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
    const code = await new Promise((resolve, reject) => initdb.on("close", resolve).on("error", reject));
    if (code === 0) return;
    if (!/invalid locale name/i.test(said)) break;
  }
  throw new CannotStart(explainInitdb(said, place.dataDir));
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function explainInitdb(said: string, dataDir: string): string {
  if (/No space left on device/i.test(said)) {
    return `The disk is full: there is no room for a database in ${dataDir}. Free about 100 MB and start again.`;
  }
  const unknown = /could not look up effective user ID (\d+)/.exec(said)?.[1];
  if (unknown !== undefined) {
    return `This machine has no account of user id ${unknown}, and PostgreSQL does not run without. Add it to /etc/passwd, start Sandbar as another user, or set DATABASE_URL.`;
  }
  return `The database could not be made in ${dataDir}. PostgreSQL said:\n${said.trim().split("\n").slice(-8).join("\n")}`;
}

const logOf = (place: Place) => join(place.dataDir, "postgres.log");

/** Keeps the log and one older: copied and emptied, as the server goes on writing at the end of the same file. */
export async function boundLog(place: Place): Promise<void> {
  const log = logOf(place);
  const { size } = await stat(log).catch(() => ({ size: 0 }));
  if (size <= MAX_LOG_BYTES) return;
  await copyFile(log, `${log}.1`);
  await truncate(log);
}

async function spawnPostmaster(place: Place): Promise<ChildProcess> {
  const settings = settingArgs({ ...SETTINGS, ...place.settings });
  await boundLog(place);
  const log = await open(logOf(place), "a", 0o600);
  try {
    if (place.runAs.account) await log.chown(place.runAs.account.uid, place.runAs.account.gid);
    // A process group of its own: Ctrl-C is for the app, which stops the database when it is done with it.
    const child = run(place, "postgres", ["-D", place.cluster, "-k", place.socketFolder, ...settings], {
      output: log.fd,
      detached: true,
    });
    child.unref();
    return child;
  } finally {
    await log.close();
  }
}

async function lastLogLines(place: Place): Promise<string> {
  const log = await readFile(logOf(place), "utf8").catch(() => "");
  return log.trim().split("\n").slice(-6).join("\n");
}

/** Waits until the server takes connections. Null when it ended instead. */
async function waitUntilReady(
  place: Place,
  isOver: () => boolean,
  say: (line: string) => void,
): Promise<Postmaster | null> {
  const started = Date.now();
  const patience = "restore_command" in place.settings ? RECOVERY_MS : START_MS;
  let hasSaid = false;
  while (Date.now() - started < patience) {
    const found = await findPostmaster(place.cluster);
    if (found?.isReady) return found;
    if (isOver()) return null;
    if (!hasSaid && Date.now() - started > SAY_AFTER_MS) {
      say("› Waiting for the database: it is reading back what a crash left unfinished");
      hasSaid = true;
    }
    await delay(POLL_MS);
  }
  throw new CannotStart(
    `The database did not become ready in ${patience / 60_000} minutes. Its log is ${logOf(place)}.`,
  );
}

/** The server that outlived its app, once it takes connections; null when there is none, or it ended. */
async function adopt(place: Place, say: (line: string) => void): Promise<Postmaster | null> {
  const left = await findPostmaster(place.cluster);
  if (!left) return null;
  if (left.isReplaced) {
    // Its libraries may be of another version by now.
    await stopPostmaster(place.cluster);
    return null;
  }
  return waitUntilReady(place, () => !isAlive(left.pid), say);
}

/** A server on this cluster that takes connections: the one that outlived its app, or a new one. */
export async function adoptOrStart(
  place: Place,
  say: (line: string) => void,
): Promise<{ postmaster: Postmaster; adopted: boolean }> {
  const left = await adopt(place, say);
  if (left) return { postmaster: left, adopted: true };
  // Backends of a server that was killed end by themselves, but not at once; until then a new one is refused.
  for (let attempt = 0; attempt < RETRIES; attempt += 1) {
    const child = await spawnPostmaster(place);
    const failed = Promise.withResolvers<never>();
    failed.promise.catch(() => undefined);
    child.once("error", failed.reject);
    const isOver = () => child.exitCode !== null || child.signalCode !== null;
    const postmaster = await Promise.race([waitUntilReady(place, isOver, say), failed.promise]);
    if (postmaster) return { postmaster, adopted: false };
    const said = await lastLogLines(place);
    if (/lock file ".*" already exists/.test(said)) await forgetDeadServerAndSocket(place);
    else if (!said.includes("pre-existing shared memory block")) break;
    await delay(RETRY_MS);
  }
  throw new CannotStart(`The database did not start. Its log ends with:\n${await lastLogLines(place)}`);
}

/**
 * PostgreSQL goes by the process ids it noted. One may be another program's by now (after a restart of the machine, or
 * in a new container), or that of a dead process that nobody has asked after; it must not wait for those.
 */
async function forgetDeadServerAndSocket(place: Place): Promise<void> {
  if (await findPostmaster(place.cluster)) return;
  await forgetDeadServer(place.cluster);
  await rm(join(place.socketFolder, `.s.PGSQL.${SETTINGS.port}.lock`), { force: true });
}
