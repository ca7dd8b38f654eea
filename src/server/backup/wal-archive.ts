import { createHash, randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { constants, gunzip, gzip } from "node:zlib";
import { decryptWith, encryptFor } from "#src/server/backup/encryption.ts";
import { Refused } from "#src/server/refused.ts";

// WAL_ARCHIVE_DIR/CLUSTER/base/MOMENT-SEGMENT.tar.gz and WAL_ARCHIVE_DIR/CLUSTER/wal/SEGMENT.HASH.gz, each perhaps with
// .age. CLUSTER is PostgreSQL's number of the cluster, so a new database never mixes with an older one. Decision 0077.

export type Base = {
  readonly folder: string;
  readonly name: string;
  /** From this moment on the base can be recovered to. */
  readonly completeAt: Date;
  /** The first segment of changes that it needs. */
  readonly segment: string;
};

const BASE = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z-([0-9A-F]{24})\.tar\.gz(?:\.age)?$/;
const SEGMENT = /^([0-9A-F]{24})\./;
const SHOWN_HASH = 16;
const HASH_AND_KIND = /^\.[0-9a-f]{16}\.gz(?:\.age)?$/;
/** How the names of files begin while they are being written. */
export const UNFINISHED = "unfinished";
/** Base backups and changes of at least so many days are kept. */
const KEPT_DAYS = 14;
const DAY_MS = 24 * 60 * 60_000;

const collect = async (parts: AsyncIterable<Uint8Array>) => Buffer.concat(await Array.fromAsync(parts));
const once = async function* (data: Uint8Array): AsyncGenerator<Uint8Array> {
  yield data;
};
const hashOf = (data: Uint8Array) => createHash("sha256").update(data).digest("hex").slice(0, SHOWN_HASH);

/** The name of a file of changes in the archive. PostgreSQL's names may begin with one another. */
const storedAs = (name: string, stored: readonly string[]) =>
  stored.find((each) => each.startsWith(`${name}.`) && HASH_AND_KIND.test(each.slice(name.length)));

const readControl = async (cluster: string) => readFile(join(cluster, "global", "pg_control"));
/** Where the control file has the timeline of the last checkpoint. */
const TIMELINE_AT = 48;

/** PostgreSQL's number of a cluster, from its control file. */
export async function clusterId(cluster: string): Promise<string> {
  return (await readControl(cluster)).readBigUInt64LE(0).toString();
}

/** PostgreSQL's number of the branch of history that a cluster writes, as in the names of its segments. */
export async function timelineOf(cluster: string): Promise<string> {
  const timeline = (await readControl(cluster)).readUInt32LE(TIMELINE_AT);
  return timeline.toString(16).toUpperCase().padStart(8, "0");
}

export const baseName = (at: Date, segment: string, isEncrypted: boolean) =>
  `${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z-${segment}.tar.gz${isEncrypted ? ".age" : ""}`;

/** The names in a folder; none where it is not there. */
async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
}

/** The names of the files of changes of one cluster. */
export const walNames = async (folder: string) => namesIn(join(folder, "wal"));

/** The base backups of one cluster, newest first. */
export async function basesOf(folder: string): Promise<Base[]> {
  const names = await namesIn(join(folder, "base"));
  return names
    .flatMap((name) => {
      const [, day, hours, minutes, seconds, segment] = BASE.exec(name) ?? [];
      if (segment === undefined) return [];
      // Names have whole seconds, and the copy was complete within the second.
      const completeAt = new Date(Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`) + 1000);
      return [{ folder, name, completeAt, segment }];
    })
    .toSorted((a, b) => b.completeAt.getTime() - a.completeAt.getTime());
}

/** The base backups of all clusters in an archive, newest first. */
export async function allBases(root: string): Promise<Base[]> {
  const clusters = (await namesIn(root)).filter((name) => /^\d+$/.test(name));
  const bases = await Promise.all(clusters.map((name) => basesOf(join(root, name))));
  return bases.flat().toSorted((a, b) => b.completeAt.getTime() - a.completeAt.getTime());
}

const zoneFile = (folder: string) => join(folder, "zone.txt");

/** Keeps the group's time zone in the archive, because a recovery has no database yet to ask for it. */
export async function saveZone(folder: string, zone: string): Promise<void> {
  if ((await readZone(folder)) === zone) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = `${zoneFile(folder)}.unfinished`;
  await writeFile(unfinished, `${zone}\n`, { mode: 0o600, flush: true });
  await rename(unfinished, zoneFile(folder));
}

/** Null where none was kept. */
export async function readZone(folder: string): Promise<string | null> {
  const text = await readFile(zoneFile(folder), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  return text?.trim() ?? null;
}

/** Removes what was being written when a process was killed. */
async function removeUnfinished(folder: string, now: Date): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (!name.startsWith(UNFINISHED)) continue;
    const file = await stat(join(folder, name)).catch(() => null);
    if (file && file.mtimeMs < now.getTime() - DAY_MS) await rm(join(folder, name), { force: true });
  }
}

/** Removes base backups that a later one replaces for all the days that are kept, and changes before the oldest left. */
export async function keepDays(folder: string, now: Date): Promise<void> {
  for (const kind of ["base", "wal"]) await removeUnfinished(join(folder, kind), now);
  const bases = await basesOf(folder);
  const isOld = ({ completeAt }: Base) => completeAt.getTime() < now.getTime() - KEPT_DAYS * DAY_MS;
  // The newest of the old ones leads into the days that are kept.
  const needed = bases.find(isOld);
  const isKept = (base: Base) => !isOld(base) || base === needed;
  for (const base of bases) if (!isKept(base)) await rm(join(folder, "base", base.name));
  // The first eight digits are the timeline; what follows only grows, and a recovery goes on from an earlier place.
  const place = (segment: string) => segment.slice(8);
  const [first] = bases
    .filter(isKept)
    .map((base) => place(base.segment))
    .toSorted();
  if (first === undefined) return;
  for (const name of await walNames(folder)) {
    const segment = SEGMENT.exec(name)?.[1];
    if (segment !== undefined && place(segment) < first) await rm(join(folder, "wal", name));
  }
}

/**
 * Puts a file of changes into the archive; it is there as a whole or not at all. The same file again does nothing. Throws
 * {@link Refused} where another one has its name: two databases are changing one history.
 */
export async function storeWal(
  folder: string,
  { name, path, recipients }: { readonly name: string; readonly path: string; readonly recipients: readonly string[] },
): Promise<void> {
  const data = await readFile(path);
  const wal = join(folder, "wal");
  await mkdir(wal, { recursive: true, mode: 0o700 });
  const start = `${name}.${hashOf(data)}.gz`;
  const known = storedAs(name, await readdir(wal));
  if (known?.startsWith(start)) return;
  if (known !== undefined)
    throw new Refused(`${join(wal, known)} is another file of this name: is there a second site?`);
  const packed = await promisify(gzip)(data, { level: constants.Z_BEST_SPEED });
  const bytes = recipients.length > 0 ? await collect(encryptFor(recipients)(once(packed))) : packed;
  const unfinished = join(wal, `${UNFINISHED}-${randomBytes(8).toString("hex")}`);
  try {
    await writeFile(unfinished, bytes, { flag: "wx", mode: 0o600, flush: true });
    await rename(unfinished, join(wal, recipients.length > 0 ? `${start}.age` : start));
  } catch (error) {
    // PostgreSQL tries again each minute: on a full disk they would collect.
    await rm(unfinished, { force: true });
    throw error;
  }
  const handle = await open(wal);
  await handle.sync();
  await handle.close();
}

/** A file of changes; null where the archive has none of this name. Throws {@link Refused} where it is damaged. */
export async function fetchWal(folder: string, name: string, identity: string | undefined): Promise<Buffer | null> {
  const wal = join(folder, "wal");
  const known = storedAs(name, await walNames(folder));
  if (known === undefined) return null;
  const path = join(wal, known);
  if (known.endsWith(".age") && identity === undefined)
    throw new Refused(`${path} is encrypted. Say which key opens it: --identity KEYFILE`);
  const stored = await readFile(path);
  try {
    const packed = known.endsWith(".age")
      ? await collect((await decryptWith(identity ?? "", path))(once(stored)))
      : stored;
    const data = await promisify(gunzip)(packed);
    if (known.startsWith(`${name}.${hashOf(data)}.`)) return data;
  } catch (error) {
    if (error instanceof Refused) throw error;
  }
  throw new Refused(`${path} is damaged: nothing after it can be recovered.`);
}
