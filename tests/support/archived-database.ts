import { mkdir, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { onTestFinished } from "vitest";
import { readConfig } from "#src/config.server.ts";
import { startEmbeddedPostgres } from "#src/db/embedded/embedded-postgres.server.ts";
import { archiveSettings } from "#src/server/backup/archive-settings.ts";
import { saveBase } from "#src/server/backup/base-backup.ts";
import { baseName, basesOf } from "#src/server/backup/wal-archive.ts";
import { until } from "#tests/support/processes.ts";
import { runAtTerminal } from "#tests/support/terminal.ts";

export const recover = async (args: readonly string[], settings: Record<string, string>) =>
  runAtTerminal("src/server/backup/recover.ts", args, settings).shown;

/** A whole second that lies between what was done before and what is done after. */
export async function nextSecond(): Promise<string> {
  const second = Math.ceil(Date.now() / 1000) * 1000;
  await until("the second has begun", () => Date.now() > second);
  return new Date(second).toISOString().replace(".000", "");
}

/** The folder of the only cluster of an archive. */
async function clusterIn(archive: string): Promise<string> {
  const [cluster = "none"] = await readdir(archive).catch(() => []);
  return join(archive, cluster);
}

/** The files of an archive, of one kind, that are whole. */
export async function filesIn(archive: string, kind: "base" | "wal"): Promise<string[]> {
  const folder = join(await clusterIn(archive), kind);
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => !name.startsWith("unfinished")).map((name) => join(folder, name));
}

/** Makes the newest base backup older, as if this many hours had passed since. */
export async function ageBase(archive: string, hours: number): Promise<void> {
  const folder = await clusterIn(archive);
  const [base] = await basesOf(folder);
  if (base === undefined) throw new Error("There is no base backup.");
  const at = new Date(base.completeAt.getTime() - hours * 60 * 60_000);
  await rename(join(folder, "base", base.name), join(folder, "base", baseName(at, base.segment, false)));
}

/** The private database of a site, archived as by one, without the site: a list of words. */
export async function startArchived(dataDir: string, archive: string) {
  const config = readConfig({ DATA_DIR: dataDir, WAL_ARCHIVE_DIR: archive });
  await mkdir(dataDir, { recursive: true });
  const settings = { ...archiveSettings(config), archive_timeout: "1" };
  const database = await startEmbeddedPostgres({ dataDir, settings });
  onTestFinished(() => database.stop());
  const client = new pg.Client({ connectionString: database.connectionString });
  // Where a test fails, the database ends first.
  client.on("error", () => undefined);
  await client.connect();
  await client.query("create table if not exists words (word text)");
  return {
    write: async (word: string) => void (await client.query("insert into words values ($1)", [word])),
    saveBase: async () => saveBase(config, archive),
    stop: async () => {
      await client.end();
      await database.stop();
    },
  };
}

/** What a recovered database has, without archiving anything. */
export async function wordsIn(dataDir: string): Promise<string[]> {
  const database = await startEmbeddedPostgres({ dataDir });
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  const { rows } = await client.query<{ word: string }>("select word from words order by word");
  await client.end();
  await database.stop();
  return rows.map(({ word }) => word);
}
