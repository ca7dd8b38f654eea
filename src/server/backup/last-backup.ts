import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const fileIn = (dataDir: string) => join(dataDir, "last-backup.txt");

/** Records for the site's metrics that a backup succeeded. */
export async function noteBackup(dataDir: string, takenAt: string): Promise<void> {
  // The data folder may be on another machine; the backup still succeeded.
  await writeFile(fileIn(dataDir), `${takenAt}\n`).catch(() => undefined);
}

/** The age of the last backup; NaN before the first. */
export async function secondsSinceBackup(dataDir: string): Promise<number> {
  const takenAt = await readFile(fileIn(dataDir), "utf8").catch(() => "");
  return (Date.now() - Date.parse(takenAt.trim())) / 1000;
}
