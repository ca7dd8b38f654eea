import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { borrowEmbeddedPostgres } from "#src/db/embedded/embedded-postgres.server.ts";
import { backup, open, restore } from "#tests/support/backups.ts";
import { joinForm } from "#tests/support/join-form.ts";
import { startOpenPostgres } from "#tests/support/open-postgres.ts";
import { allTables, wholeRows } from "#tests/support/rows.ts";
import { type SiteProcess, startSiteProcess } from "#tests/support/site-process.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { runAtTerminal } from "#tests/support/terminal.ts";

const move = (to: string, settings: Record<string, string>) =>
  runAtTerminal("src/server/backup/move.ts", [to], settings).shown;

async function start(settings: Record<string, string>): Promise<SiteProcess> {
  const site = await startSiteProcess({ SEED_PASSWORD: "Sand-castle-7", RATE_LIMIT_FACTOR: "100000", ...settings });
  onTestFinished(async () => void (await site.stop()));
  return site;
}

async function startServer(): Promise<string> {
  const postgres = await startOpenPostgres(await temporaryFolder(), { fsync: "off" });
  onTestFinished(() => postgres.stop());
  return postgres.connectionString;
}

async function sendJoinForm({ url }: SiteProcess, email: string, phone: string): Promise<number> {
  const init = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(joinForm({ email, phone })),
  };
  return (await fetch(`${url}/api/join`, init)).status;
}

async function peopleOf(url: string): Promise<string[]> {
  const { pool } = open(url);
  const { rows } = await pool.query<{ email: string }>(
    "select email from users where email like '%@moved.example' order by 1",
  );
  return rows.map(({ email }) => email);
}

test("[OPS-02] a running site moves to another server and back: all is there, the old one takes no writes and says where it went", async () => {
  const DATA_DIR = await temporaryFolder();
  const elsewhere = await startServer();
  const old = await start({ DATA_DIR });
  expect(await sendJoinForm(old, "first@moved.example", "9045550101")).toBe(200);

  const moved = await move(elsewhere, { DATA_DIR });
  expect(moved).toMatchObject({ code: 0, err: "" });
  expect(moved.out).toMatch(
    /^Moved the site from the private database in .*: \d+ tables with rows, compared byte by byte\. Nobody could write for \d+ seconds?\.\nSet DATABASE_URL to the new address/,
  );

  // Pages go on, writes do not; no word of an error is shown.
  expect((await fetch(`${old.url}/events`)).status).toBe(200);
  expect(await sendJoinForm(old, "late@moved.example", "9045550102")).toBe(503);
  await old.stop();
  await expect(start({ DATA_DIR })).rejects.toThrow("The site was moved from this database to ");
  const fresh = await start({ DATA_DIR, DATABASE_URL: elsewhere });
  expect(fresh.said()).not.toContain("Seeded");
  expect(await sendJoinForm(fresh, "second@moved.example", "9045550103")).toBe(200);
  expect(await peopleOf(elsewhere)).toEqual(["first@moved.example", "second@moved.example"]);

  expect(await move("private", { DATA_DIR, DATABASE_URL: elsewhere })).toMatchObject({ code: 0, err: "" });
  expect((await readdir(DATA_DIR)).filter((name) => name.startsWith("postgres.moved-"))).toHaveLength(1);
  expect(await sendJoinForm(fresh, "late@moved.example", "9045550104")).toBe(503);
  await fresh.stop();
  const back = await start({ DATA_DIR });
  expect(await sendJoinForm(back, "third@moved.example", "9045550105")).toBe(200);
});

test("[OPS-02] a move that was killed after its copy is finished by the same command; another site is never written over", async () => {
  const [DATA_DIR, folder] = [await temporaryFolder(), await temporaryFolder()];
  const [there, other] = [await startServer(), await startServer()];
  const site = await start({ DATA_DIR });
  expect(await sendJoinForm(site, "first@moved.example", "9045550101")).toBe(200);
  await site.stop();
  const file = join(folder, "site.tar.gz");
  expect(await backup(file, { DATA_DIR }).shown).toMatchObject({ code: 0 });
  for (const DATABASE_URL of [there, other])
    expect(await restore(file, { DATABASE_URL, DATA_DIR: join(folder, "pictures") })).toMatchObject({ code: 0 });
  const { db, pool } = open(other);
  await pool.query("delete from mail_outbox");
  const before = await wholeRows(db, await allTables(db));

  expect(await move(other, { DATA_DIR })).toMatchObject({
    code: 1,
    err: expect.stringContaining("There is another site in "),
  });
  expect(await wholeRows(db, await allTables(db))).toEqual(before);
  // The refused move let the site write again.
  const source = await borrowEmbeddedPostgres(DATA_DIR);
  const { rows } = await open(source.connectionString).pool.query("show default_transaction_read_only");
  expect(rows).toEqual([{ default_transaction_read_only: "off" }]);
  await source.stop();

  expect(await move(other, { DATABASE_URL: other, DATA_DIR })).toMatchObject({
    code: 1,
    err: expect.stringContaining("in this database already"),
  });
  const empty = await temporaryFolder();
  expect(await move(there, { DATA_DIR: empty })).toMatchObject({
    code: 1,
    err: expect.stringContaining("nothing to move"),
  });
  expect(await move("there", { DATA_DIR })).toMatchObject({ code: 1, err: expect.stringContaining("Say where to") });

  expect(await move(there, { DATA_DIR })).toMatchObject({ code: 0, out: expect.stringContaining("Moved the site") });
  expect(await move(there, { DATA_DIR })).toMatchObject({
    code: 1,
    err: expect.stringContaining("was moved from this"),
  });
  expect(await move("undo", { DATA_DIR })).toMatchObject({ code: 0, err: "" });
  expect(await sendJoinForm(await start({ DATA_DIR }), "second@moved.example", "9045550102")).toBe(200);
});
