import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "#src/db/connect.server.ts";
import { startEmbeddedPostgres } from "#src/db/embedded/embedded-postgres.server.ts";
import { users } from "#src/db/tables/users.ts";
import { makeUser } from "#seeds/factories.ts";
import { makeAccount, signToken } from "#tests/support/accounts.ts";
import { killHard } from "#tests/support/processes.ts";
import { allTables, wholeRows } from "#tests/support/rows.ts";
import { startSiteProcess } from "#tests/support/site-process.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

/** Any number that nothing else locks. */
const GATE = 4211;
const NOW = new Date();

async function makeDatabase() {
  const server = await startEmbeddedPostgres({ dataDir: await temporaryFolder() });
  const database = connect(server.connectionString, pino({ level: "silent" }));
  onTestFinished(async () => {
    await database.pool.end();
    await server.stop();
  });
  return { ...database, url: server.connectionString };
}
type Database = Awaited<ReturnType<typeof makeDatabase>>;

/** A process of the site, and an organizer's merge through it; without an answer it rejects. */
async function startSite({ db, url }: Database) {
  const site = await startSiteProcess({
    DATABASE_URL: url,
    DATA_DIR: await temporaryFolder(),
    SEED: "none",
    RATE_LIMIT_FACTOR: "1000",
  });
  onTestFinished(async () => void (await site.stop()));
  const account = await makeAccount(db, { groups: ["Admins"], now: NOW });
  const token = await signToken(account, { db, issuer: site.url, now: NOW, groups: ["Admins"] });
  const merge = (base: string, others: readonly string[]) =>
    fetch(`${site.url}/api/users/merge`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({ base, others }),
    });
  return { ...site, merge };
}

/** Blocks every `event` on rows of `table` until the gate is opened. */
async function closeGate({ pool }: Database, table: string, event: string) {
  await pool.query(`create function wait_at_gate() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(${GATE}); return coalesce(new, old); end $$`);
  await pool.query(`create trigger gate before ${event} on ${table} for each row execute function wait_at_gate()`);
  const keeper = await pool.connect();
  await keeper.query("select pg_advisory_lock($1)", [GATE]);
  const atGate = async (isInside: boolean) => {
    const { rowCount } = await pool.query(
      "select from pg_locks where locktype = 'advisory' and objid = $1 and granted = $2",
      [GATE, isInside],
    );
    return rowCount ?? 0;
  };
  return {
    /** Until somebody stands before it. */
    async arrival() {
      await expect.poll(() => atGate(false), { timeout: 120_000 }).toBe(1);
    },
    /** Lets them through, and waits until they have ended, one way or the other. */
    async open() {
      await keeper.query("select pg_advisory_unlock($1)", [GATE]);
      keeper.release();
      await expect.poll(async () => (await atGate(true)) + (await atGate(false)), { timeout: 120_000 }).toBe(0);
      await pool.query("drop function wait_at_gate() cascade");
    },
  };
}

const STEPS = [
  ["the base is written", "users", "update"],
  ["the others go", "users", "delete"],
  ["it is written into the log", "audit_log", "insert"],
] as const;

for (const [when, table, event] of STEPS) {
  test(`[ADMIN-06] kill -9 of the process while ${when}: nothing of the merge is there, and the next one does it whole`, async () => {
    const database = await makeDatabase();
    const { db } = database;
    const first = await startSite(database);
    const [base, other] = [makeUser({ nickname: "" }), makeUser({ nickname: `Kite, ${when}` })];
    await db.insert(users).values([base, other]);
    const tables = (await allTables(db)).filter((name) => name !== "rate_limits" && name !== "jobs");
    const before = await wholeRows(db, tables);

    const gate = await closeGate(database, table, event);
    const unanswered = first.merge(base.userId, [other.userId]).catch(() => "no answer");
    await gate.arrival();
    await killHard(first.child.pid as number);
    await gate.open();
    expect(await unanswered).toBe("no answer");
    expect(await wholeRows(db, tables)).toEqual(before);

    const second = await startSite(database);
    expect((await second.merge(base.userId, [other.userId])).status).toBe(200);
    const left = await db.select().from(users);
    expect(left.filter(({ userId }) => [base.userId, other.userId].includes(userId))).toMatchObject([
      { userId: base.userId, nickname: other.nickname },
    ]);
  });
}
