import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { basesOfBranch, branchesByTime } from "#src/server/backup/branches.ts";
import { baseName, basesOf, storeWal } from "#src/server/backup/wal-archive.ts";

async function makeArchive() {
  const folder = await mkdtemp(join(tmpdir(), "sandbar-branches-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, "base"));
  const store = async (name: string, text: string) => {
    await writeFile(join(folder, "text"), text);
    await storeWal(folder, { name, path: join(folder, "text"), recipients: [] });
  };
  const addBase = async (at: string, segment: string, end: string) => {
    await writeFile(join(folder, "base", baseName(new Date(at), segment, false)), "");
    await store(`${segment}.00000028.backup`, `START WAL LOCATION: 0/0 (file ${segment})\nSTOP WAL LOCATION: ${end}\n`);
  };
  return { folder, store, addBase };
}

test("[OPS-04] a branch can be recovered from its own base backups and those completed before the fork", async () => {
  const { folder, store, addBase } = await makeArchive();
  await addBase("2026-11-01T03:41:00Z", "000000010000000000000005", "0/5000158");
  await addBase("2026-11-02T03:41:00Z", "000000010000000000000007", "0/8000200");
  await addBase("2026-11-03T03:41:00Z", "000000020000000000000008", "0/8000300");
  await addBase("2026-11-04T03:41:00Z", "000000030000000000000009", "0/9000300");
  await store("00000002.history", "1\t0/8000100\tbefore 2026-11-02 03:40:30+00\n");
  await store("00000003.history", "1\t0/6000000\tbefore 2026-11-01 10:00:00+00\n");
  const bases = await basesOf(folder);
  const daysOf = async (branch: string) =>
    (await basesOfBranch(bases, { folder, branch }, undefined)).map(({ name }) => name.slice(8, 10));
  expect(await Promise.all(["00000001", "00000002", "00000003"].map(daysOf))).toEqual([
    ["02", "01"],
    ["03", "01"],
    ["04", "01"],
  ]);
});

test("[OPS-04] a recovery counts from its first use, and not at all if never used", async () => {
  const { folder, store, addBase } = await makeArchive();
  await addBase("2026-11-01T03:41:00Z", "000000010000000000000005", "0/5000158");
  await store("00000003.history", "1\t0/6000000\tno recovery target specified\n");
  expect((await branchesByTime(await basesOf(folder))).map(({ branch }) => branch)).toEqual(["00000001"]);
  await store("000000030000000000000006", "changes");
  await store("00000002.history", "1\t0/6000000\tno recovery target specified\n");
  await store("000000020000000000000006", "changes");
  // In a copy of the archive, every file has the copy's modification time.
  await addBase("2026-11-02T03:41:00Z", "000000020000000000000007", "0/7000158");
  const branches = await branchesByTime(await basesOf(folder));
  expect(branches.map(({ branch }) => branch)).toEqual(["00000003", "00000002", "00000002", "00000001"]);
});
