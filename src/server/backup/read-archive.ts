import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { isDeepStrictEqual } from "node:util";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import type { z } from "zod";
import {
  backupContents,
  type BackupContents,
  backupHead,
  type BackupHead,
  CONTENTS,
  HEAD,
  pictureOf,
  tableOf,
  Tally,
} from "#src/server/backup/format.ts";
import { Refused } from "#src/server/refused.ts";

/** The parts of an archive, in order. */
export type ArchivePart =
  | { readonly kind: "head"; readonly head: BackupHead }
  | { readonly kind: "rows"; readonly table: string; readonly rows: Buffer }
  | { readonly kind: "picture"; readonly name: string; readonly bytes: Buffer }
  | { readonly kind: "contents"; readonly contents: BackupContents };

const NOTHING_DONE = "Nothing was restored.";
const notOurs = (path: string) => new Refused(`${path} is not a Sandbar backup. ${NOTHING_DONE}`);
const damaged = (path: string, what: string) =>
  new Refused(`The backup ${path} is damaged: ${what}. ${NOTHING_DONE} Take another backup.`);

const WHY: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EACCES: "this account may not read it",
  EISDIR: "it is a folder",
};

function inWords({ path, decrypt }: Archive, hasBegun: boolean, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Refused) return error;
  const code = "code" in error ? String(error.code) : "";
  const why = WHY[code];
  if (why !== undefined) return new Refused(`The backup ${path} cannot be read: ${why}.`, { cause: error });
  if (/incorrect header check/.test(error.message)) return notOurs(path);
  if (code === "Z_BUF_ERROR") return damaged(path, "its end is missing");
  // The cipher's messages describe its internals. Each of them means the file was changed after it was written.
  if (decrypt && !code) return damaged(path, "it cannot be decrypted");
  if (code.startsWith("Z_")) return damaged(path, "it cannot be unpacked");
  // Decompressed, but not a tar archive or not one of ours.
  if (!hasBegun) return notOurs(path);
  return /unexpected end of data|header/i.test(error.message) ? damaged(path, "it cannot be unpacked") : error;
}

/** A backup file. */
export type Archive = {
  readonly path: string;
  /** For encrypted archives. */
  readonly decrypt: ((source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>) | null;
};

/** Yields the archive's files in order. Throws {@link Refused} if the rest cannot be read. */
async function* readFiles({ path, decrypt }: Archive): AsyncGenerator<{ name: string; data: Buffer }> {
  const tar = extract();
  const [file, gunzip] = [createReadStream(path), createGunzip()];
  const fed = decrypt ? pipeline(file, decrypt, gunzip, tar) : pipeline(file, gunzip, tar);
  // The error is reported by the reader below.
  fed.catch(() => undefined);
  let hasBegun = false;
  try {
    for await (const entry of tar) {
      // A foreign archive may hold anything, so stop before reading it.
      if (!hasBegun && entry.header.name !== HEAD) throw notOurs(path);
      hasBegun = true;
      const pieces: Buffer[] = [];
      for await (const piece of entry) pieces.push(piece as Buffer);
      yield { name: entry.header.name, data: Buffer.concat(pieces) };
    }
    await fed;
  } catch (error) {
    throw inWords({ path, decrypt }, hasBegun, error);
  } finally {
    tar.destroy();
  }
  if (!hasBegun) throw notOurs(path);
}

/** Parses a JSON file of the archive; null if it does not match the schema. */
function parse<T extends z.ZodType>(schema: T, data: Buffer): z.infer<T> | null {
  try {
    return schema.safeParse(JSON.parse(data.toString())).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Reads an archive, and finishes only if it is complete: compares every size and hash with the table of contents.
 * Throws {@link Refused} if it is incomplete or not ours.
 */
export async function* readArchive(archive: Archive): AsyncGenerator<ArchivePart> {
  const { path } = archive;
  const tables = new Tally();
  const pictures = new Tally();
  let known: Set<string> | undefined;
  let contents: BackupContents | null = null;
  for await (const { name, data } of readFiles(archive)) {
    const table = tableOf(name);
    const picture = pictureOf(name);
    if (known === undefined) {
      const head = parse(backupHead, data);
      if (head === null) throw new Refused(`${path} has a format that this version of Sandbar does not support.`);
      known = new Set(head.schema.tables.map((each) => each.name));
      yield { kind: "head", head };
    } else if (contents !== null) {
      throw damaged(path, `something comes after its end (${name})`);
    } else if (name === CONTENTS) {
      contents = parse(backupContents, data);
      if (contents === null) throw damaged(path, "its table of contents cannot be read");
    } else if (table !== null && known.has(table)) {
      tables.add(table, data);
      yield { kind: "rows", table, rows: data };
    } else if (picture !== null) {
      pictures.add(picture, data);
      yield { kind: "picture", name: picture, bytes: data };
    } else throw damaged(path, `it holds ${name}, which does not belong there`);
  }
  if (contents === null) throw damaged(path, "its end is missing");
  const isWhole =
    isDeepStrictEqual(tables.total(), contents.tables) && isDeepStrictEqual(pictures.total(), contents.pictures);
  if (!isWhole) throw damaged(path, "it does not hold what its table of contents says");
  yield { kind: "contents", contents };
}
