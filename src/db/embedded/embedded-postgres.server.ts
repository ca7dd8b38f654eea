import { chown, mkdir, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findBinaries } from "#src/db/embedded/binaries.server.ts";
import { CannotStart } from "#src/db/embedded/cannot-start.ts";
import { adoptOrStart, boundLog, ensureCluster } from "#src/db/embedded/cluster.server.ts";
import { isAlive, isLent, lockDataDirectory } from "#src/db/embedded/lock.server.ts";
import type { Place } from "#src/db/embedded/place.server.ts";
import { findPostmaster, type Postmaster, stopPostmaster } from "#src/db/embedded/postmaster.server.ts";
import { allowBaseBackups, DATABASE, SITE_ROLE, siteRole, upgradeRoles } from "#src/db/embedded/roles.server.ts";
import { chooseRunAs } from "#src/db/embedded/run-as.server.ts";
import { chooseSocketFolder } from "#src/db/embedded/socket-folder.server.ts";

const WATCH_MS = 500;
const MAX_BACK_OFF_MS = 30_000;
const LOG_CHECK_MS = 60_000;
const PROBE_BYTES = 64 * 1024;
const CANNOT_WRITE: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EROFS: "the disk is read-only",
  // Node's error codes for a read-only disk.
  ENOENT: "it cannot be made there, as on a read-only disk",
  ENOTDIR: "a part of its path is a file",
  EEXIST: "it is a file",
};

export type EmbeddedPostgres = {
  /** For `pg`; valid until `stop`, across restarts of the server. */
  readonly connectionString: string;
  /** The server had outlived its app and was adopted. */
  readonly adopted: boolean;
  /** Stops the server, waits for its exit and releases the data directory. Idempotent. */
  stop(): Promise<void>;
};

type Options = {
  readonly dataDir: string;
  readonly onProgress?: (line: string) => void;
  /** Extra PostgreSQL settings, by name. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Sites may use it while it runs, see `findLent`. */
  readonly lends?: boolean;
};

/**
 * Runs the site's own PostgreSQL on a data directory, on a private Unix socket, and restarts it after a crash. Throws
 * `CannotStart` (with `DataDirectoryInUse` as one kind), whose message says what to do.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const say = options.onProgress ?? (() => undefined);
  const dataDir = resolve(options.dataDir);
  await makeDataDirectory(dataDir);
  const lock = await lockDataDirectory(dataDir, options);
  try {
    const place = await choosePlace(dataDir, options.settings ?? {});
    await ensureCluster(place, say);
    await upgradeRoles(place, say);
    if (place.settings["archive_mode"] === "on") await allowBaseBackups(place);
    const { postmaster, adopted } = await adoptOrStart(place, say);
    if (adopted) say("› Took over the database that was still running");
    const { socketFolder } = postmaster;
    // A restart keeps the socket, because the connection string is in use.
    const keeper = keepRunning({ ...place, socketFolder }, postmaster, say);
    let stopped: Promise<void> | undefined;
    const stop = () => (stopped ??= keeper.stop().then(() => lock.release()));
    return { connectionString: connectionString(socketFolder, SITE_ROLE), adopted, stop };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/**
 * The site's own PostgreSQL for a short task: the running one if a site uses the data directory, else one started for
 * the task. `stop` does not touch a running one.
 */
export async function borrowEmbeddedPostgres(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Pick<EmbeddedPostgres, "connectionString" | "stop">> {
  const running = await findRunning(dataDir);
  if (running === null) return startEmbeddedPostgres({ dataDir, settings });
  return { connectionString: running, stop: async () => undefined };
}

/** Connection string of a server that runs for other processes to use; null if a site runs its own. */
export async function findLent(dataDir: string): Promise<string | null> {
  return (await isLent(dataDir)) ? findRunning(dataDir) : null;
}

/** Connection string of the server running on a data directory; null if there is none. */
export async function findRunning(dataDir: string): Promise<string | null> {
  const cluster = join(resolve(dataDir), "postgres");
  const running = await findPostmaster(cluster);
  return running?.isReady ? connectionString(running.socketFolder, siteRole(cluster)) : null;
}

/** Creates the data directory and checks that it is writable. Throws {@link CannotStart}. */
export async function makeDataDirectory(dataDir: string): Promise<void> {
  try {
    const made = await mkdir(dataDir, { recursive: true, mode: 0o700 });
    if (made !== undefined) await giveToParentsOwner(made, dataDir);
    const probe = join(dataDir, ".writable");
    // A full disk often still accepts empty files.
    try {
      await writeFile(probe, Buffer.alloc(PROBE_BYTES));
    } finally {
      await rm(probe, { force: true });
    }
  } catch (error) {
    const why = CANNOT_WRITE[(error as NodeJS.ErrnoException).code ?? ""] ?? "this account may not write there";
    throw new CannotStart(
      `The data directory ${dataDir} cannot be used: ${why}. Set DATA_DIR to a folder that can be written.`,
      {
        cause: error,
      },
    );
  }
}

/**
 * Gives folders that root creates in another user's project to that user, as npm does. PostgreSQL then runs as that
 * user.
 */
async function giveToParentsOwner(first: string, last: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dirname(first));
  for (let folder = last; folder.length >= first.length; folder = dirname(folder)) await chown(folder, uid, gid);
}

async function choosePlace(dataDir: string, settings: Readonly<Record<string, string>>): Promise<Place> {
  const cluster = join(dataDir, "postgres");
  const binaries = await findBinaries();
  const runAs = await chooseRunAs(dataDir, cluster, binaries);
  const socketFolder = await chooseSocketFolder(dataDir, runAs);
  return { dataDir, cluster, socketFolder, binaries, runAs, settings };
}

function connectionString(socketFolder: string, role: string): string {
  // Every option is explicit, so PGPORT and the like have no effect.
  return `postgres://${role}@/${DATABASE}?host=${encodeURIComponent(socketFolder)}&port=5432&sslmode=disable`;
}

/** Restarts the server when it exits unexpectedly. */
function keepRunning(place: Place, postmaster: Postmaster, say: (line: string) => void): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  // Unreferenced: the timer must not keep the process alive.
  const pause = (milliseconds: number) => delay(milliseconds, undefined, { ref: false, signal }).catch(() => undefined);
  const watch = async () => {
    let { pid } = postmaster;
    let backOff = 0;
    let logChecked = Date.now();
    while (!signal.aborted) {
      await pause(backOff || WATCH_MS);
      if (signal.aborted) return;
      if (Date.now() - logChecked > LOG_CHECK_MS) {
        logChecked = Date.now();
        await boundLog(place).catch(() => undefined);
      }
      if (isAlive(pid)) continue;
      say("› The database ended by itself; starting it again");
      try {
        pid = (await adoptOrStart(place, say)).postmaster.pid;
        backOff = 0;
      } catch (error) {
        backOff = Math.min(MAX_BACK_OFF_MS, (backOff || WATCH_MS) * 2);
        if (!signal.aborted) say(`› ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  };
  const over = watch();
  const stop = async () => {
    stopping.abort();
    await stopPostmaster(place.cluster);
    // A restart may be in progress: wait for it, then stop that server too.
    await over;
    await stopPostmaster(place.cluster);
  };
  return { stop };
}
