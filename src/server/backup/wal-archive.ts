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
  /** The earliest moment it can recover to. */
  readonly completeAt: Date;
  /** The first WAL segment it needs. */
  readonly segment: string;
};

const BASE = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z-([0-9A-F]{24})\.tar\.gz(?:\.age)?$/;
const SEGMENT = /^([0-9A-F]{24})\./;
const SHOWN_HASH = 16;
const HASH_AND_KIND = /^\.[0-9a-f]{16}\.gz(?:\.age)?$/;
/** Prefix of files that are still being written. */
export const UNFINISHED = "unfinished";
/** Minimum retention of base backups and WAL, in days. */
const KEPT_DAYS = 14;
const DAY_MS = 24 * 60 * 60_000;

const collect = async (parts: AsyncIterable<Uint8Array>) => Buffer.concat(await Array.fromAsync(parts));
const once = async function* (data: Uint8Array): AsyncGenerator<Uint8Array> {
  yield data;
};
const hashOf = (data: Uint8Array) => createHash("sha256").update(data).digest("hex").slice(0, SHOWN_HASH);

/** The archived name of a WAL file. PostgreSQL's names can be prefixes of one another. */
const storedAs = (name: string, stored: readonly string[]) =>
  stored.find((each) => each.startsWith(`${name}.`) && HASH_AND_KIND.test(each.slice(name.length)));

const readControl = async (cluster: string) => readFile(join(cluster, "global", "pg_control"));
/** Offset in the control file of the last checkpoint's timeline. */
const TIMELINE_AT = 48;

/** Reads PostgreSQL's system identifier from the cluster's control file. */
export async function clusterId(cluster: string): Promise<string> {
  return (await readControl(cluster)).readBigUInt64LE(0).toString();
}

/** Reads the cluster's current timeline, as in the names of its segments. */
export async function timelineOf(cluster: string): Promise<string> {
  const timeline = (await readControl(cluster)).readUInt32LE(TIMELINE_AT);
  return timeline.toString(16).toUpperCase().padStart(8, "0");
}

export const baseName = (at: Date, segment: string, isEncrypted: boolean) =>
  `${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z-${segment}.tar.gz${isEncrypted ? ".age" : ""}`;

/** Lists a folder; empty if it does not exist. */
async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
}

/** Lists one cluster's archived WAL files. */
export const walNames = async (folder: string) => namesIn(join(folder, "wal"));

/** One cluster's base backups, newest first. */
export async function basesOf(folder: string): Promise<Base[]> {
  const names = await namesIn(join(folder, "base"));
  return names
    .flatMap((name) => {
      const [, day, hours, minutes, seconds, segment] = BASE.exec(name) ?? [];
      if (segment === undefined) return [];
      // Names have whole seconds; round up to the second in which the copy was complete.
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

/** Saves the group's time zone in the archive, because a recovery starts without a database to read it from. */
export async function saveZone(folder: string, zone: string): Promise<void> {
  if ((await readZone(folder)) === zone) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = `${zoneFile(folder)}.unfinished`;
  await writeFile(unfinished, `${zone}\n`, { mode: 0o600, flush: true });
  await rename(unfinished, zoneFile(folder));
}

/** Null if none was saved. */
export async function readZone(folder: string): Promise<string | null> {
  const text = await readFile(zoneFile(folder), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  return text?.trim() ?? null;
}

/** Removes leftovers of killed processes. */
async function removeUnfinished(folder: string, now: Date): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (!name.startsWith(UNFINISHED)) continue;
    const file = await stat(join(folder, name)).catch(() => null);
    if (file && file.mtimeMs < now.getTime() - DAY_MS) await rm(join(folder, name), { force: true });
  }
}

/** Applies retention: removes base backups that no retained day needs, and WAL older than the oldest remaining base. */
export async function keepDays(folder: string, now: Date): Promise<void> {
  for (const kind of ["base", "wal"]) await removeUnfinished(join(folder, kind), now);
  const bases = await basesOf(folder);
  const isOld = ({ completeAt }: Base) => completeAt.getTime() < now.getTime() - KEPT_DAYS * DAY_MS;
  // The newest expired base covers the start of the retention window.
  const needed = bases.find(isOld);
  const isKept = (base: Base) => !isOld(base) || base === needed;
  for (const base of bases) if (!isKept(base)) await rm(join(folder, "base", base.name));
  // The first eight digits are the timeline. The rest only grows across timelines: a recovery continues from an earlier
  // position.
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
 * Stores a WAL file atomically. Storing the same file again does nothing. Throws {@link Refused} if the name exists
 * with other content: two databases are writing one history.
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
    // PostgreSQL retries every minute, so leftovers would pile up on a full disk.
    await rm(unfinished, { force: true });
    throw error;
  }
  const handle = await open(wal);
  await handle.sync();
  await handle.close();
}

/** Reads a WAL file; null if the archive does not have it. Throws {@link Refused} if it is damaged. */
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
