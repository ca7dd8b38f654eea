import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

const fileIn = (dataDir: string) => join(dataDir, "last-backup.txt");

/** Notes for the metrics of the site that a backup succeeded. */
export async function noteBackup(dataDir: string, takenAt: string): Promise<void> {
  // A site elsewhere may have its data on another machine; its backup is good all the same.
  await writeFile(fileIn(dataDir), `${takenAt}\n`).catch(() => undefined);
}

/** NaN where none is known of. */
export async function secondsSinceBackup(dataDir: string): Promise<number> {
  const note = await stat(fileIn(dataDir)).catch(() => null);
  return note === null ? Number.NaN : (Date.now() - note.mtimeMs) / 1000;
}
