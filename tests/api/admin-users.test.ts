import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { accounts } from "#src/db/tables/accounts.ts";
import { auditLog } from "#src/db/tables/admin.ts";
import { users } from "#src/db/tables/users.ts";
import type { User } from "#src/features/people/schema/users.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const BASE = "/api/pending-join-requests";
const USERS = `${BASE}/users`;

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

const JSON_TYPE = { "content-type": "application/json" };
const put = (path: string, body: unknown) =>
  site.fetch(path, { method: "PUT", body: JSON.stringify(body), headers: JSON_TYPE, as: admin });
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

test("[ADMIN-09] a record goes out with every field that the console knows, lists joined with commas", async () => {
  const { userId } = await site.addUser({
    firstName: "Ana",
    lastName: "Ruiz",
    email: "ana@example.com",
    phone: "9045550142",
    reInterestedInEvents: ["volleyball", "dance"],
    selectedEvents: ["2026-11-28-a", "2026-11-29-b"],
    dateAdded: new Date("2026-11-01T12:00:00Z"),
  });
  const { user } = await get<{ user: User }>(`${USERS}/${userId}`);
  expect(user).toMatchObject({
    userId,
    id: userId,
    firstName: "Ana",
    lastName: "Ruiz",
    name: "Ana Ruiz",
    email: "ana@example.com",
    phone: "9045550142",
    zsex: "male",
    shirtsize: "M",
    groupMeUserId: "",
    referredBy: "a friend",
    reInterestedInEvents: "volleyball,dance",
    selectedEvents: "2026-11-28-a,2026-11-29-b",
    zmessage: "",
    socials: "",
    zphone2: "",
    dateAdded: "2026-11-01T12:00:00.000Z",
    role: "user",
    status: "applied",
  });
  expect((await site.fetch(`${USERS}/nobody`, { as: admin })).status).toBe(404);
  expect((await site.fetch(`${USERS}/%00`, { as: admin })).status).toBe(404);
});

test("[ADMIN-09] the list is ten a page, the newest first, and tells how many pages there are", async () => {
  const made: string[] = [];
  for (let n = 0; n < 24; n += 1)
    made.push((await site.addUser({ userId: `0000-${String(n).padStart(2, "0")}` })).userId);
  type Page = { users: User[]; totalPages: number; total: number; page: number };
  const first = await get<Page>(USERS);
  // And the admin.
  expect([first.users.length, first.totalPages, first.total, first.page]).toEqual([10, 3, 25, 1]);
  const pages = await Promise.all([1, 2, 3, 4].map((page) => get<Page>(`${USERS}?page=${page}&limit=10`)));
  expect(pages.map((page) => page.users.length)).toEqual([10, 10, 5, 0]);
  const ids = pages.flatMap((page) => page.users.map(({ userId }) => userId));
  expect(ids.slice(1)).toEqual(made.toReversed());
  // Keyset pages skip and repeat nobody while people are added.
  const byKey: string[] = [];
  for (let after = ""; ;) {
    const read = await get<{ users: User[]; next: string | null }>(`${USERS}?limit=7${after && `&after=${after}`}`);
    byKey.push(...read.users.map(({ userId }) => userId));
    await site.addUser({ userId: `9999-${byKey.length}` });
    if (read.next === null) break;
    after = read.next;
  }
  expect(byKey).toEqual(ids);
  expect((await site.fetch(`${USERS}?after=x`, { as: admin })).status).toBe(400);
  for (const query of ["page=0", "page=x", "limit=101", "limit=-1", "page=1e3", "search=%00"])
    expect([query, (await site.fetch(`${USERS}?${query}`, { as: admin })).status]).toEqual([query, 422]);
});

test("[ADMIN-09] search finds parts of names, addresses and numbers, however they are typed", async () => {
  const zoe = await site.addUser({
    firstName: "Zoë",
    lastName: "Carter",
    email: "zc@beach.example",
    phone: "9045550206",
  });
  await site.addUser({ firstName: "Luis", lastName: "Ortega", email: "luis@example.com", phone: "3055550199" });
  for (const typed of ["zoe", "ZOË CARTER", "arte", "zc@beach", "904-555-0206", "0206", "zo", " Zoë "]) {
    const { users: found } = await get<{ users: User[] }>(`${USERS}?search=${encodeURIComponent(typed)}`);
    expect([typed, found.map(({ userId }) => userId)]).toEqual([typed, [zoe.userId]]);
  }
  for (const typed of ["carter zoe x", "%", "_", "\\", "🏐"]) {
    const { users: found } = await get<{ users: User[] }>(`${USERS}?search=${encodeURIComponent(typed)}`);
    expect([typed, found]).toEqual([typed, []]);
  }
});

test("[ADMIN-09, ADMIN-12] a record is made, changed and deleted; the log says who, what, before and after", async () => {
  const made = await site.post(
    USERS,
    { name: "Mei Lin Tanaka", email: " Mei@Example.com ", phone: "(904) 555-0205" },
    admin,
  );
  expect(made.status).toBe(200);
  const { user } = (await made.json()) as { user: User };
  expect(user).toMatchObject({
    firstName: "Mei",
    lastName: "Lin Tanaka",
    email: "mei@example.com",
    phone: "9045550205",
  });
  const changed = await put(`${USERS}/${user.userId}`, { shirtsize: "S", lastName: "Lin Tanaka" });
  expect(await changed.json()).toMatchObject({ success: true, user: { shirtsize: "S", firstName: "Mei" } });
  expect(await log()).toMatchObject([
    { action: "user_created", before: null, after: { name: "Mei Lin Tanaka" } },
    // Only what changed.
    { action: "user_edited", before: { shirtsize: "" }, after: { shirtsize: "S" } },
  ]);
  const gone = await remove(`${USERS}/${user.userId}`);
  expect(await gone.json()).toMatchObject({ success: true, deleted: 1, message: "1 record is deleted." });
  expect(await record(user.userId)).toBeUndefined();
  expect((await remove(`${USERS}/${user.userId}`)).status).toBe(404);
  const entries = await log();
  // What organizers did stays, without the person.
  expect(entries).toMatchObject([
    { action: "user_created", before: null, after: null },
    { action: "user_edited", before: null, after: null },
    { action: "user_deleted", before: null, after: null },
  ]);
  const shown = await get<{ entries: { id: string }[] }>("/api/admin/audit?action=user_deleted");
  expect(shown.entries).toMatchObject([{ before: { shirtsize: "S", email: "mei@example.com" }, after: null }]);
  for (const entry of entries) {
    expect(entry).toMatchObject({ actorEmail: "admins@example.com", subjectIds: [user.userId], undoneAt: null });
    expect(site.app.clock.now().getTime() - entry.createdAt.getTime()).toBeLessThan(60_000);
  }
});

test("[ADMIN-05] editUser changes only what is sent, and says so when nothing would change", async () => {
  const { userId } = await site.addUser({ firstName: "Ana", zmessage: "hello", reInterestedInEvents: ["dance"] });
  const edit = (fields: unknown) => site.post(BASE, { type: "editUser", userId, groupmeId: "g-1", fields }, admin);
  const answer = await edit({
    firstName: "Anna",
    zsex: "",
    reInterestedInEvents: '["volleyball", "dance"]',
    unknown: 1,
  });
  expect([answer.status, await answer.json()]).toMatchObject([
    200,
    {
      success: true,
      message: "The record is saved.",
      user: { firstName: "Anna", reInterestedInEvents: "volleyball,dance" },
    },
  ]);
  expect(await record(userId)).toMatchObject({ firstName: "Anna", zsex: "", zmessage: "hello" });
  for (const nothing of [{}, { unknown: 1 }, { firstName: "Anna" }, { reInterestedInEvents: "volleyball, dance" }]) {
    const again = await edit(nothing);
    expect([again.status, await again.json()]).toEqual([422, { error: "invalid", message: "No changes to save" }]);
  }
  expect(await log()).toMatchObject([{ action: "user_edited", after: { groupmeId: "g-1" } }]);
  expect((await site.post(BASE, { type: "editUser", userId: "nobody", fields: { zsex: "" } }, admin)).status).toBe(404);
});

test("[ADMIN-09] event lists are read as JSON lists, JSON text and comma text alike", async () => {
  const { userId } = await site.addUser({ reInterestedInEvents: [] });
  const lists: readonly [sent: unknown, kept: string[]][] = [
    [
      ["a", " b ", "a", ""],
      ["a", "b"],
    ],
    ['["c","d"]', ["c", "d"]],
    ["e, f,,e", ["e", "f"]],
    ["[not json", ["[not json"]],
    [["g,h"], ["g", "h"]],
    ["", []],
  ];
  for (const [sent, kept] of lists) {
    const answer = await put(`${USERS}/${userId}`, { selectedEvents: sent });
    expect([sent, answer.status]).toEqual([sent, 200]);
    expect((await record(userId))?.selectedEvents).toEqual(kept);
  }
});

test("[API-01] wrong values in every field are refused in words, and nothing is written", async () => {
  const { userId } = await site.addUser();
  const before = await record(userId);
  const wrong: Record<string, unknown[]> = {
    firstName: [1, null, "x".repeat(101), "\0", "\ud800"],
    email: ["ana@", "x".repeat(101), {}],
    phone: ["12", "1".repeat(16), 9045550142],
    zphone2: ["no"].map(() => "123"),
    zsex: ["neither", null, true],
    age: [0, 121, 1.5, "old", true],
    shirtsize: ["banana", "M L"],
    status: ["banned", ""],
    reInterestedInEvents: [1, {}, [1], ["\0"], "x".repeat(10_001), Array.from({ length: 201 }, (_, n) => `${n}`)],
    zmessage: ["x".repeat(1001)],
  };
  for (const [field, values] of Object.entries(wrong)) {
    for (const value of values) {
      for (const answer of [
        await put(`${USERS}/${userId}`, { [field]: value }),
        await site.post(USERS, { firstName: "Ok", [field]: value }, admin),
        await site.post(BASE, { type: "editUser", userId, fields: { [field]: value } }, admin),
      ]) {
        const said = (await answer.json()) as { error: string; message: string; fields: Record<string, string> };
        expect([field, value, answer.status, said.error]).toEqual([field, value, 422, "invalid"]);
        expect(Object.keys(said.fields).join()).toContain(field);
      }
    }
  }
  expect(await record(userId)).toEqual(before);
  expect((await site.post(USERS, {}, admin)).status).toBe(422);
  expect(await log()).toEqual([]);
});

test("[ADMIN-08, ADMIN-09, API-01] every call on people is refused to all but admins", async () => {
  const { userId } = await site.addUser();
  const before = await record(userId);
  const calls: readonly [method: string, path: string, body?: unknown][] = [
    ["GET", USERS],
    ["POST", USERS, { firstName: "Eve" }],
    ["GET", `${USERS}/${userId}`],
    ["PUT", `${USERS}/${userId}`, { role: "admin" }],
    ["DELETE", `${USERS}/${userId}`],
    ["POST", BASE, { type: "editUser", userId, fields: { role: "admin" } }],
    ["POST", BASE, { type: "deleteUsers", userIds: [userId] }],
    ["GET", "/api/users?type=getAllUsers"],
    ["POST", "/api/users/merge", { sourceUserId: "a", targetUserId: userId }],
    ["POST", "/api/users/merge/preview", { sourceUserId: "a", targetUserId: userId }],
    ["GET", "/api/admin/audit"],
    ["POST", "/api/admin/audit/x/undo"],
    ["GET", "/api/admin/outbox"],
    ["POST", "/api/admin/outbox/x/retry"],
  ];
  const tokens = [await site.tokenFor([]), await site.tokenFor(["Members"])];
  const revoked = await site.signedIn({ groups: ["Admins"], email: "former@example.com" });
  await site.app.db.update(accounts).set({ groups: [] }).where(eq(accounts.sub, revoked.sub));
  for (const [method, path, body] of calls) {
    const init = { method, ...(body !== undefined && { body: JSON.stringify(body), headers: JSON_TYPE }) };
    const visitor = await site.fetch(path, init);
    expect([method, path, visitor.status, ((await visitor.json()) as { message: string }).message]).toEqual([
      method,
      path,
      401,
      "Not authenticated",
    ]);
    for (const as of [...tokens, revoked.token])
      expect([method, path, (await site.fetch(path, { ...init, as })).status]).toEqual([method, path, 403]);
  }
  expect(await record(userId)).toEqual(before);
  expect(await log()).toEqual([]);
});
