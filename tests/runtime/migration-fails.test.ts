import { cp, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "#src/db/connect.server.ts";
import { startEmbeddedPostgres } from "#src/db/embedded/embedded-postgres.server.ts";
import { users } from "#src/db/tables/users.ts";
import { makeUser } from "#seeds/factories.ts";
import { startSiteProcess } from "#tests/support/site-process.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const [GOOD, BAD] = ["9998_surfboards", "9999_levels"];
const OUTSIDE = "-- outside a transaction\n";
const LEVEL = "select from information_schema.columns where table_name = 'social_events' and column_name = 'level'";
const ONE_AFTER_THE_OTHER = "\n--> statement-breakpoint\n";

type Journal = { readonly entries: readonly { readonly idx: number; readonly when: number }[] };

/** The next version of the site, with two migrations more than this one. */
async function makeNextVersion() {
  const project = await temporaryFolder();
  for (const part of ["src", "seeds", "migrations", "package.json"])
    await cp(join(ROOT, part), join(project, part), { recursive: true });
  for (const part of ["node_modules", "build", "assets"]) await symlink(join(ROOT, part), join(project, part));
  const migrations = join(project, "migrations");
  const journalFile = join(migrations, "meta", "_journal.json");
  const journal = JSON.parse(await readFile(journalFile, "utf8")) as Journal;
  const last = journal.entries.at(-1);
  const entries = [GOOD, BAD].map((tag, index) => ({
    idx: (last?.idx ?? 0) + 1 + index,
    version: "7",
    when: (last?.when ?? 0) + 1 + index,
    tag,
    breakpoints: true,
  }));
  await writeFile(journalFile, JSON.stringify({ ...journal, entries: [...journal.entries, ...entries] }));
  const write = (tag: string, ...statements: readonly string[]) =>
    writeFile(join(migrations, `${tag}.sql`), statements.join(ONE_AFTER_THE_OTHER));
  await write(GOOD, "create table surfboards (id text primary key)");
  return { main: join(project, "src", "server", "main.ts"), write };
}

async function startDatabase() {
  const postgres = await startEmbeddedPostgres({ dataDir: await temporaryFolder(), settings: { fsync: "off" } });
  onTestFinished(() => postgres.stop());
  const { db, pool } = connect(postgres.connectionString, pino({ level: "silent" }));
  onTestFinished(() => pool.end());
  const settings = {
    DATABASE_URL: postgres.connectionString,
    DATA_DIR: join(await temporaryFolder(), "data"),
    SEED: "none",
  };
  const startAndStop = async (main?: string) => {
    const site = await startSiteProcess(settings, main);
    const { status } = await fetch(`${site.url}/api/social-events`);
    await site.stop();
    return status;
  };
  return { db, url: postgres.connectionString, settings, startAndStop };
}

test("a migration that fails in the middle: nothing of it is there, those before it are, the start says which and why, and both versions go on", async () => {
  const { db, settings, startAndStop } = await startDatabase();
  const columns = async () =>
    (
      await db.execute(`select table_name, column_name from information_schema.columns
        where table_schema = 'public' and (table_name = 'surfboards' or table_name = 'social_events' and column_name in ('level', 'half'))`)
    ).rows;

  expect(await startAndStop()).toBe(200);
  await db.insert(users).values(makeUser({ email: "here@example.com" }));
  const next = await makeNextVersion();
  await next.write(BAD, "alter table social_events add column half text", "select 1 / 0", "select 2");
  const said = await startSiteProcess(settings, next.main).then(
    () => "it started",
    (error: Error) => error.message,
  );
  expect(said).toContain("code 1");
  expect(said).toContain(`The migration ${BAD}.sql failed: division by zero`);
  expect(said).toContain("Nothing of it was applied");
  expect(said).not.toMatch(/\bat .*:\d+:\d+/);
  expect(await columns()).toEqual([{ table_name: "surfboards", column_name: "id" }]);
  expect(await startAndStop()).toBe(200);

  await next.write(BAD, "alter table social_events add column level text", "select 2");
  expect(await startAndStop(next.main)).toBe(200);
  expect(await columns()).toHaveLength(2);
  expect(await db.select({ email: users.email }).from(users)).toEqual([{ email: "here@example.com" }]);
});

test("while a migration waits for a table others go on reading it, and of two starts one builds an index beside them", async () => {
  const { db, url, settings, startAndStop } = await startDatabase();
  expect(await startAndStop()).toBe(200);
  const next = await makeNextVersion();
  await next.write(GOOD, "alter table social_events add column level text");
  await next.write(BAD, OUTSIDE + "create index concurrently surfboards on social_events (level)");
  const reader = new pg.Client({ connectionString: url });
  onTestFinished(() => reader.end());
  await reader.connect();
  await reader.query("begin; select count(*) from social_events");
  const starts = [startSiteProcess(settings, next.main), startSiteProcess(settings, next.main)];
  const waiting = `select from pg_stat_activity where application_name = 'sandbar migrations' and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await db.execute(waiting)).rows.length, { timeout: 90_000 }).toBe(1);
  // It queues behind the migration, which gives up sooner than the 15 seconds after which this would be refused.
  await db.execute("select count(*) from social_events");
  expect((await db.execute(LEVEL)).rows).toEqual([]);
  await reader.query("commit");
  for (const site of await Promise.all(starts)) {
    expect((await fetch(`${site.url}/api/social-events`)).status).toBe(200);
    await site.stop();
  }
  expect((await db.execute(LEVEL)).rows).toHaveLength(1);
  const { rows } = await db.execute("select indisvalid from pg_index where indexrelid = 'surfboards'::regclass");
  expect(rows).toEqual([{ indisvalid: true }]);
});
