import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { expect, onTestFinished, test } from "vitest";
import type { Db } from "#src/db/connect.server.ts";
import { migrateDatabase } from "#src/db/migrate.server.ts";
import { MIGRATIONS } from "#src/db/migrations.server.ts";
import { diskImageStore } from "#src/ports/image-store/disk/image-store-disk.server.ts";
import { databaseUrl } from "#tests/support/cluster.ts";
import { atTheGate, backup, GATE_TABLE, holdLocks, open, restore, schemaOf } from "#tests/support/backups.ts";
import { allTables, wholeRows } from "#tests/support/rows.ts";
import { startOpenPostgres } from "#tests/support/open-postgres.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

/** A separate server with as many databases as a test wants. */
async function startServer() {
  const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };
  const server = await startOpenPostgres(await temporaryFolder(), settings);
  onTestFinished(() => server.stop());
  const { db } = open(server.superuserUrl);
  return async (name: string) => {
    await db.execute(sql.raw(`create database ${name}`));
    const url = databaseUrl(server.superuserUrl, name);
    return { url, ...open(url) };
  };
}

const addKey = (db: Db, kid: string) =>
  db.execute(sql`insert into identity_keys (kid, private_jwk) values (${kid}, '{}')`);
const WHAT_IS_THERE = sql`select count(*)::int as count from pg_class c join pg_namespace n on n.oid = relnamespace
  where nspname in ('public', 'drizzle')`;

/** The migrations that a release before 0028 had, which drizzle's own migrator can run. */
async function olderMigrations(): Promise<string> {
  const folder = await temporaryFolder();
  await cp(MIGRATIONS, folder, { recursive: true });
  const journal = join(folder, "meta", "_journal.json");
  const { entries, ...rest } = JSON.parse(await readFile(journal, "utf8")) as { entries: unknown[] };
  await writeFile(journal, JSON.stringify({ ...rest, entries: entries.slice(0, 28) }));
  return folder;
}

test("what is not a whole backup of this version or an older one is refused in words, and so is a place in use; nothing changes", async () => {
  const makeDatabase = await startServer();
  const [site, empty] = [await makeDatabase("site"), await makeDatabase("empty")];
  await migrateDatabase(site.url);
  await addKey(site.db, "first");
  const folder = await temporaryFolder();
  const DATA_DIR = join(folder, "data");
  const settings = { DATABASE_URL: site.url, DATA_DIR };
  const file = (name: string) => join(folder, `${name}.tar.gz`);
  expect(await backup(file("good"), settings).shown).toMatchObject({ code: 0, err: "" });
  await site.db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at)
    values (${"f".repeat(64)}, ${Date.now()})`);
  expect(await backup(file("newer"), settings).shown).toMatchObject({ code: 0, err: "" });

  const good = await readFile(file("good"));
  const flipped = Buffer.from(good);
  // In gzip's checksum: a bit elsewhere may unpack to something else that is refused in other words.
  const checksum = good.length - 8;
  flipped.writeUInt8(flipped.readUInt8(checksum) ^ 1, checksum);
  // Packed as it should be: only the content is not what it was.
  const altered = gunzipSync(good).toString("latin1").replace("first\t", "worst\t");
  const made: readonly (readonly [string, Buffer, string])[] = [
    ["cut", good.subarray(0, good.length - 100), "is damaged: its end is missing"],
    ["flipped", flipped, "is damaged: it cannot be unpacked"],
    ["altered", gzipSync(Buffer.from(altered, "latin1")), "is damaged: it does not hold what its table of contents"],
    ["foreign", gzipSync(gunzipSync(good).subarray(10_240)), "is not a Sandbar backup"],
  ];
  for (const [name, bytes] of made) await writeFile(file(name), bytes);
  const faults = [...made.map(([name, , words]) => [name, words]), ["newer", "is of a newer version of Sandbar"]];
  const target = { DATABASE_URL: empty.url, DATA_DIR };
  const refusals = await Promise.all(faults.map(([name = ""]) => restore(file(name), target)));
  for (const [index, [, words]] of faults.entries()) {
    expect(refusals[index]).toMatchObject({ code: 1, out: "", err: expect.stringContaining(words as string) });
    expect(refusals[index]?.err).not.toContain("    at ");
  }
  expect((await empty.db.execute(WHAT_IS_THERE)).rows).toEqual([{ count: 0 }]);

  const tables = await allTables(site.db);
  const before = await wholeRows(site.db, tables);
  const overSite = await restore(file("good"), settings);
  expect(overSite).toMatchObject({ code: 1, err: expect.stringContaining("There is something in this database") });
  expect(await wholeRows(site.db, tables)).toEqual(before);
  const name = `up-${"a".repeat(32)}-64x36-aabbcc-64.webp`;
  await diskImageStore({ folder: join(DATA_DIR, "images") }).put(name, Buffer.from("x"), "image/webp");
  const overPictures = await restore(file("good"), target);
  expect(overPictures).toMatchObject({ code: 1, err: expect.stringContaining("There are pictures in this place") });
  expect((await empty.db.execute(WHAT_IS_THERE)).rows).toEqual([{ count: 0 }]);
});

test("a backup of an older version is brought up to date; tables of somebody else stay behind, and are named", async () => {
  const makeDatabase = await startServer();
  const [older, newest, target] = [await makeDatabase("older"), await makeDatabase("newest"), await makeDatabase("t")];
  await migrate(drizzle(older.pool), { migrationsFolder: await olderMigrations() });
  await addKey(older.db, "old");
  await older.db.execute(sql`insert into mail_outbox (id, key, kind, email, data, due_at, created_at)
    values ('1', '1', 'code', 'ana@example.com', '{}', now(), now())`);
  await older.db.execute(sql`create table notes as select generate_series(1, 3) as line`);
  await migrateDatabase(newest.url);
  // The owner of a database may not own the server.
  await target.db.execute(sql`create role plain login`);
  await target.db.execute(sql`alter database t owner to plain`);
  const DATA_DIR = await temporaryFolder();
  const file = join(DATA_DIR, "older.tar.gz");
  await backup(file, { DATABASE_URL: older.url, DATA_DIR }).shown;
  const { code, out } = await restore(file, { DATABASE_URL: target.url.replace("//app@", "//plain@"), DATA_DIR });
  expect([code, out]).toEqual([0, expect.stringMatching(/\nLeft out, because they are not Sandbar's: notes\n$/)]);
  expect(await schemaOf(target.db)).toEqual(await schemaOf(newest.db));
  const { rows } = await target.db.execute(sql`select kid, email from identity_keys, mail_outbox`);
  expect(rows).toEqual([{ kid: "old", email: "ana@example.com" }]);
  // Nothing happens anew: nobody is told of rows that are as old as the backup.
  expect((await target.db.execute(sql`select topic, subject from change_log`)).rows).toEqual([]);
});

test("a backup that is told to stop leaves nothing behind", async () => {
  const site = await (await startServer())("site");
  await migrateDatabase(site.url);
  await holdLocks(site.url, `lock table ${GATE_TABLE} in access exclusive mode`);
  const folder = await temporaryFolder();
  const { child, shown } = backup(join(folder, "site.tar.gz"), { DATABASE_URL: site.url, DATA_DIR: folder });
  await atTheGate(site.pool);
  expect(await readdir(folder)).toHaveLength(1);
  child.kill("SIGTERM");
  expect(await shown).toEqual({ code: 1, out: "", err: "Stopped before the end.\n" });
  expect(await readdir(folder)).toEqual([]);
});
