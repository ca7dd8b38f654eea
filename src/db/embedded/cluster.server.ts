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
// Crash recovery replays at most a few hundred megabytes of WAL, which takes minutes on a slow disk.
const START_MS = 5 * 60_000;
// Point-in-time recovery may replay days of WAL.
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
// pg_trgm classifies letters by LC_CTYPE. Plain "C" would treat accented letters as word breaks.
const LETTERS = ["C.UTF-8", "en_US.UTF-8", "C"];
const NEW_CLUSTER = "postgres.new-";

/** Creates a folder with mode 0700, owned by the account that PostgreSQL runs as. */
export async function makePrivateFolder(folder: string, runAs: RunAs): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (runAs.account) await chown(folder, runAs.account.uid, runAs.account.gid);
}

/** Creates the cluster if there is none. Renames it into place last, so a killed start leaves no partial cluster. */
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
  // A unique name, because the initdb of a killed start may still be writing to the previous one.
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
    // Fails while a leftover initdb is still writing; the next start removes it.
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
  // Only tests turn fsync off, so their initdb need not sync either.
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

/** Rotates the log, keeping one old file. Copies and truncates, because the server has the file open for appending. */
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
    // Its own process group, so that Ctrl-C reaches only the app, which then stops the database.
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

/** Waits until the server accepts connections; null if it exits first. */
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

/** Adopts the server of a killed app once it accepts connections; null if there is none or it exits. */
async function adopt(place: Place, say: (line: string) => void): Promise<Postmaster | null> {
  const left = await findPostmaster(place.cluster);
  if (!left) return null;
  if (left.isReplaced) {
    // Its libraries may have another version by now.
    await stopPostmaster(place.cluster);
    return null;
  }
  return waitUntilReady(place, () => !isAlive(left.pid), say);
}

/** Returns a ready server on this cluster: the one left by a killed app, or a new one. */
export async function adoptOrStart(
  place: Place,
  say: (line: string) => void,
): Promise<{ postmaster: Postmaster; adopted: boolean }> {
  const left = await adopt(place, say);
  if (left) return { postmaster: left, adopted: true };
  // Backends of a killed server take a moment to exit. Until then a new server refuses to start.
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
 * Removes stale lock files of the cluster and its socket. PostgreSQL would wait for the process id in them, which may
 * belong to another program by now (after a reboot, in a new container) or to a zombie.
 */
async function forgetDeadServerAndSocket(place: Place): Promise<void> {
  if (await findPostmaster(place.cluster)) return;
  await forgetDeadServer(place.cluster);
  await rm(join(place.socketFolder, `.s.PGSQL.${SETTINGS.port}.lock`), { force: true });
}
