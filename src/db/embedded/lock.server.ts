import { readFileSync } from "node:fs";
import { chown, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CannotStart } from "#src/db/embedded/cannot-start.ts";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";

/** Another Sandbar uses this data directory; the message is for the user. */
class DataDirectoryInUse extends CannotStart {
  override name = "DataDirectoryInUse";

  constructor(process: string) {
    super(`Sandbar already runs on this data directory${process}. Stop it first, or set DATA_DIR to another folder.`);
  }
}

export type DirectoryLock = { release(): Promise<void> };

const SQLITE_BUSY = 5;
// The holder writes its process id just after taking the lock, and a killed holder takes a moment to exit.
const PATIENCE_MS = 1000;
const POLL_MS = 20;
/** Marks the note of a holder that only runs the database for other processes to use. */
const LENDS = "lends";

/**
 * An exclusive lock on a data directory. Throws {@link DataDirectoryInUse} if it is taken. It is a kernel byte-range
 * lock on a file, taken through SQLite because Node cannot: it disappears with the process, works across containers
 * that share the directory, and can be neither raced for nor left behind. The file stays: removing it would let two
 * processes hold locks on two files of one name. Nothing else in this process may open the file, because closing it
 * would release the lock (POSIX).
 */
export async function lockDataDirectory(dataDir: string, { lends = false } = {}): Promise<DirectoryLock> {
  const file = join(dataDir, "sandbar.lock");
  const note = join(dataDir, "sandbar.pid");
  const end = Date.now() + PATIENCE_MS;
  let database = tryLock(file);
  while (database === null) {
    const holder = await readNote(note);
    if (holder !== null) throw new DataDirectoryInUse(` (process ${holder.pid})`);
    if (Date.now() > end) throw new DataDirectoryInUse("");
    await delay(POLL_MS);
    database = tryLock(file);
  }
  const held = database;
  await writeFile(note, `${process.pid} ${startedAt(process.pid)}${lends ? ` ${LENDS}` : ""}\n`);
  await giveToOwner(dataDir, file, note);
  const release = async () => {
    if (!held.isOpen) return;
    await rm(note, { force: true });
    if (held.isOpen) held.close();
  };
  return { release };
}

function tryLock(file: string): DatabaseSync | null {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 0 });
    database.exec("begin immediate");
    return database;
  } catch (error) {
    database?.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw new CannotStart(
      `The data directory cannot be locked: ${file} cannot be written (${(error as Error).message}). ` +
        "Start Sandbar as the account that owns it, or set DATA_DIR to another folder.",
      { cause: error },
    );
  }
}

/** Root may run the site in a user's folder; the files must stay that user's. */
async function giveToOwner(dataDir: string, ...files: readonly string[]): Promise<void> {
  const { uid, gid } = await stat(dataDir);
  if (process.getuid?.() !== 0 || uid === 0) return;
  for (const file of files) await chown(file, uid, gid);
}

/** Reads who holds the lock; null if the note is missing or stale. The lock does not depend on the note. */
async function readNote(note: string): Promise<{ pid: number; lends: boolean } | null> {
  const [pid, started, word] = (await readFile(note, "utf8").catch(() => "")).trim().split(" ");
  // The note may be stale and its process id reused.
  if (!isAlive(Number(pid)) || started !== startedAt(Number(pid))) return null;
  return { pid: Number(pid), lends: word === LENDS };
}

/** Whether the data directory's database runs for other processes to use, see `src/server/database.ts`. */
export async function isLent(dataDir: string): Promise<boolean> {
  return (await readNote(join(dataDir, "sandbar.pid")))?.lends ?? false;
}

/** The fields of `/proc/PID/stat` after the name, which may contain spaces and brackets. */
function processFields(pid: number): readonly string[] {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "utf8");
    return line.slice(line.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}

/** A process's start time in kernel ticks since boot; "?" if unreadable. */
function startedAt(pid: number): string {
  return processFields(pid)[19] ?? "?";
}

/** Whether a process with this id runs; false for a zombie. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // It runs as another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  const fields = processFields(pid);
  // While it exits, its other threads may still hold its locks.
  return fields[0] !== "Z" || Number(fields[17]) > 1;
}
