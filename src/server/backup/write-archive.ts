import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { lstat, open, rename, rm, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { constants, createGzip } from "node:zlib";
import { pack } from "tar-stream";
import { encryptFor } from "#src/server/backup/encryption.ts";
import { Refused } from "#src/server/refused.ts";

type How = {
  readonly takenAt: () => Date;
  /** Public keys to encrypt for; empty means unencrypted. */
  readonly recipients: readonly string[];
};
type Fill = (add: AddFile) => Promise<void>;

/** A file that is read as it is added; of exactly `size` bytes. */
type FileStream = { readonly size: number; readonly chunks: AsyncIterable<Uint8Array> };

/** Adds a file to the archive; resolves when the stream can take the next. */
export type AddFile = (name: string, data: Uint8Array | FileStream) => Promise<void>;

const WHY: Readonly<Record<string, string>> = {
  ENOENT: "there is no such folder",
  ENOTDIR: "a part of its path is a file",
  EACCES: "this account may not write there",
  EPERM: "this account may not write there",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk is full",
};

/** Translates a file system error; other errors are returned unchanged. */
function inWords(file: string, error: unknown): unknown {
  const code = String((error as NodeJS.ErrnoException | null)?.code);
  const why = WHY[code];
  return why === undefined ? error : new Refused(`The backup cannot be written to ${file}: ${why}.`, { cause: error });
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  // Windows cannot sync folders.
  await handle.sync().catch(() => undefined);
  await handle.close();
}

/** Writes the files that `fill` adds, in order, to a file with mode 0600; returns its size in bytes. */
async function writeTo(path: string, { takenAt, recipients }: How, fill: Fill): Promise<void> {
  const tar = pack();
  const encrypt = recipients.length > 0 ? encryptFor(recipients) : null;
  // `flush`: fsync before the rename. Pictures and hashes do not compress, so the fastest level will do.
  const file = createWriteStream(path, { flags: "wx", mode: 0o600, flush: true });
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  const written = encrypt ? pipeline(tar, gzip, encrypt, file) : pipeline(tar, gzip, file);
  const add: AddFile = async (name, data) => {
    const header = { name, mode: 0o600, mtime: takenAt() };
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const done = (error?: Error | null) => (error ? reject(error) : resolve(undefined));
    if (data instanceof Uint8Array) {
      tar.entry({ ...header, size: data.length }, Buffer.from(data.buffer, data.byteOffset, data.byteLength), done);
      return promise;
    }
    const entry = tar.entry({ ...header, size: data.size }, done);
    for await (const chunk of data.chunks) if (!entry.write(chunk)) await once(entry, "drain");
    entry.end(null);
    return promise;
  };
  const filled = fill(add).then(
    () => tar.finalize(),
    (error: unknown) => {
      tar.destroy(error as Error);
      throw error;
    },
  );
  const outcomes = await Promise.allSettled([written, filled]);
  const failures = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as unknown] : []));
  // If the disk is full, the archive stream fails first and `fill` sees only a closed stream.
  const cause = failures.find((error) => WHY[String((error as NodeJS.ErrnoException).code)]) ?? failures.at(-1);
  if (failures.length > 0) throw cause;
}

/**
 * Writes an archive atomically: to a temporary name beside the target, renamed when complete and synced. Returns its
 * size in bytes. Throws {@link Refused} if the target exists or cannot be written.
 */
export async function writeArchive(path: string, how: How, fill: Fill): Promise<number> {
  if (await lstat(path).catch(() => null))
    throw new Refused(`There is a file ${path} already, and a backup never writes over anything: choose another name.`);
  const unfinished = `${path}.${randomBytes(4).toString("hex")}.unfinished`;
  try {
    await writeTo(unfinished, how, fill);
    await rename(unfinished, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw inWords(basename(path), error);
  }
  return (await stat(path)).size;
}
