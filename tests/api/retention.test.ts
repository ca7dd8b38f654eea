import { getTableName, is, sql } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import * as schema from "#src/db/schema.ts";
import { keepRetention } from "#src/features/privacy/jobs.server.ts";
import { RETENTION } from "#src/features/privacy/rules.ts";
import { type Planted, plantPerson } from "#tests/support/planted-person.ts";
import { allTables, wholeRows } from "#tests/support/rows.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
beforeEach(async () => {
  site = await startTestSite();
});
afterEach(() => site.close());

const tables = Object.entries<unknown>(schema).flatMap(([key, table]) => (is(table, PgTable) ? [{ key, table }] : []));
// The last table first: what goes with rows of another table has its turn before them.
const rules = tables
  .toReversed()
  .flatMap(({ key, table }) =>
    (RETENTION[key as keyof typeof RETENTION].ends ?? []).map((rule) => ({ ...rule, table: getTableName(table) })),
  );
const name = (identifier: string) => sql.identifier(identifier);

test("[SAFE-15] every table of the database has a retention period", async () => {
  const listed = tables.map(({ table }) => getTableName(table));
  expect((await allTables(site.app.db)).filter((table) => !listed.includes(table))).toEqual([]);
  expect(Object.keys(RETENTION).toSorted()).toEqual(tables.map(({ key }) => key).toSorted());
});

/** A row for each rule that finds none of the planted person's. */
async function plantForRules({ db, clock }: TestSite["app"], { past, userId }: Planted): Promise<void> {
  const at = clock.now();
  await db.insert(schema.sessionRotations).values({ tokenHash: "old", sessionId: "pushed", replacedAt: at });
  await db.insert(schema.signUpNames).values({
    signUpId: "confirmed",
    email: "confirmed@example.com",
    firstName: "Ana",
    lastName: "Ruiz",
    createdAt: at,
    confirmedAt: at,
  });
  const verifiesUntil = new Date(at.getTime() + 86_400_000);
  await db.insert(schema.identityKeys).values({ kid: "retired", privateJwk: {}, createdAt: at, verifiesUntil });
  await db.insert(schema.rateLimits).values({ key: "k", windowStart: at, count: 1 });
  await db.insert(schema.joinProposals).values({
    id: "decided",
    userId,
    knownUserId: (await site.addUser()).userId,
    reasons: ["phone" as const],
    createdAt: at,
    decidedAt: at,
    decision: "dismissed" as const,
  });
  await db.insert(schema.undoKeys).values({ auditId: "log-1", key: "k", createdAt: at });
  await db.insert(schema.userImports).values({ id: "list", actorSub: "o", createdAt: at });
  await db.insert(schema.attendanceMarks).values({ eventId: past, id: "mark", markedAt: at });
  await db
    .insert(schema.paymentEvents)
    .values({ provider: "stripe", eventId: "e", type: "invoice.paid", receivedAt: at });
  await db
    .update(schema.bitcoinCashCheckouts)
    .set({ status: "paid" })
    .where(sql`tx_id = '1'`);
  // Its rule looks at the database's clock, which knows no NOW.
  await db.update(schema.demonstrationSubscriptions).set({ periodEnd: new Date(0) });
  await db.insert(schema.mailPreferences).values({ email: "once@example.com", token: "once", updatedAt: at });
  const actor = { actorSub: "o", actorEmail: "organizer@example.com" };
  const soon = new Date(at.getTime() + 3_600_000);
  await db.insert(schema.auditLog).values([
    {
      ...actor,
      id: "deleted",
      action: "user_deleted",
      subjectIds: ["gone"],
      before: { userId: "gone" },
      createdAt: at,
    },
    // About a request that is gone: what the entry said goes at once.
    { ...actor, id: "of", action: "request_declined", subjectIds: ["no"], before: { nickname: "N" }, createdAt: soon },
  ]);
}

test("[SAFE-15] what is fresh stays, and each rule ends its rows once their time is over, not an hour before", async () => {
  await plantForRules(site.app, await plantPerson(site));
  const { db, clock } = site.app;
  const rowsOf = async () => wholeRows(db, await allTables(db));
  const before = await rowsOf();
  expect(await keepRetention(site.app)).toBe(0);
  expect(await rowsOf()).toEqual(before);
  const withoutRow: string[] = [];
  for (const { table, column, days, where = "true" } of rules) {
    const rule = `${table}.${column}, ${days} days, where ${where}`;
    const left = async (hoursOver: number) => {
      const moment = new Date(clock.now().getTime() - (days * 24 + hoursOver) * 3_600_000).toISOString();
      await db.execute(
        sql`update ${name(table)} t set ${name(column)} = ${moment}::timestamptz where ${sql.raw(where)}`,
      );
      await keepRetention(site.app);
      return (await db.execute(sql`select from ${name(table)} t where ${sql.raw(where)}`)).rows.length;
    };
    const { length } = (await db.execute(sql`select from ${name(table)} t where ${sql.raw(where)}`)).rows;
    if (length === 0) withoutRow.push(rule);
    expect([rule, await left(-1), await left(1)]).toEqual([rule, length, 0]);
  }
  expect(withoutRow, "rules for which `plantForRules` has no row").toEqual([]);
});

test("[SAFE-14, SAFE-15] 30 days after an organizer's deletion its sealed record cannot be opened anymore", async () => {
  const organizer = await site.tokenFor(["Admins"]);
  const { userId } = await site.addUser();
  const gone = await site.fetch(`/api/pending-join-requests/users/${userId}`, { method: "DELETE", as: organizer });
  const { auditIds } = (await gone.json()) as { auditIds: [string] };
  const { db, clock } = site.app;
  const past = new Date(clock.now().getTime() - 31 * 86_400_000).toISOString();
  expect((await db.execute(sql`select from undo_keys`)).rows).toHaveLength(1);
  await db.execute(sql`update audit_log set created_at = ${past}::timestamptz`);
  await db.execute(sql`update undo_keys set created_at = ${past}::timestamptz`);
  await keepRetention(site.app);
  expect((await db.execute(sql`select from undo_keys`)).rows).toEqual([]);
  expect((await db.execute(sql`select undo, before from audit_log`)).rows).toEqual([{ undo: null, before: null }]);
  const undone = await site.fetch(`/api/admin/audit/${auditIds[0]}/undo`, { method: "POST", as: organizer });
  expect([undone.status, await undone.json()]).toMatchObject([
    409,
    { message: expect.stringContaining("30 days ago") },
  ]);
});

test("[SAFE-15] an address that got no mail for a year is forgotten, unless it chose something", async () => {
  const { db, clock } = site.app;
  const form = {
    firstName: "Kim",
    lastName: "Lee",
    sex: "female",
    phone: "",
    message: "Please write to this address.",
  };
  const day = (back: number) => new Date(clock.now().getTime() - back * 86_400_000);
  expect((await site.post("/api/support", { ...form, email: "typed@example.com" })).status).toBe(200);
  await site.mails();
  const row = { token: "t", updatedAt: day(800) };
  await db.insert(schema.mailPreferences).values([
    { ...row, email: "off@example.com", token: "off", unsubscribedAt: day(800) },
    { ...row, email: "chose@example.com", token: "chose", reminders: false },
    { ...row, email: "forgotten@example.com", token: "forgotten" },
    { ...row, email: "mailed@example.com", token: "mailed" },
  ]);
  expect((await site.post("/api/support", { ...form, email: "mailed@example.com" })).status).toBe(200);
  await site.mails();
  await db.execute(sql`delete from mail_outbox`);
  await keepRetention(site.app);
  const { rows } = await db.execute(sql`select email from mail_preferences where token <> '' order by email`);
  expect(rows.map(({ email }) => email)).toEqual([
    "chose@example.com",
    "mailed@example.com",
    "off@example.com",
    "typed@example.com",
  ]);
});
