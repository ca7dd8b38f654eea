import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { accounts } from "#src/db/tables/accounts.ts";
import { auditLog } from "#src/db/tables/admin.ts";
import { users } from "#src/db/tables/users.ts";
import type { User } from "#src/features/people/schema/users.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const BASE = "/api/pending-join-requests";
const USERS = `${BASE}/users`;
const DAY_MS = 86_400_000;

let site: TestSite;
let admin: string;
beforeAll(async () => {
  site = await startTestSite();
  admin = await site.tokenFor(["Admins"]);
});
afterAll(() => site.close());
afterEach(async () => {
  await site.app.db.execute(sql`truncate audit_log`);
  await site.app.db.execute(
    sql`delete from users where user_id not in (select user_id from accounts where user_id is not null)`,
  );
});

const remove = (path: string) => site.fetch(path, { method: "DELETE", as: admin });
const log = () => site.app.db.select().from(auditLog).orderBy(auditLog.id);

async function record(userId: string) {
  const [row] = await site.app.db.select().from(users).where(eq(users.userId, userId));
  return row;
}

async function get<T>(path: string): Promise<T> {
  const answer = await site.fetch(path, { as: admin });
  expect([path, answer.status]).toEqual([path, 200]);
  return (await answer.json()) as T;
}

const manager = async (query: string) =>
  get<{ users: User[]; lastEvaluatedKey: string | null }>(`/api/users?type=getAllUsers${query}`);
const daysAgo = (days: number) => new Date(site.app.clock.now().getTime() - days * DAY_MS);

test("[ADMIN-08] the user manager lists who was added in the last ten days, by userId descending, and filters", async () => {
  const add = (userId: string, days: number, more: Parameters<TestSite["addUser"]>[0] = {}) =>
    site.addUser({ userId, dateAdded: daysAgo(days), ...more });
  await add("0001", 40, { zsex: "female" });
  await add("0002", 9, { zsex: "female", groupMeUserId: "gm-1" });
  await add("0003", 6);
  await add("0004", 1, { zsex: "" });
  await site.app.db
    .update(users)
    .set({ dateAdded: daysAgo(100) })
    .where(eq(users.email, "admins@example.com"));
  const ids = async (query: string) => (await manager(query)).users.map(({ userId }) => userId);
  expect(await ids("")).toEqual(["0004", "0003", "0002"]);
  expect(await ids("&sortOrder=asc&sortBy=userId")).toEqual(["0002", "0003", "0004"]);
  expect(await ids("&daysBack=7")).toEqual(["0004", "0003"]);
  expect(await ids("&daysBack=50&sex=female")).toEqual(["0002", "0001"]);
  expect(await ids("&sex=male")).toEqual(["0003"]);
  expect(await ids("&hasGroupMeId=false")).toEqual(["0004", "0003"]);
  expect(await ids("&hasGroupMeId=true&sex=")).toEqual(["0002"]);
  // The test's moment is November 21; days are the group's own.
  expect(await ids("&startDate=2026-10-12&endDate=2026-10-12")).toEqual(["0001"]);
  expect(await ids("&startDate=2026-11-15")).toEqual(["0004", "0003"]);
  expect(await ids("&endDate=2026-10-11")).toEqual([
    (await record((await site.signedIn({ groups: ["Admins"] })).userId))?.userId,
  ]);
});

test("[ADMIN-08] days that cannot be are refused by name, in the list, the export and the log", async () => {
  const as = await site.tokenFor(["Admins"]);
  const fields = async (asked: Response | Promise<Response>) => {
    const answer = await asked;
    return [answer.status, ((await answer.json()) as { fields: object }).fields];
  };
  const list = (query: string) => site.fetch(`/api/users?type=getAllUsers&${query}`, { as });
  const order = "The last day cannot be before the first.";
  const reversed = { startDate: "2026-11-02", endDate: "2026-11-01" };
  expect(await fields(list(`${new URLSearchParams(reversed)}`))).toEqual([422, { endDate: order }]);
  expect(await fields(site.post("/api/admin/users/export", { filter: reversed }, as))).toEqual([
    422,
    { "filter.endDate": order },
  ]);
  const day = expect.stringContaining("Enter a day such as");
  expect(await fields(list("startDate=2026-02-30"))).toEqual([422, { startDate: day }]);
  expect(await fields(site.fetch("/api/admin/audit?day=2026-02-30", { as }))).toEqual([422, { day }]);
});

test("[ADMIN-08] the continuation key walks through everybody once, while others join", async () => {
  const made = await Promise.all(Array.from({ length: 45 }, () => site.addUser()));
  const seen: string[] = [];
  let key: string | null = "";
  while (key !== null) {
    const page: Awaited<ReturnType<typeof manager>> = await manager(`&limit=20${key && `&lastEvaluatedKey=${key}`}`);
    seen.push(...page.users.map(({ userId }) => userId));
    key = page.lastEvaluatedKey;
    await site.addUser();
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(made.every(({ userId }) => seen.includes(userId))).toBe(true);
  expect(seen).toEqual(seen.toSorted().toReversed());
});

test("[API-01] filters that make no sense are refused in words", async () => {
  const wrong = [
    "daysBack=0",
    "daysBack=ten",
    "sex=both",
    "hasGroupMeId=1",
    "startDate=yesterday",
    "endDate=2026-02-30",
    "sortBy=phone",
    "sortOrder=up",
    "limit=1000",
  ];
  for (const query of wrong)
    expect([query, (await site.fetch(`/api/users?type=getAllUsers&${query}`, { as: admin })).status]).toEqual([
      query,
      422,
    ]);
  expect((await site.fetch("/api/users", { as: admin })).status).toBe(422);
  expect((await site.fetch("/api/users?type=getAllUsers&lastEvaluatedKey=x", { as: admin })).status).toBe(400);
});

test("[ADMIN-08] several records are deleted at once; those that are gone already are no fault, all of them gone is", async () => {
  const ids = (await Promise.all([site.addUser(), site.addUser(), site.addUser()])).map(({ userId }) => userId);
  const drop = (userIds: string[]) => site.post(BASE, { type: "deleteUsers", userIds }, admin);
  expect(await (await drop(ids.slice(0, 1))).json()).toMatchObject({
    success: true,
    message: "1 record is deleted.",
    deleted: 1,
  });
  expect(await (await drop([...ids, ...ids])).json()).toMatchObject({ deleted: 2 });
  expect((await drop(ids)).status).toBe(404);
  const none = await drop([]);
  expect([none.status, await none.json()]).toMatchObject([422, { message: "Please select users to delete" }]);
  expect(await log()).toHaveLength(3);
});

test("[ADMIN-08] nobody deletes their own record by accident", async () => {
  const me = await site.signedIn({ groups: ["Admins"] });
  const other = await site.addUser();
  for (const answer of [
    await remove(`${USERS}/${me.userId}`),
    await site.post(BASE, { type: "deleteUsers", userIds: [other.userId, me.userId] }, admin),
  ]) {
    expect([answer.status, await answer.json()]).toEqual([
      409,
      { error: "conflict", message: "This is your own record. Ask another organizer to delete it." },
    ]);
  }
  expect(await record(other.userId)).toBeDefined();
});

test("[ADMIN-08, SAFE-14] a deleted person's account ends with them", async () => {
  const member = await site.signedIn({ groups: ["Members"], email: "gone@example.com" });
  await remove(`${USERS}/${member.userId}`);
  expect(await site.app.db.select().from(accounts).where(eq(accounts.sub, member.sub))).toEqual([]);
  expect((await site.fetch("/api/profile", { as: member.token })).status).toBe(401);
});

test("[ADMIN-08] the user manager's search goes with its filters and its pages", async () => {
  const add = (n: number, more: Parameters<TestSite["addUser"]>[0] = {}) =>
    site.addUser({ userId: `s-${String(n).padStart(3, "0")}`, firstName: "Zoë", dateAdded: daysAgo(1), ...more });
  for (let n = 0; n < 30; n += 1) await add(n, { lastName: "Carter", zsex: n % 2 === 0 ? "female" : "male" });
  await add(90, { lastName: "Carter", zsex: "female", dateAdded: daysAgo(20) });
  await add(91, { firstName: "Ben", lastName: "Ortega", nickname: "Benny", phone: "3055550199" });
  const first = await manager("&search=zoe%20carter&sex=female&limit=10");
  expect(first.users.map(({ userId }) => userId)).toEqual(
    Array.from({ length: 10 }, (_, n) => `s-${String(28 - 2 * n).padStart(3, "0")}`),
  );
  const second = await manager(`&search=zoe%20carter&sex=female&limit=10&lastEvaluatedKey=${first.lastEvaluatedKey}`);
  expect([second.users.length, second.lastEvaluatedKey]).toEqual([5, null]);
  for (const typed of ["benny", "305-555", "ORTEGA"])
    expect([typed, (await manager(`&search=${typed}`)).users.map(({ userId }) => userId)]).toEqual([typed, ["s-091"]]);
  expect((await manager("&search=carter&daysBack=30&sortOrder=asc")).users.map(({ userId }) => userId)).toContain(
    "s-090",
  );
  expect((await manager("&search=nobody")).users).toEqual([]);
});

test("[ADMIN-12] the log tells of one record what was done with it, alone or among others", async () => {
  const [ana, ben] = [await site.addUser(), await site.addUser()];
  await site.post(BASE, { type: "editUser", userId: ana.userId, fields: { nickname: "Annie" } }, admin);
  await site.post("/api/users/merge", { sourceUserId: ana.userId, targetUserId: ben.userId }, admin);
  type Log = { entries: { action: string }[] };
  const actions = async (id: string) =>
    (await get<Log>(`/api/admin/audit?subject=${id}`)).entries.map(({ action }) => action);
  expect(await actions(ana.userId)).toEqual(["users_merged", "user_edited"]);
  expect(await actions(ben.userId)).toEqual(["users_merged"]);
  expect(await actions("nobody")).toEqual([]);
});

test("[ADMIN-09] among very many the search finds old and new, and tells how many there are", async () => {
  // Their own database: to delete so many from the shared one takes longer than a query may.
  const own = await startTestSite();
  onTestFinished(() => own.close());
  await own.app.db.execute(sql`
    insert into users (user_id, first_name, last_name)
    select 'k-' || lpad(n::text, 6, '0'), case when n % 50 = 0 then 'Often' else 'Other' end,
      case when n = 3 then 'Seldom' else 'Person' end from generate_series(1, 12000) n`);
  await own.app.db.execute(sql`analyze users`);
  const as = await own.tokenFor(["Admins"]);
  const page = async (query: string) =>
    (await (await own.fetch(`${USERS}?${query}`, { as })).json()) as { users: User[]; total: number };
  const often = await page("search=often");
  expect(often.users.map(({ userId }) => userId).slice(0, 2)).toEqual(["k-012000", "k-011950"]);
  expect(Math.abs(often.total - 240)).toBeLessThan(10);
  const seldom = await page("search=seldom");
  expect([seldom.total, seldom.users.map(({ userId }) => userId)]).toEqual([1, ["k-000003"]]);
  const last = await page("search=often&limit=100&page=3");
  expect([last.users.length, last.users.at(-1)?.userId]).toEqual([40, "k-000050"]);
});
