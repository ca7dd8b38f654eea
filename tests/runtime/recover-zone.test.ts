import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { baseName, saveZone } from "#src/server/backup/wal-archive.ts";
import { recover } from "#tests/support/archived-database.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

test("[OPS-04] a time without a zone is in the zone that the group chose on the site, not in that of the environment", async () => {
  const folder = await temporaryFolder();
  const cluster = join(folder, "archive", "7");
  await mkdir(join(cluster, "base"), { recursive: true });
  await saveZone(cluster, "Asia/Tokyo");
  const base = baseName(new Date("2026-11-01T12:00:00Z"), "000000010000000000000005", false);
  await writeFile(join(cluster, "base", base), "");
  const settings = { DATA_DIR: join(folder, "data"), WAL_ARCHIVE_DIR: join(folder, "archive"), GROUP_TIMEZONE: "UTC" };
  // 11:30 of the clock in UTC; at 20:30 UTC there is a base backup to begin with.
  expect((await recover(["--to", "2026-11-01 20:30"], settings)).err).toContain("begins at 2026-11-01 21:00:01 GMT+9");
});
