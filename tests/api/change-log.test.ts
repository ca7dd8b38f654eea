import pg from "pg";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { connect } from "#src/db/connect.server.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { followChanges } from "#src/db/change-log.server.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";

const log = pino({ level: "silent" });

async function makeDatabase() {
  const { url, drop } = await createTestDatabase();
  const { db, pool, events } = connect(url, log);
  onTestFinished(async () => {
    await pool.end();
    await drop();
  });
  const client = async (name = "") => {
    const line = new pg.Client({ connectionString: url, application_name: name });
    await line.connect();
    onTestFinished(() => line.end());
    return line;
  };
  return { url, db, events, client };
}

/** Follows the log of a database; what was heard of events so far. */
async function listen({ url, events }: Awaited<ReturnType<typeof makeDatabase>>, keptSeconds?: number) {
  const heard: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const changes = followChanges(
    { connectionString: url, events, log, ...(keptSeconds !== undefined && { keptSeconds }) },
    { content_changed: (tag) => heard.push(tag) },
    (isHearing) => isHearing && resolve(),
  );
  onTestFinished(() => changes.stop());
  await promise;
  return heard;
}

const CHANGE = "insert into change_log (topic, subject) values ('content_changed', $1)";

test("[OPS-01] changes of other processes are read once, in whatever order their transactions commit, and what is rolled back never", async () => {
  const database = await makeDatabase();
  const [early, late] = [await database.client(), await database.client()];
  await early.query("begin");
  await early.query(CHANGE, ["early"]);
  const heard = await listen(database);
  await late.query(CHANGE, ["late"]);
  await expect.poll(() => heard).toEqual(["late"]);
  await late.query(`begin; savepoint a; ${CHANGE.replace("$1", "'undone'")}; rollback`);
  await late.query(CHANGE, ["later"]);
  await expect.poll(() => heard).toEqual(["late", "later"]);
  await early.query("commit");
  await expect.poll(() => heard).toEqual(["late", "later", "early"]);
  await late.query(CHANGE, ["last"]);
  await expect.poll(() => heard).toEqual(["late", "later", "early", "last"]);
});

test("rows that came with a backup, of a server that had counted further, are no changes and go", async () => {
  const database = await makeDatabase();
  const other = await database.client();
  await other.query(`insert into change_log (xid, topic, subject)
    values ((pg_current_xact_id()::text::bigint + 1000000)::text::xid8, 'content_changed', 'of another server')`);
  const heard = await listen(database);
  await other.query(CHANGE, ["ours"]);
  await expect.poll(() => heard).toEqual(["ours"]);
  expect((await other.query("select subject from change_log")).rows).toEqual([{ subject: "ours" }]);
});

test("[OPS-01] a write sends no NOTIFY, unless a process of the previous release listens", async () => {
  const database = await makeDatabase();
  const told: string[] = [];
  const hear = async (name: string) => {
    const line = await database.client(name);
    line.on("notification", ({ payload = "" }) => told.push(payload));
    await line.query("listen content_changed");
    return line;
  };
  const ours = await hear("somebody else");
  const heard = await listen(database);
  const [first, second] = [makeEvent({ day: "2099-05-01" }), makeEvent({ day: "2099-05-02" })];
  await database.db.insert(socialEvents).values(first);
  await expect.poll(() => heard).toEqual([`event:${first.id}`]);
  // What was sent to this connection comes before the answer to its next statement.
  await ours.query("select 1");
  expect(told).toEqual([]);
  const old = await hear("sandbar changes");
  await database.db.insert(socialEvents).values(second);
  await expect.poll(() => heard).toEqual([`event:${first.id}`, `event:${second.id}`]);
  await Promise.all([ours.query("select 1"), old.query("select 1")]);
  expect(told).toEqual([`event:${second.id}`, `event:${second.id}`]);
});

test("rows go once they were read long enough ago, though not those of a transaction that was open then", async () => {
  const database = await makeDatabase();
  const [open, other] = [await database.client(), await database.client()];
  const left = async () => (await other.query<{ subject: string }>("select subject from change_log")).rows;
  const heard = await listen(database, 0);
  await open.query("begin");
  await open.query(CHANGE, ["open"]);
  await other.query(CHANGE, ["later"]);
  await expect.poll(() => heard).toEqual(["later"]);
  await open.query("commit");
  await expect.poll(() => heard).toEqual(["later", "open"]);
  await expect.poll(left).toEqual([]);
});

test("[OPS-01] an answer that came while the process stood still is read, and the database is not taken for silent", async () => {
  const database = await makeDatabase();
  const [other, watcher] = [await database.client(), await database.client()];
  const silences: number[] = [];
  database.events.on("silent", (milliseconds) => silences.push(milliseconds));
  const heard = await listen(database);
  await other.query("begin; lock table change_log");
  await other.query(CHANGE, ["meanwhile"]);
  const waiting = async () =>
    (
      await watcher.query(`select from pg_stat_activity where datname = current_database()
        and application_name = 'sandbar change log' and wait_event_type = 'Lock'`)
    ).rowCount;
  await expect.poll(waiting).toBe(1);
  const committed = other.query("commit");
  // Longer than the reader's patience of five seconds: the answer waits in the socket when the process goes on.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5_100);
  await committed;
  await expect.poll(() => heard).toEqual(["meanwhile"]);
  expect(silences).toEqual([]);
});
