import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "#src/db/connect.server.ts";
import { borrowEmbeddedPostgres, startEmbeddedPostgres } from "#src/db/embedded/embedded-postgres.server.ts";
import { makeAccount, signToken } from "#tests/support/accounts.ts";
import { joinForm } from "#tests/support/join-form.ts";
import { makeMachine } from "#tests/support/machine.ts";
import { readMailFolder } from "#tests/support/mail-folder.ts";
import { formOf, makeJpeg } from "#tests/support/pictures.ts";
import { until } from "#tests/support/processes.ts";
import { type SiteProcess, startSiteProcess } from "#tests/support/site-process.ts";
import { mountDisk } from "#tests/support/small-disk.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

/** A database with a little room beside it; more is free than a few people need. */
const MEGABYTES = 160;
/** So many people find every page of a table full, and want another one of the disk. */
const MANY = 400;
const NOT_KEPT = "Pictures cannot be saved right now. Try again in a minute.";

/** People who use a site, and a look at its database. */
async function useSite(site: SiteProcess, connectionString: string, dataDir: string) {
  const { db, pool } = connect(connectionString, pino({ level: "silent" }));
  onTestFinished(() => pool.end());
  const account = await makeAccount(db, { email: "photographer@example.com", now: new Date() });
  const token = await signToken(account, { db, issuer: site.url, now: new Date() });
  let asked = 0;
  const read = async (answer: Response) => ({
    status: answer.status,
    body: (await answer.json()) as { message?: string; key?: string },
  });
  return {
    db,
    join: async () => {
      asked += 1;
      const email = `p${asked}@example.com`;
      const form = joinForm({ email, phone: `904556${String(asked).padStart(4, "0")}`, message: "x".repeat(900) });
      const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(form) };
      return { email, ...(await read(await fetch(`${site.url}/api/join`, init))) };
    },
    async upload() {
      const headers = { authorization: `Bearer ${token}` };
      const body = formOf(await makeJpeg({ width: 640, height: 480 }));
      return read(await fetch(`${site.url}/api/images`, { method: "POST", headers, body }));
    },
    /** Every file of an upload, finished or not. */
    async pictures() {
      const entries = await readdir(join(dataDir, "images"), { recursive: true, withFileTypes: true }).catch(() => []);
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    },
    async waitingMails() {
      const { rows } = await db.execute<{ email: string }>(
        "select email from mail_outbox where status = 'waiting' and last_error <> ''",
      );
      return rows.map(({ email }) => email);
    },
    /**
     * Goes on to another segment of the WAL, which then holds all that follows: PostgreSQL stops when the disk has no room for
     * a segment, and that is another fault.
     */
    async beginSegment() {
      const offset = "select (pg_walfile_name_offset(pg_current_wal_insert_lsn())).file_offset as bytes";
      const megabyte = "select pg_logical_emit_message(false, 'test', repeat('x', 1024 * 1024))";
      do await db.execute(megabyte);
      while (((await db.execute<{ bytes: number }>(offset)).rows[0]?.bytes ?? 0) > 2 * 1024 * 1024);
    },
    mails: () => readMailFolder(join(dataDir, "mail")),
    /** Brings the next try of what waits forward, which is minutes away; whatever is owed next starts the round. */
    async hurryMails() {
      await db.execute("update mail_outbox set due_at = now() where status = 'waiting'");
    },
  };
}

/** A site with its database on a disk that can be full: a real one, or else one that is made to say so. */
async function startOnSmallDisk() {
  const disk = await mountDisk(MEGABYTES);
  const machine = await makeMachine();
  const DATA_DIR = disk?.folder ?? (await temporaryFolder());
  const settings = disk ? {} : machine.settings;
  const site = await startSiteProcess({ DATA_DIR, SEED: "none", RATE_LIMIT_FACTOR: "1000", ...settings });
  onTestFinished(async () => void (await site.stop()));
  const { connectionString } = await borrowEmbeddedPostgres(DATA_DIR);
  const people = await useSite(site, connectionString, DATA_DIR);
  if (disk) return { ...people, site, ...disk };
  return {
    ...people,
    site,
    fill: async () => {
      await machine.become(site, { disk: { folder: DATA_DIR, code: "ENOSPC" } });
      await people.db.execute(`create function is_full() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
      await people.db.execute(
        "create trigger full_disk before insert on join_submissions for each row execute function is_full()",
      );
    },
    free: async () => {
      await machine.become(site, {});
      await people.db.execute("drop function is_full() cascade");
    },
  };
}

test("[JOIN-03] the disk is full: uploads and forms are refused in words, mails wait, nothing is half; with room all goes on", async () => {
  const { site, db, fill, free, join: ask, ...people } = await startOnSmallDisk();
  expect((await people.upload()).status).toBe(201);
  const first = await ask();
  expect(first.status).toBe(200);
  await until("its mail is sent", async () => (await people.mails()).length === 1);
  const pictures = await people.pictures();

  await people.beginSegment();
  // A mail that is owed while nothing can be written: in this transaction nobody is told of it yet.
  await fill();
  await until("uploads are refused", async () => (await people.upload()).status === 503);
  expect(await people.upload()).toMatchObject({ status: 503, body: { message: NOT_KEPT } });
  await until("what was begun is gone", async () => (await people.pictures()).length === pictures.length);
  const answers = [];
  do answers.push(await ask());
  while (answers.at(-1)?.status === 200 && answers.length < MANY);
  expect(answers.at(-1)).toMatchObject({
    status: 503,
    body: { error: "unavailable", message: expect.stringContaining("cannot reach its database right now") },
  });
  expect((await fetch(`${site.url}/events`)).status).toBe(200);
  expect(await people.pictures()).toEqual(pictures);

  await free();
  await until("forms are taken", async () => (await ask()).status === 200);
  await until("uploads are taken", async () => (await people.upload()).status === 201);
  const acknowledged = [first, ...answers].filter(({ status }) => status === 200).map(({ email }) => email);
  const { rows } = await db.execute<{ email: string }>("select email from users");
  expect(rows.map(({ email }) => email)).toEqual(expect.arrayContaining(acknowledged));
  await people.hurryMails();
  await ask();
  await until("every mail is sent", async () => {
    const to = new Set((await people.mails()).map((mail) => mail.to));
    return acknowledged.every((email) => to.has(email));
  });
});

test("a data directory that cannot be written: told at the start in words; while the site runs, uploads and mails wait for it", async () => {
  const disk = await mountDisk(20);
  const machine = await makeMachine();
  const folder = disk?.folder ?? (await temporaryFolder());
  const DATA_DIR = join(folder, "data");
  await mkdir(DATA_DIR);
  const postgres = await startEmbeddedPostgres({ dataDir: await temporaryFolder(), settings: { fsync: "off" } });
  onTestFinished(() => postgres.stop());
  const DATABASE_URL = postgres.connectionString;
  const setWritable = async (isWritable: boolean, site?: SiteProcess) => {
    if (disk) await disk.setWritable(isWritable);
    else if (site) await machine.become(site, isWritable ? {} : { disk: { folder, code: "EROFS" } });
  };

  const settings = { DATABASE_URL, DATA_DIR, SEED: "none", ...(disk ? {} : machine.settings) };
  const site = await startSiteProcess(settings);
  onTestFinished(async () => void (await site.stop()));
  const people = await useSite(site, DATABASE_URL, DATA_DIR);
  await setWritable(false, site);
  await until("uploads are refused", async () => (await people.upload()).status === 503);
  expect((await people.upload()).body.message).toBe(NOT_KEPT);
  const { status, email } = await people.join();
  expect(status).toBe(200);
  await until("the mail waits, with its reason", async () => (await people.waitingMails()).includes(email));

  // Without a separate disk: a folder in which no account can create files.
  const file = join(folder, "file");
  if (!disk) await writeFile(file, "");
  const refused = disk ? DATA_DIR : join(file, "data");
  const databases: Record<string, string>[] = [{}, { DATABASE_URL }];
  const starts = databases.map((database) =>
    startSiteProcess({ DATA_DIR: refused, SEED: "none", ...database }).then(
      () => "it started",
      (error: Error) => error.message,
    ),
  );
  for (const said of await Promise.all(starts)) {
    expect(said).toContain("code 1");
    expect(said).toContain(`The data directory ${refused} cannot be used: `);
    expect(said).toContain("Set DATA_DIR to a folder that can be written.");
    expect(said).not.toMatch(/\bat .*:\d+:\d+/);
  }

  await setWritable(true, site);
  await until("uploads are taken", async () => (await people.upload()).status === 201);
  await people.hurryMails();
  await people.join();
  await until("the mail is sent", async () => (await people.mails()).some((mail) => mail.to === email));
});
