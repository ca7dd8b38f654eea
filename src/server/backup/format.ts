import { createHash, type Hash } from "node:crypto";
import { z } from "zod";
import type { SchemaFacts } from "#src/db/backup/catalog.server.ts";

// A backup is a gzip-compressed tar archive: header, rows, pictures, and last the table of contents. Decision 0030.

/** The first file: format and version, so an unusable archive is refused before anything is read. */
export const HEAD = "sandbar.json";
/** The last file: the expected contents. An archive without it is truncated. */
export const CONTENTS = "contents.json";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const facts: z.ZodType<SchemaFacts> = z.object({
  migrations: z.array(sha256),
  tables: z.array(z.object({ name: z.string(), columns: z.string() })),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
});

export const backupHead = z.object({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  schema: facts,
});
export type BackupHead = z.infer<typeof backupHead>;

const content = z.object({ bytes: z.number(), sha256 });
const contentsByName = z.record(z.string(), content);

export const backupContents = z.object({
  /** Rows in COPY's text format, one file per table; a table without rows has no file. */
  tables: contentsByName,
  /** Named as in the image store. */
  pictures: contentsByName,
  rows: z.number(),
  /** Pictures that rows refer to but that no longer existed when the backup read them. */
  missing: z.array(z.string()),
});
export type BackupContents = z.infer<typeof backupContents>;

/** Counts bytes and hashes per file name. */
export class Tally {
  readonly #running = new Map<string, { bytes: number; hash: Hash }>();

  add(name: string, data: Uint8Array): void {
    const known = this.#running.get(name) ?? { bytes: 0, hash: createHash("sha256") };
    known.bytes += data.length;
    known.hash.update(data);
    this.#running.set(name, known);
  }

  /** Returns the totals by name. */
  total(): Record<string, z.infer<typeof content>> {
    return Object.fromEntries(
      [...this.#running].map(([name, { bytes, hash }]) => [name, { bytes, sha256: hash.digest("hex") }]),
    );
  }
}

const TABLE_FILE = /^tables\/(.+)\/\d+\.copy$/;
const PICTURE_FILE = /^pictures\/([^/]+)$/;

export const tableFile = (table: string, number: number) => `tables/${table}/${String(number).padStart(6, "0")}.copy`;
export const tableOf = (file: string) => TABLE_FILE.exec(file)?.[1] ?? null;
export const pictureFile = (name: string) => `pictures/${name}`;
export const pictureOf = (file: string) => PICTURE_FILE.exec(file)?.[1] ?? null;
