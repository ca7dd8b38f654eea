// `npm run backup -- FILE`: writes the whole site to one file, also while it runs.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { App } from "#src/context/app.ts";
import { NothingToSave, readSnapshot, type Snapshot } from "#src/db/backup/snapshot.server.ts";
import type { ImageStorePort } from "#src/ports/image-store/port.ts";
import {
  type BackupContents,
  type BackupHead,
  CONTENTS,
  HEAD,
  pictureFile,
  tableFile,
  Tally,
} from "#src/server/backup/format.ts";
import { makeKeyFile } from "#src/server/backup/encryption.ts";
import { noteBackup } from "#src/server/backup/last-backup.ts";
import { countOf, sizeOf } from "#src/server/backup/words.ts";
import { type AddFile, writeArchive } from "#src/server/backup/write-archive.ts";
import { atWork, runCommand, siteOf, type Workplace } from "#src/server/command.ts";
import { Refused } from "#src/server/refused.ts";
import { storedNames } from "#src/shared/pictures-uploaded.ts";

const USAGE = `Say where to: npm run backup -- FILE, such as backups/monday.tar.gz
A key pair to encrypt backups with: npm run backup -- --new-key KEYFILE`;

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

const NEWLINE = 0x0a;

/** One line is one row. */
function countRows(rows: Buffer): number {
  let count = 0;
  for (let at = rows.indexOf(NEWLINE); at !== -1; at = rows.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

async function addRows(snapshot: Snapshot, add: AddFile): Promise<Pick<BackupContents, "tables" | "rows">> {
  const tally = new Tally();
  let count = 0;
  for (const table of snapshot.facts.tables) {
    let number = 0;
    for await (const rows of snapshot.rows(table)) {
      number += 1;
      tally.add(table.name, rows);
      count += countRows(rows);
      await add(tableFile(table.name, number), rows);
    }
  }
  return { tables: tally.total(), rows: count };
}

/** Returns the bytes of a picture; null if it is missing or was deleted during the read. */
async function readPicture(images: ImageStorePort, name: string): Promise<Uint8Array | null> {
  const found = await images.get(name);
  if (found === null) return null;
  try {
    return await new Response(found.body).bytes();
  } catch (error) {
    const still = await images.get(name);
    if (still === null) return null;
    await still.body.cancel();
    throw error;
  }
}

/** Adds every picture that the rows refer to. Bytes are stored before their row, so a missing picture was deleted. */
async function addPictures(
  { images }: App,
  uploads: readonly string[],
  add: AddFile,
  signal: AbortSignal,
): Promise<Pick<BackupContents, "pictures" | "missing">> {
  const tally = new Tally();
  const missing: string[] = [];
  for (const name of uploads.flatMap(storedNames)) {
    signal.throwIfAborted();
    const bytes = await readPicture(images, name);
    if (bytes === null) {
      missing.push(name);
      continue;
    }
    tally.add(name, bytes);
    await add(pictureFile(name), bytes);
  }
  return { pictures: tally.total(), missing };
}

function tell(site: string, path: string, size: number, head: BackupHead, contents: BackupContents): string {
  const { missing, pictures, rows } = contents;
  const sentence =
    `Saved ${site} as of ${head.takenAt} to ${path} (${sizeOf(size)}): ${countOf(rows, "row")} of ` +
    `${countOf(head.schema.tables.length, "table")} and ${countOf(Object.keys(pictures).length, "file")} of pictures.`;
  if (missing.length === 0) return sentence;
  const gone = `${countOf(missing.length, "file")} of pictures had been deleted before it could be saved`;
  return `${sentence}\n${gone}:\n${missing.map((name) => `  ${name}`).join("\n")}`;
}

async function save({ app, connectionString }: Workplace, path: string, signal: AbortSignal): Promise<string> {
  let head: BackupHead | undefined;
  let contents: BackupContents | undefined;
  const takenAt = () => new Date(head?.takenAt ?? 0);
  const size = await writeArchive(path, { takenAt, recipients: app.config.backupRecipients }, async (add) => {
    let uploads: readonly string[] = [];
    let saved: Pick<BackupContents, "tables" | "rows"> | undefined;
    await readSnapshot(connectionString, signal, async (snapshot) => {
      head = { format: 1, takenAt: snapshot.takenAt.toISOString(), schema: snapshot.facts };
      uploads = snapshot.uploads;
      await add(HEAD, json(head));
      saved = await addRows(snapshot, add);
    });
    // Rows first: their pictures existed at that moment, so later deletions can be reported by name.
    if (saved) contents = { ...saved, ...(await addPictures(app, uploads, add, signal)) };
    await add(CONTENTS, json(contents));
  });
  if (!head || !contents) throw new Error("The backup ended before all its parts were written.");
  await noteBackup(app.config.dataDir, head.takenAt);
  return tell(siteOf(app.config), path, size, head, contents);
}

async function makeKey(path: string): Promise<string> {
  const recipient = await makeKeyFile(path);
  return (
    `Wrote a private key to ${path}. Keep it away from this machine: it opens the backups, and without it nobody does.\n` +
    `Encrypt backups from now on with the setting BACKUP_RECIPIENT=${recipient}`
  );
}

runCommand(async (config, [file, ...more], signal) => {
  if (file === "--new-key" && more.length === 1 && more[0]) return makeKey(resolve(config.callersFolder, more[0]));
  if (!file || file.startsWith("-") || more.length > 0) throw new Refused(USAGE);
  const nothing = new Refused(
    config.databaseUrl === undefined
      ? `There is no site in ${config.dataDir} yet: nothing to save. Its folder is set by DATA_DIR.`
      : "There is no site in the database at DATABASE_URL yet: nothing to save.",
  );
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, "postgres"))) throw nothing;
  const isNamed = config.backupRecipients.length === 0 || file.endsWith(".age");
  const path = resolve(config.callersFolder, isNamed ? file : `${file}.age`);
  return atWork(config, (workplace) =>
    save(workplace, path, signal).catch((error: unknown) => {
      throw error instanceof NothingToSave ? nothing : error;
    }),
  );
});
