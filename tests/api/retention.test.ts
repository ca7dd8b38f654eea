import { getTableName, is, sql } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import * as schema from "#src/db/schema.ts";
import { keepRetention } from "#src/features/privacy/jobs.server.ts";
import { RETENTION, RETENTION_LINES } from "#src/features/privacy/rules.ts";
import { plantPerson } from "#tests/support/planted-person.ts";
import { allTables, wholeRows } from "#tests/support/rows.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
beforeEach(async () => {
  site = await startTestSite();
});
afterEach(() => site.close());

const tables = Object.entries<unknown>(schema).flatMap(([key, table]) => (is(table, PgTable) ? [{ key, table }] : []));
const rules = tables.flatMap(({ key, table }) =>
  (RETENTION[key as keyof typeof RETENTION].ends ?? []).map((rule) => ({ ...rule, table: getTableName(table) })),
);
const name = (identifier: string) => sql.identifier(identifier);

test("[SAFE-15] every table of the database has a retention period, in words for /privacy", async () => {
  const listed = tables.map(({ table }) => getTableName(table));
  expect((await allTables(site.app.db)).filter((table) => !listed.includes(table))).toEqual([]);
  expect(Object.keys(RETENTION).toSorted()).toEqual(tables.map(({ key }) => key).toSorted());
  for (const { what, kept } of RETENTION_LINES)
    expect([what, what.length > 3, kept.length > 3]).toEqual([what, true, true]);
});

test("[SAFE-15] what is fresh stays, and what every rule ends is gone the day after", async () => {
  await plantPerson(site);
  const { db, clock } = site.app;
  const rowsOf = async () => wholeRows(db, await allTables(db));
  const before = await rowsOf();
  expect(await keepRetention(site.app)).toBe(0);
  expect(await rowsOf()).toEqual(before);
  await db.execute(sql`update mail_outbox set done_at = created_at`);
  await db.execute(sql`update photo_requests set decided_at = created_at`);
  await db.execute(sql`update host_ids set revoked_at = created_at`);
  const found: string[] = [];
  for (const { table, column, days, where = "true", clear } of rules) {
    const past = new Date(clock.now().getTime() - (days + 1) * 86_400_000).toISOString();
    const matching = sql`from ${name(table)} t where ${sql.raw(where)}`;
    await db.execute(sql`update ${name(table)} t set ${name(column)} = ${past}::timestamptz where ${sql.raw(where)}`);
    const { rows } = await db.execute(sql`select 1 as there ${matching}`);
    if (rows.length > 0) found.push(table);
    await keepRetention(site.app);
    const { rows: left } = await db.execute(sql`select 1 as there ${matching}`);
    expect([table, column, clear, left.length]).toEqual([table, column, clear, 0]);
  }
  expect(found).toEqual(
    expect.arrayContaining(["join_submissions", "mail_outbox", "notices", "audit_log", "sessions"]),
  );
});

test("[SAFE-14, SAFE-15] 30 days after an organizer's deletion its sealed record cannot be opened any more", async () => {
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
