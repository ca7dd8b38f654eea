import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "#src/config.server.ts";
import { type CopyEnd, copyRunning } from "#src/db/embedded/base-backup.server.ts";
import { findRunning } from "#src/db/embedded/embedded-postgres.server.ts";
import { branchOf } from "#src/server/backup/branches.ts";
import { basesOf, baseName, clusterId, keepDays, timelineOf, UNFINISHED } from "#src/server/backup/wal-archive.ts";
import { type AddFile, writeArchive } from "#src/server/backup/write-archive.ts";

/** Less than a day, so a startup shortly before the daily run does not make an extra backup. */
const FRESH_MS = 20 * 60 * 60_000;
/** The last file of a base backup. */
export const FOLDERS = "sandbar-folders.json";
const LABEL = "backup_label";

// Runtime files, which PostgreSQL recreates. WAL is in the archive.
const LEFT_OUT_FILES = new Set(["postmaster.pid", "postmaster.opts", LABEL, "tablespace_map", "pg_internal.init"]);
const EMPTY_FOLDERS = new Set([
  "pg_wal",
  "pg_dynshmem",
  "pg_notify",
  "pg_replslot",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
]);

/**
 * Yields exactly as many bytes as the file had when opened, zero-padded if truncated since; replaying WAL restores the
 * rest.
 */
async function* bytesOf(path: string, size: number): AsyncGenerator<Uint8Array> {
  let left = size;
  if (size === 0) return;
  for await (const chunk of createReadStream(path, { end: size - 1 }) as AsyncIterable<Buffer>) {
    left -= chunk.length;
    yield chunk;
  }
  while (left > 0) {
    const zeros = Buffer.alloc(Math.min(left, 65_536));
    left -= zeros.length;
    yield zeros;
  }
}

/** Adds a folder's files recursively. Collects the names of all folders. */
async function addFolder(cluster: string, folder: string, folders: string[], add: AddFile): Promise<void> {
  for (const entry of await readdir(join(cluster, folder), { withFileTypes: true })) {
    const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      folders.push(name);
      if (!EMPTY_FOLDERS.has(name)) await addFolder(cluster, name, folders, add);
      continue;
    }
    if (!entry.isFile() || LEFT_OUT_FILES.has(entry.name) || entry.name.startsWith("pgsql_tmp")) continue;
    const path = join(cluster, name);
    // The table was dropped meanwhile.
    const file = await open(path).catch(() => null);
    if (file === null) continue;
    const { size } = await file.stat();
    await file.close();
    await add(name, { size, chunks: bytesOf(path, size) });
  }
}

/** Makes a base backup of the running cluster, unless there is a recent one. Returns how many it made. */
export async function saveBase(config: Config, root: string): Promise<number> {
  const cluster = join(config.dataDir, "postgres");
  const folder = join(root, await clusterId(cluster));
  const now = new Date();
  const [newest] = await basesOf(folder);
  // A recovery starts a new timeline, which needs its own base backup.
  const isOurs = newest !== undefined && branchOf(newest) === (await timelineOf(cluster));
  if (isOurs && now.getTime() - newest.completeAt.getTime() < FRESH_MS) return 0;
  await mkdir(join(folder, "base"), { recursive: true, mode: 0o700 });
  const unfinished = join(folder, "base", UNFINISHED);
  await rm(unfinished, { force: true });
  const connectionString = await findRunning(config.dataDir);
  if (connectionString === null) throw new Error("The private database does not run.");
  let end: CopyEnd | undefined;
  await writeArchive(unfinished, { takenAt: () => now, recipients: config.backupRecipients }, async (add) => {
    const folders: string[] = [];
    end = await copyRunning(connectionString, () => addFolder(cluster, "", folders, add));
    await add(LABEL, Buffer.from(end.label));
    await add(FOLDERS, Buffer.from(JSON.stringify(folders)));
  });
  if (end === undefined) throw new Error("The base backup came to its end without its parts.");
  const name = baseName(end.completeAt, end.segment, config.backupRecipients.length > 0);
  await rename(unfinished, join(folder, "base", name));
  await keepDays(folder, now);
  return 1;
}
