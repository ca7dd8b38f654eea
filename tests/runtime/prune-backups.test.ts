import { execFileSync } from "node:child_process";
import { readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const DAY_MS = 24 * 60 * 60_000;

/** Runs what the unit of the nightly backup runs before it, on a folder with files of these ages in days. */
async function prune(files: Readonly<Record<string, number>>): Promise<string[]> {
  const folder = await temporaryFolder();
  for (const [name, days] of Object.entries(files)) {
    const at = new Date(Date.now() - days * DAY_MS - 60_000);
    await writeFile(join(folder, name), "");
    await utimes(join(folder, name), at, at);
  }
  const unit = await readFile(join(ROOT, "deploy", "sandbar-backup.service"), "utf8");
  const [, command = ""] = /^ExecStartPre=-(.*)$/m.exec(unit) ?? [];
  execFileSync("/bin/sh", ["-c", command.replace("/var/backups/sandbar", folder)], { cwd: ROOT });
  return (await readdir(folder)).toSorted();
}

const nameOf = (day: number, end = ".tar.gz") => `sandbar-2026-10-${String(day).padStart(2, "0")}T033000Z${end}`;

test("[OPS-04] room is made before the nightly backup: old ones go, the newest seven whole ones stay however old", async () => {
  const days = Array.from({ length: 9 }, (_, index) => index + 1);
  const old = Object.fromEntries(days.map((day) => [nameOf(day, day > 4 ? ".tar.gz.age" : ".tar.gz"), 60 - day]));
  const cut = { [nameOf(30, ".tar.gz.0a1b2c3d.unfinished")]: 2, [nameOf(31, ".tar.gz.4e5f6a7b.unfinished")]: 0 };
  expect(await prune({ ...old, ...cut, "my own.tar.gz": 90 })).toEqual(
    [...Object.keys(old).slice(2), nameOf(31, ".tar.gz.4e5f6a7b.unfinished"), "my own.tar.gz"].toSorted(),
  );
  const recent = Object.fromEntries(days.map((day) => [nameOf(day), 31 - day]));
  expect(await prune(recent)).toEqual(Object.keys(recent));
});
