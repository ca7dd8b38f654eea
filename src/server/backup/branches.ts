// Each recovery that goes into use starts a branch of the history: a PostgreSQL timeline. Decision 0077.
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type Base, fetchWal, walNames } from "#src/server/backup/wal-archive.ts";

export type Branch = {
  readonly folder: string;
  /** Eight hexadecimal digits, as in WAL file names. */
  readonly branch: string;
};

const HISTORY = /^([0-9A-F]{8})\.history\./;
const NOTE = /^([0-9A-F]{24}\.[0-9A-F]{8}\.backup)\./;

export const branchOf = ({ segment }: Base) => segment.slice(0, 8);

/** Parses a WAL position (LSN), which PostgreSQL writes as `0/3000158`. */
const placeOf = (high = "0", low = "0") => (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);

/** When the site switched to each branch, from base backups and from the first use of recoveries. Newest first. */
export async function branchesByTime(bases: readonly Base[]): Promise<(Branch & { readonly at: Date })[]> {
  const seen = bases.map((base) => ({ folder: base.folder, branch: branchOf(base), at: base.completeAt }));
  for (const folder of new Set(bases.map((base) => base.folder))) {
    const names = await walNames(folder);
    for (const name of names) {
      const branch = HISTORY.exec(name)?.[1];
      // Earlier versions also archived the history of recoveries that were never used.
      const isUsed = names.some((each) => branch !== undefined && each.startsWith(branch) && each !== name);
      if (branch === undefined || !isUsed) continue;
      const { mtimeMs } = await stat(join(folder, "wal", name));
      // Copying an archive can lose its files' modification times; base backups have theirs in the name.
      const known = seen.filter((each) => each.folder === folder && each.branch === branch);
      const at = new Date(Math.min(mtimeMs, ...known.map((each) => each.at.getTime())));
      seen.push({ folder, branch, at });
    }
  }
  return seen.toSorted((a, b) => b.at.getTime() - a.at.getTime());
}

/** A branch's ancestors, each with the position where it was left. */
async function forksOf({ folder, branch }: Branch, identity: string | undefined): Promise<Map<string, bigint>> {
  const history = String((await fetchWal(folder, `${branch}.history`, identity)) ?? "");
  return new Map(
    [...history.matchAll(/^\s*(\d+)\s+([0-9A-F]+)\/([0-9A-F]+)/gm)].map(([, number, high, low]) => [
      Number(number).toString(16).toUpperCase().padStart(8, "0"),
      placeOf(high, low),
    ]),
  );
}

/** The position at which a base backup becomes consistent; undefined if its .backup file is missing. */
async function endOf({ folder, segment }: Base, identity: string | undefined): Promise<bigint | undefined> {
  const names = (await walNames(folder)).map((name) => NOTE.exec(name)?.[1]);
  const name = names.find((each) => each?.startsWith(segment));
  const note = name === undefined ? "" : String(await fetchWal(folder, name, identity));
  const [, high, low] = /^STOP WAL LOCATION: ([0-9A-F]+)\/([0-9A-F]+)/m.exec(note) ?? [];
  return high === undefined ? undefined : placeOf(high, low);
}

/** Base backups a branch can be recovered from: its own, and its ancestors' that were complete before the fork. */
export async function basesOfBranch(
  bases: readonly Base[],
  wanted: Branch,
  identity: string | undefined,
): Promise<Base[]> {
  const forks = await forksOf(wanted, identity);
  const leading: Base[] = [];
  for (const base of bases.filter(({ folder }) => folder === wanted.folder)) {
    const fork = forks.get(branchOf(base));
    const end = fork === undefined ? undefined : await endOf(base, identity);
    const isBefore = fork !== undefined && end !== undefined && end <= fork;
    if (isBefore || branchOf(base) === wanted.branch) leading.push(base);
  }
  return leading;
}
