import { createHash } from "node:crypto";
import { chmod, lstat, mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { findBinaries } from "#src/db/embedded/binaries.server.ts";
import { adoptOrStart, ensureCluster, makePrivateFolder, type Place } from "#src/db/embedded/cluster.server.ts";
import { type DirectoryLock, isAlive, lockDataDirectory } from "#src/db/embedded/lock.server.ts";
import type { Postmaster } from "#src/db/embedded/postmaster.server.ts";
import { chooseRunAs, type RunAs } from "#src/db/embedded/run-as.server.ts";

const DATABASE = "sandbar";
// A Unix socket's path may have 104 bytes on the strictest system.
const MAX_SOCKET_PATH = 103;
const SOCKET_NAME = ".s.PGSQL.5432";
const WATCH_MS = 500;
const MAX_BACK_OFF_MS = 30_000;
// Longer than a checkpoint on a slow disk; after it the server is asked to stop without one, which loses nothing.
const STOP_MS = 60_000;

export type EmbeddedPostgres = {
  readonly connectionString: string;
  /** The server had outlived its app and was taken over. */
  readonly adopted: boolean;
  /** Stops the server and lets the data directory go. May be called twice. */
  stop(): Promise<void>;
};

type Options = {
  readonly dataDir: string;
  readonly onProgress?: (line: string) => void;
  /** More settings for PostgreSQL, by name. */
  readonly settings?: Readonly<Record<string, string>>;
};

/**
 * Runs the site's own PostgreSQL on a data directory, on a Unix socket only its owner may use, and starts it again
 * should it end. Throws `DataDirectoryInUse` when another Sandbar has the directory; every other fault is an Error
 * whose message tells a person what to do.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const say = options.onProgress ?? (() => undefined);
  const dataDir = resolve(options.dataDir);
  await makeDataDirectory(dataDir);
  const lock = await lockDataDirectory(dataDir);
  try {
    const place = await choosePlace(dataDir, options.settings ?? {});
    await ensureCluster(place, say);
    const { postmaster, adopted } = await adoptOrStart(place, say);
    if (adopted) say("› Took over the database that was still running");
    const { socketFolder } = postmaster;
    await ensureDatabase(socketFolder);
    const keeper = keepRunning(place, postmaster, say);
    return { connectionString: connectionString(socketFolder, DATABASE), adopted, stop: () => stop(keeper, lock) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function makeDataDirectory(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const probe = join(dataDir, ".writable");
    await writeFile(probe, "");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === "ENOSPC" ? "the disk is full" : code === "EROFS" ? "the disk is read-only" : "this account may not write there";
    throw new Error(`The data directory ${dataDir} cannot be used: ${why}. Set DATA_DIR to a folder that can be written.`, { cause: error });
  }
}

async function choosePlace(dataDir: string, settings: Readonly<Record<string, string>>): Promise<Place> {
  const [binaries, runAs] = await Promise.all([findBinaries(), chooseRunAs(dataDir)]);
  const socketFolder = await chooseSocketFolder(dataDir, runAs);
  return { dataDir, cluster: join(dataDir, "postgres"), socketFolder, binaries, runAs, settings };
}

async function chooseSocketFolder(dataDir: string, runAs: RunAs): Promise<string> {
  const near = join(dataDir, "run");
  if (Buffer.byteLength(join(near, SOCKET_NAME)) <= MAX_SOCKET_PATH) {
    await makePrivateFolder(near, runAs);
    return near;
  }
  const far = join(tmpdir(), `sandbar-${createHash("sha256").update(dataDir).digest("hex").slice(0, 16)}`);
  await makePrivateFolder(far, runAs);
  const { uid } = await lstat(far);
  const owner = runAs.account?.uid ?? process.getuid?.();
  // The temporary folder is everybody's: somebody else may have made this one first.
  if (owner !== undefined && uid !== owner) throw new Error(`The folder ${far} belongs to somebody else. Remove it, or set DATA_DIR to a shorter path.`);
  await chmod(far, 0o700);
  await writeFile(join(dataDir, "socket-folder.txt"), `${far}\n`);
  return far;
}

function connectionString(socketFolder: string, database: string): string {
  return `postgres://app@/${database}?host=${encodeURIComponent(socketFolder)}`;
}

async function ensureDatabase(socketFolder: string): Promise<void> {
  const client = new pg.Client({ connectionString: connectionString(socketFolder, "postgres") });
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

type Keeper = { pid: number; isStopping: boolean; over: Promise<void> };

/** Watches the server and starts it again when it ended though nobody asked it to. */
function keepRunning(place: Place, postmaster: Postmaster, say: (line: string) => void): Keeper {
  const keeper: Keeper = { pid: postmaster.pid, isStopping: false, over: Promise.resolve() };
  let backOff = 0;
  keeper.over = (async () => {
    while (!keeper.isStopping) {
      // Not referenced: watching alone must not keep the process alive.
      await delay(WATCH_MS, undefined, { ref: false });
      if (keeper.isStopping || isAlive(keeper.pid)) continue;
      say("› The database ended by itself; starting it again");
      try {
        keeper.pid = (await adoptOrStart(place, say)).postmaster.pid;
        backOff = 0;
      } catch (error) {
        backOff = Math.min(MAX_BACK_OFF_MS, (backOff || WATCH_MS) * 2);
        say(`› ${error instanceof Error ? error.message : String(error)}`);
        await delay(backOff, undefined, { ref: false });
      }
    }
  })();
  return keeper;
}

async function waitUntilGone(pid: number, milliseconds: number): Promise<boolean> {
  const end = Date.now() + milliseconds;
  while (isAlive(pid) && Date.now() < end) await delay(10);
  return !isAlive(pid);
}

async function stop(keeper: Keeper, lock: DirectoryLock): Promise<void> {
  if (keeper.isStopping) return;
  keeper.isStopping = true;
  const { pid } = keeper;
  // SIGINT is PostgreSQL's fast shutdown: transactions under way end, what was committed is on disk.
  signal(pid, "SIGINT");
  if (!(await waitUntilGone(pid, STOP_MS))) {
    signal(pid, "SIGQUIT");
    await waitUntilGone(pid, STOP_MS);
  }
  await lock.release();
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It is gone already, which is what was wanted.
  }
}
