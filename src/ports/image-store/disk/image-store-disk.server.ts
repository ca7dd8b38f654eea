import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import type { ReadableStream as NodeWebStream } from "node:stream/web";
import { type ImageStorePort, isStoredName, StoreUnavailable, type StoredName } from "#src/ports/image-store/port.ts";

/** Age at which a partial file of an interrupted write is deleted. */
const UNFINISHED_MS = 86_400_000;

const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";

async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return null;
    throw new StoreUnavailable(`The folder of pictures failed: ${String(error)}`, { cause: error });
  }
}

/** Syncs a folder, so that a rename or deletion survives a power loss. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  // Windows cannot sync folders.
  await handle.sync().catch(() => undefined);
  await handle.close();
}

/** Writes a file atomically and durably. */
async function writeWhole(path: string, bytes: Uint8Array, unfinished: string): Promise<void> {
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const part = join(unfinished, randomUUID());
  try {
    const handle = await open(part, "wx", 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

async function clearUnfinished(unfinished: string): Promise<void> {
  const before = Date.now() - UNFINISHED_MS;
  for (const name of (await unlessMissing(readdir(unfinished))) ?? []) {
    const path = join(unfinished, name);
    const facts = await unlessMissing(stat(path));
    if (facts && facts.mtimeMs < before) await rm(path, { force: true });
  }
}

/** Pictures as files, in folders by their first two random digits, which keeps folders small. */
export function diskImageStore({ folder }: { folder: string }): ImageStorePort {
  const unfinished = join(folder, "unfinished");
  const shardOf = (name: string) => join(folder, name.slice(3, 5));
  const pathOf = (name: string) => {
    if (!isStoredName(name)) throw new Error("This is no name of a stored picture.");
    return join(shardOf(name), name);
  };

  async function namesOf(shard: string, after: string): Promise<string[]> {
    const names = (await unlessMissing(readdir(join(folder, shard)))) ?? [];
    return names.filter((name) => isStoredName(name) && name > after).toSorted();
  }

  return {
    async put(name, bytes) {
      const path = pathOf(name);
      try {
        await writeWhole(path, bytes, unfinished);
      } catch (error) {
        throw new StoreUnavailable(`A picture could not be written: ${String(error)}`, { cause: error });
      }
    },
    async get(name, range) {
      if (!isStoredName(name)) return null;
      const path = pathOf(name);
      const facts = await unlessMissing(stat(path));
      if (!facts) return null;
      const { from, to } = range ?? { from: 0, to: facts.size - 1 };
      const stream = createReadStream(path, { start: from, end: to });
      return {
        body: Readable.toWeb(stream) as NodeWebStream<Uint8Array> as ReadableStream<Uint8Array>,
        size: to + 1 - from,
      };
    },
    async delete(names) {
      for (const name of names.filter(isStoredName)) await unlessMissing(rm(pathOf(name)));
    },
    async list(after, limit) {
      await clearUnfinished(unfinished);
      const found: StoredName[] = [];
      const shards = ((await unlessMissing(readdir(folder))) ?? []).filter((name) => /^[0-9a-f]{2}$/.test(name));
      for (const shard of shards.filter((each) => each >= after.slice(3, 5)).toSorted()) {
        for (const name of await namesOf(shard, after)) {
          const facts = await unlessMissing(stat(pathOf(name)));
          if (facts) found.push({ name, storedAt: facts.mtime });
          if (found.length === limit) return found;
        }
      }
      return found;
    },
    publicUrl: () => null,
  };
}
