import { readFileSync } from "node:fs";
import { chown, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CannotStart } from "#src/db/embedded/cannot-start.ts";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";

/** Another Sandbar runs on this data directory; the message is for the person who reads it. */
class DataDirectoryInUse extends CannotStart {
  override name = "DataDirectoryInUse";

  constructor(process: string) {
    super(`Sandbar already runs on this data directory${process}. Stop it first, or set DATA_DIR to another folder.`);
  }
}

export type DirectoryLock = { release(): Promise<void> };

const SQLITE_BUSY = 5;
// The holder notes its process id just after it has taken the lock; one that was killed takes a moment to be gone.
const PATIENCE_MS = 1000;
const POLL_MS = 20;

/**
 * Exactly one holder a data directory. Throws {@link DataDirectoryInUse} when there is one already.
 *
 * The lock is the kernel's own on the bytes of a file, which SQLite takes for us, as Node cannot: taken by one at
 * most, gone with the process however it ends, and seen from every container that shares the directory. So it can be
 * neither raced for nor left behind. The file itself stays: to remove it would let two hold two files of one name.
 * Nothing else in this process may open the file: closing it again would let the lock go (so POSIX has it).
 */
export async function lockDataDirectory(dataDir: string): Promise<DirectoryLock> {
  const file = join(dataDir, "sandbar.lock");
  const note = join(dataDir, "sandbar.pid");
  const end = Date.now() + PATIENCE_MS;
  let database = tryLock(file);
  while (database === null) {
    const holder = await readHolder(note);
    if (holder !== null) throw new DataDirectoryInUse(` (process ${holder})`);
    if (Date.now() > end) throw new DataDirectoryInUse("");
    await delay(POLL_MS);
    database = tryLock(file);
  }
  const held = database;
  await writeFile(note, `${process.pid} ${startedAt(process.pid)}\n`);
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

/** Root may run the site in somebody's folder; the files stay theirs, so that they can start it themselves. */
async function giveToOwner(dataDir: string, ...files: readonly string[]): Promise<void> {
  const { uid, gid } = await stat(dataDir);
  if (process.getuid?.() !== 0 || uid === 0) return;
  for (const file of files) await chown(file, uid, gid);
}

/** Only for the sentence: a holder that left no note holds the lock all the same. */
async function readHolder(note: string): Promise<number | null> {
  const [pid, started] = (await readFile(note, "utf8").catch(() => "")).trim().split(" ");
  // The note of an earlier holder may still be there, and its process id be another program's.
  return isAlive(Number(pid)) && started === startedAt(Number(pid)) ? Number(pid) : null;
}

/** The fields of `/proc/PID/stat` after the name, which may itself hold spaces and brackets. */
function processFields(pid: number): readonly string[] {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "utf8");
    return line.slice(line.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}

/** When a process began, in the kernel's ticks since the machine started; "?" where that cannot be read. */
function startedAt(pid: number): string {
  return processFields(pid)[19] ?? "?";
}

/** Whether a process of this id runs. One that has ended, and that nobody has asked after yet, does not. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // It runs, and is somebody else's.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  const fields = processFields(pid);
  // While it ends, its other threads may still hold what it held.
  return fields[0] !== "Z" || Number(fields[17]) > 1;
}
