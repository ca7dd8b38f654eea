import { cp, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
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

test("a migration that fails in the middle: nothing of it is there, the start says which and why, and both versions go on", async () => {
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
  const columns = async () =>
    (
      await db.execute(`select table_name, column_name from information_schema.columns
        where table_schema = 'public' and (table_name = 'surfboards' or column_name in ('level', 'half'))`)
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
  expect(said).toContain("Nothing was changed");
  expect(said).not.toMatch(/\bat .*:\d+:\d+/);
  expect(await columns()).toEqual([]);
  expect(await startAndStop()).toBe(200);

  await next.write(BAD, "alter table social_events add column level text", "select 2");
  expect(await startAndStop(next.main)).toBe(200);
  expect(await columns()).toHaveLength(2);
  expect(await db.select({ email: users.email }).from(users)).toEqual([{ email: "here@example.com" }]);
}, 120_000);
