// `npm run restore -- FILE`: restores a backup into an empty site.
import { resolve } from "node:path";
import { expectKnownVersion, loadDatabase } from "#src/db/backup/load.server.ts";
import { migrateDatabase } from "#src/db/migrate.server.ts";
import type { BackupContents, BackupHead } from "#src/server/backup/format.ts";
import { decryptWith, isEncrypted } from "#src/server/backup/encryption.ts";
import { type Archive, readArchive } from "#src/server/backup/read-archive.ts";
import { countOf } from "#src/server/backup/words.ts";
import { atWork, runCommand, type Workplace } from "#src/server/command.ts";
import { Refused } from "#src/server/refused.ts";
import { uploadOf } from "#src/shared/pictures-uploaded.ts";

const USAGE =
  "Say from where: npm run restore -- FILE, or of an encrypted backup: npm run restore -- FILE --identity KEYFILE";

type Checked = { readonly head: BackupHead; readonly contents: BackupContents };

/** Verifies the whole archive before changing anything. */
async function check(archive: Archive, signal: AbortSignal): Promise<Checked> {
  let head: BackupHead | undefined;
  let contents: BackupContents | undefined;
  for await (const part of readArchive(archive)) {
    signal.throwIfAborted();
    if (part.kind === "contents") ({ contents } = part);
    if (part.kind !== "head") continue;
    ({ head } = part);
    expectKnownVersion(head.schema);
  }
  if (!head || !contents) throw new Error("The backup ended before all its parts were written.");
  return { head, contents };
}

/** Returns the tables that were skipped. */
async function load(
  { app, connectionString }: Workplace,
  archive: Archive,
  { head }: Checked,
  signal: AbortSignal,
): Promise<string[]> {
  const { images } = app;
  if ((await images.list("", 1)).length > 0) {
    throw new Refused(
      "There are pictures in this place already, and a restore never mixes two sites. " +
        "Choose an empty one: a new DATA_DIR, or with IMAGES=s3 an empty bucket.",
    );
  }
  const stored: string[] = [];
  const leftOut = await loadDatabase(connectionString, head.schema, signal, async (loadRows) => {
    for await (const part of readArchive(archive)) {
      signal.throwIfAborted();
      if (part.kind === "rows") await loadRows(part.table, part.rows);
      if (part.kind !== "picture") continue;
      stored.push(part.name);
      await images.put(part.name, part.bytes, uploadOf(part.name)?.type ?? "application/octet-stream");
    }
  }).catch(async (error: unknown) => {
    // The database was empty before, so rolling back leaves it empty.
    await images.delete(stored).catch(() => undefined);
    throw error;
  });
  await migrateDatabase(connectionString);
  return leftOut;
}

function tell({ head, contents }: Checked, leftOut: readonly string[]): string {
  const pictures = Object.keys(contents.pictures).length;
  const sentence =
    `Restored the site as of ${head.takenAt}: ${countOf(contents.rows, "row")} of ` +
    `${countOf(head.schema.tables.length, "table")} and ${countOf(pictures, "file")} of pictures. Start it with: npm start`;
  return leftOut.length === 0
    ? sentence
    : `${sentence}\nLeft out, because they are not Sandbar's: ${leftOut.join(", ")}`;
}

async function openArchive(path: string, identityFile: string | undefined): Promise<Archive> {
  if (!(await isEncrypted(path))) return { path, decrypt: null };
  if (identityFile !== undefined) return { path, decrypt: await decryptWith(identityFile, path) };
  throw new Refused(`${path} is encrypted. Say which key opens it: npm run restore -- FILE --identity KEYFILE`);
}

runCommand(async (config, [file, flag, identityFile, ...more], signal) => {
  const isKnown = flag === undefined || (flag === "--identity" && identityFile !== undefined);
  if (!file || !isKnown || more.length > 0) throw new Refused(USAGE);
  const pathOf = (name: string) => resolve(config.callersFolder, name);
  const archive = await openArchive(pathOf(file), identityFile === undefined ? undefined : pathOf(identityFile));
  const checked = await check(archive, signal);
  return tell(checked, await atWork(config, (workplace) => load(workplace, archive, checked, signal)));
});
