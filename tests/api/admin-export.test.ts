import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { auditLog } from "#src/db/tables/admin.ts";
import { EXPORT, readTable, tablesOf } from "#tests/support/csv.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const DAY_MS = 86_400_000;

let site: TestSite;
let admin: string;
let tables: ReturnType<typeof tablesOf>;
beforeAll(async () => {
  site = await startTestSite();
  admin = await site.tokenFor(["Admins"]);
  tables = tablesOf(site, admin);
});
afterAll(() => site.close());
afterEach(async () => {
  await site.app.db.execute(sql`truncate audit_log`);
  await site.app.db.execute(
    sql`delete from users where user_id not in (select user_id from accounts where user_id is not null)`,
  );
});

const daysAgo = (days: number) => new Date(site.app.clock.now().getTime() - days * DAY_MS);

test("[ADMIN-08] those who are chosen, or all whom the filter shows, come as a table in the console's order", async () => {
  const dateAdded = daysAgo(2);
  await site.addUser({ userId: "0001", firstName: "Ana", zsex: "female", dateAdded });
  await site.addUser({ userId: "0002", firstName: "Ben", zsex: "male", dateAdded });
  await site.addUser({ userId: "0003", firstName: "Cleo", zsex: "female", dateAdded });
  await site.addUser({ userId: "0004", firstName: "Dora", zsex: "female", dateAdded: daysAgo(40) });
  const names = async (body: unknown) => readTable(await tables.take(body)).map((row) => row["First name"]);
  expect(await names({ userIds: ["0001", "0004", "0002", "nobody"] })).toEqual(["Dora", "Ben", "Ana"]);
  expect(await names({ filter: { sex: "female" } })).toEqual(["Cleo", "Ana"]);
  expect(await names({ filter: { daysBack: "100", search: "dor" } })).toEqual(["Dora"]);
  expect(await names({ filter: { search: "nobody at all" } })).toEqual([]);
  const log = await site.app.db.select().from(auditLog).orderBy(auditLog.id);
  expect(log.map(({ action, actorEmail, after }) => [action, actorEmail, after])).toMatchObject([
    ["users_exported", "admins@example.com", { total: 3 }],
    ["users_exported", "admins@example.com", { sex: "female", daysBack: 10, total: 2 }],
    ["users_exported", "admins@example.com", { search: "dor" }],
    ["users_exported", "admins@example.com", { search: "nobody at all" }],
  ]);
});

test("[ADMIN-08] spreadsheets open it: UTF-8 with its mark, RFC 4180, a name, and no formula that runs", async () => {
  await site.addUser({
    userId: "0001",
    firstName: '=HYPERLINK("http://evil.example")',
    lastName: "+1; drop",
    nickname: '"Zoë", the\nFirst 🏐',
    referredBy: "@SUM(A1)",
    zmessage: "-2+3",
    socials: "＝1",
    email: "zoe@example.com",
  });
  const answer = await site.post(EXPORT, { userIds: ["0001"] }, admin);
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="people-2026-11-21.csv"');
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
  const text = new TextDecoder().decode(bytes);
  expect(text.split("\r\n")).toHaveLength(3);
  expect(text.split("\r\n")[0]).toMatch(/^User id,First name,Last name,Nickname,Email,Phone,/);
  expect(text).toContain('"""Zoë"", the\nFirst 🏐"');
  const [row = {}] = readTable(bytes);
  for (const name of ["First name", "Last name", "Referred by", "Message", "Socials"])
    expect([name, row[name]?.[0]]).toEqual([name, "'"]);
});

test("[ADMIN-08] a line break in a field forges no row and starts no formula", async () => {
  const forged = "x\n=1+1,forged\ny";
  await site.addUser({ userId: "0001", firstName: "Ana\r=1+1", lastName: forged, referredBy: forged });
  await site.addUser({ userId: "0002", firstName: "Ben", lastName: "Ode", referredBy: "Cleo" });
  const bytes = await tables.take({ userIds: ["0001", "0002"] });
  const rows = readTable(bytes);
  expect(rows.map((row) => [row["User id"], row["First name"], row["Last name"], row["Referred by"]])).toEqual([
    ["0002", "Ben", "Ode", "Cleo"],
    ["0001", "Ana\r=1+1", forged, forged],
  ]);
  // A reader that ends a row at a lone \r sees the same.
  expect(new TextDecoder().decode(bytes)).toContain('"Ana\r=1+1"');
});

test("[ADMIN-08] a long table is sent as it is read, and no further when nobody takes it", async () => {
  await site.app.db.execute(sql`
    insert into users (user_id, first_name, date_added)
    select 'many-' || lpad(n::text, 6, '0'), 'Many', ${daysAgo(1).toISOString()}::timestamptz from generate_series(1, 3000) n`);
  const rows = readTable(await tables.take({ filter: { search: "many" } }));
  expect(rows.map((row) => row["User id"])).toEqual(
    Array.from({ length: 3000 }, (_, n) => `many-${String(3000 - n).padStart(6, "0")}`),
  );
  const answer = await site.post(EXPORT, { filter: { search: "many" } }, admin);
  const reader = answer.body?.getReader();
  const first = await reader?.read();
  expect(new TextDecoder().decode(first?.value).split("\r\n").length).toBeLessThan(1000);
  await reader?.cancel();
  // A later reader is not blocked: no lock is held.
  expect(await site.app.db.$count(auditLog)).toBe(2);
});

test("[API-01] what makes no sense is refused in words", async () => {
  const wrong = [
    { userIds: [] },
    { userIds: Array.from({ length: 1001 }, (_, n) => String(n)) },
    { userIds: ["\0"] },
    { filter: { daysBack: "soon" } },
    { filter: { sex: "both" } },
  ];
  for (const body of wrong) {
    const answer = await site.post(EXPORT, body, admin);
    expect([body, answer.status]).toEqual([body, 422]);
  }
  expect((await site.post(EXPORT, "{", admin)).status).toBe(422);
  expect(await site.app.db.$count(auditLog)).toBe(0);
});
