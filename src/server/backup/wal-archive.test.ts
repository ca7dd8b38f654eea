import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { allBases, baseName, fetchWal, keepDays, storeWal } from "#src/server/backup/wal-archive.ts";

const segment = (number: number) => `00000001${number.toString(16).toUpperCase().padStart(16, "0")}`;

async function makeArchive(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "sandbar-archive-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  await mkdir(join(root, "7", "base"), { recursive: true });
  return root;
}

test("[OPS-04] two weeks can be recovered: retention keeps the base backup before them, with its WAL", async () => {
  const root = await makeArchive();
  const folder = join(root, "7");
  const base = (day: string, number: number) => baseName(new Date(`${day}T03:41:00Z`), segment(number), false);
  const names = [base("2026-11-01", 10), base("2026-11-08", 20), base("2026-11-15", 30), base("2026-11-23", 40)];
  for (const name of names) await writeFile(join(folder, "base", name), "");
  const path = join(root, "changes");
  await writeFile(path, "changes");
  for (const number of [9, 10, 19, 20, 41]) await storeWal(folder, { name: segment(number), path, recipients: [] });
  await storeWal(folder, { name: "00000002.history", path, recipients: [] });

  await keepDays(folder, new Date("2026-11-23T12:00:00Z"));
  expect((await allBases(root)).map(({ name }) => name)).toEqual(names.slice(1).toReversed());
  const kept = (await readdir(join(folder, "wal"))).map((name) => name.split(".")[0]);
  expect(new Set(kept)).toEqual(new Set([segment(20), segment(41), "00000002"]));
});

test("[OPS-04] retention keeps the WAL after a recovery, which continues from an earlier position than the last base backup", async () => {
  const root = await makeArchive();
  const folder = join(root, "7");
  const afterRecovery = segment(51).replace("00000001", "00000002");
  for (const name of [
    baseName(new Date("2026-11-08T03:41:00Z"), segment(60), false),
    baseName(new Date("2026-11-08T10:01:00Z"), afterRecovery, false),
  ])
    await writeFile(join(folder, "base", name), "");
  const path = join(root, "changes");
  await writeFile(path, "changes");
  for (const name of [segment(50), afterRecovery]) await storeWal(folder, { name, path, recipients: [] });

  await keepDays(folder, new Date("2026-11-22T08:00:00Z"));
  expect((await readdir(join(folder, "wal"))).map((name) => name.split(".")[0])).toEqual([afterRecovery]);
});

test("[OPS-04] leftovers of failed or killed writes are removed, and files being written stay", async () => {
  const root = await makeArchive();
  const folder = join(root, "7");
  const path = join(root, "changes");
  await writeFile(path, "changes");
  await mkdir(join(folder, "wal"));
  const now = new Date("2026-11-23T12:00:00Z");
  const files = ["base/unfinished", "base/unfinished.0a1b2c3d.unfinished", "wal/unfinished-0a1b2c3d4e5f6a7b"];
  for (const [index, file] of [...files, "wal/unfinished-new"].entries()) {
    const at = new Date(now.getTime() - (index < files.length ? 25 : 23) * 60 * 60_000);
    await writeFile(join(folder, file), "");
    await utimes(join(folder, file), at, at);
  }
  await keepDays(folder, now);
  expect([await readdir(join(folder, "base")), await readdir(join(folder, "wal"))]).toEqual([[], ["unfinished-new"]]);

  // The name is so long that only the final rename fails.
  await expect(storeWal(folder, { name: "0".repeat(250), path, recipients: [] })).rejects.toThrow("ENAMETOOLONG");
  expect(await readdir(join(folder, "wal"))).toEqual(["unfinished-new"]);
});

test("[OPS-04] archiving the same WAL file twice is allowed; another file with its name is refused", async () => {
  const root = await makeArchive();
  const path = join(root, "changes");
  const wal = { name: segment(1), path, recipients: [] };
  for (let time = 0; time < 2; time += 1) {
    await writeFile(path, "changes");
    await storeWal(join(root, "7"), wal);
  }
  await writeFile(path, "of another site");
  await expect(storeWal(join(root, "7"), wal)).rejects.toThrow("is there a second site?");
  await storeWal(join(root, "7"), { ...wal, name: `${segment(1)}.00000028.backup` });
  await storeWal(join(root, "7"), { ...wal, name: segment(3) });
  await storeWal(join(root, "7"), { ...wal, name: `${segment(3)}.partial` });
  expect(String(await fetchWal(join(root, "7"), segment(1), undefined))).toBe("changes");
  expect(await fetchWal(join(root, "7"), segment(2), undefined)).toBeNull();
});
