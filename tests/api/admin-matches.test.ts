import { eq, sql } from "drizzle-orm";
import { afterEach, beforeAll, afterAll, expect, test } from "vitest";
import { chatJoinRequests } from "#src/db/tables/admin.ts";
import { users } from "#src/db/tables/users.ts";
import { recordJoinRequest } from "#src/features/requests/commands/join-requests.server.ts";
import type { Pending } from "#src/features/requests/schema/requests.ts";
import { demoPeople } from "#seeds/demo-people.ts";
import { demoRequests } from "#seeds/demo-requests.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const BASE = "/api/pending-join-requests";

let site: TestSite;
let admin: string;
beforeAll(async () => {
  site = await startTestSite();
  admin = await site.tokenFor(["Admins"]);
});
afterAll(() => site.close());
afterEach(async () => {
  await site.app.db.execute(sql`truncate chat_join_requests, audit_log`);
  await site.app.db.execute(
    sql`delete from users where user_id not in (select user_id from accounts where user_id is not null)`,
  );
});

let asked = 0;
/** A person who asks to join; returns their ids at the provider. */
async function ask(person: { nickname: string; phone?: string; email?: string; userId?: string; id?: string }) {
  asked += 1;
  const facts = { id: `request-${asked}`, userId: `person-${asked}`, requestedAt: site.app.clock.now(), ...person };
  await recordJoinRequest(site.app.db, facts);
  return { groupmeId: facts.id, groupmeUserId: facts.userId };
}

async function pending(): Promise<Pending> {
  const answer = await site.fetch(`${BASE}?type=pendingJoinRequests`, { as: admin });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Pending;
}

/** Who may be the only one that waits: user ids with their reasons, the best first. */
async function matches() {
  const { pendingUsersWithMatches: people } = await pending();
  expect(people).toHaveLength(1);
  return people[0]?.matchingDbUsers.map(({ userId, reasons }) => [userId, ...reasons]);
}

test("[ADMIN-03] who asks is shown with what the chat knows of them and every record that may be theirs, with reasons", async () => {
  const same = await site.addUser({ firstName: "Zoë", lastName: "Carter", phone: "9045550206" });
  const namesake = await site.addUser({ firstName: "Zoe", lastName: "Cartier", phone: "9045550777" });
  await site.addUser({ firstName: "Priya", lastName: "Natarajan" });
  const { groupmeId, groupmeUserId } = await ask({ nickname: "zoe CARTER 🏐", phone: "1 (904) 555-0206" });
  const { pendingUsersWithMatches: people, total, next } = await pending();
  expect([people.length, total, next]).toEqual([1, 1, null]);
  expect(people[0]?.groupmeData).toEqual({
    id: groupmeId,
    user_id: groupmeUserId,
    nickname: "zoe CARTER 🏐",
    phone: "19045550206",
    image_url: "",
  });
  expect(people[0]?.matchingDbUsers).toMatchObject([
    { userId: same.userId, id: same.userId, reasons: ["Same phone number", "Same name"], status: "applied" },
    { userId: namesake.userId, reasons: ["Similar name"] },
  ]);
  const [first, second] = people[0]?.matchingDbUsers ?? [];
  expect(first?.score).toBeGreaterThan(0.95);
  expect(second?.score).toBeLessThan(0.7);
});

test("[ADMIN-03] each kind of evidence finds a record by itself", async () => {
  const id = { userId: "gm-7" };
  const kinds: readonly [Parameters<typeof ask>[0], Parameters<TestSite["addUser"]>[0], string][] = [
    [{ nickname: "x", ...id }, { groupMeUserId: "gm-7" }, "Same GroupMe user id"],
    [{ nickname: "x", phone: "9045550601" }, { phone: "19045550601" }, "Same phone number"],
    [{ nickname: "x", phone: "9045550602" }, { zphone2: "9045550602" }, "Same number as the second phone"],
    [{ nickname: "x", email: "Ana@Example.com" }, { email: "ana@example.com" }, "Same email address"],
    [{ nickname: "jack o'neill" }, { firstName: "Jack", lastName: "O’Neill" }, "Same name"],
    [{ nickname: "Søren Łukasz" }, { firstName: "Soren", lastName: "Lukasz" }, "Same name"],
    [{ nickname: "Marcus Bell" }, { firstName: "Mark", lastName: "Bell" }, "Similar name"],
    [{ nickname: "Sandy Toes" }, { nickname: "sandy-toes" }, "Same nickname"],
    [{ nickname: "Sandy Toes!" }, { nickname: "Sandy Toe" }, "Similar nickname"],
  ];
  for (const [person, record, reason] of kinds) {
    const user = await site.addUser({ firstName: "Quinn", lastName: "Vandermeer", ...record });
    await ask(person);
    expect(await matches()).toEqual([[user.userId, reason]]);
    await site.app.db.delete(users).where(eq(users.userId, user.userId));
    await site.app.db.delete(chatJoinRequests);
  }
});

test("[ADMIN-03] a name that is written a little otherwise finds its record, and others of its surname are left out", async () => {
  const { userId } = await site.addUser({ firstName: "Ana", lastName: "Ruiz", nickname: "Ana R" });
  const { userId: carter } = await site.addUser({ firstName: "Zoë", lastName: "Carter" });
  const { userId: cruz } = await site.addUser({ firstName: "Beatriz", lastName: "de la Cruz" });
  const { userId: bell } = await site.addUser({ firstName: "Marcus", lastName: "Bell" });
  await site.addUser({ firstName: "Otto", lastName: "Bell" });
  const { userId: long } = await site.addUser({ firstName: "Marcus", lastName: "Hollingworth" });
  const written: readonly [string, string, ...string[]][] = [
    ["Anna Ruiz", userId, "Similar name"],
    ["Ana Ruis", userId, "Similar name"],
    ["RUIZ, Ana", userId, "Similar name"],
    ["ana r.", userId, "Similar name", "Same nickname"],
    ["Zoe C", carter, "Similar name"],
    ["zoé cartre", carter, "Similar name"],
    ["Beatriz Cruz", cruz, "Similar name"],
    ["Beatrice de la Cruz", cruz, "Similar name"],
    ["Mark Bell", bell, "Similar name"],
    ["Marcus J Bell", bell, "Similar name"],
    ["Marcus Bell Jr", bell, "Similar name"],
    ["Bell Markus", bell, "Similar name"],
    ["Narcus Hollingworth", long, "Similar name"],
    ["Marcus Ohllingworth", long, "Similar name"],
    ["Marcus Hollingwroth", long, "Similar name"],
  ];
  const found: unknown[] = [];
  for (const [nickname] of written) {
    await ask({ nickname });
    found.push([nickname, await matches()]);
    await site.app.db.delete(chatJoinRequests);
  }
  expect(found).toEqual(written.map(([nickname, ...match]) => [nickname, [match]]));
});

test("[ADMIN-03] who shares a very common surname is found by the initial", async () => {
  await site.app.db.execute(sql`
    insert into users (user_id, first_name, last_name) select 'bell-' || n, 'Aurelia', 'Bell' from generate_series(1, 600) as n`);
  const marcus = await site.addUser({ firstName: "Marcus", lastName: "Bell" });
  await ask({ nickname: "Mark Bell" });
  expect(await matches()).toEqual([[marcus.userId, "Similar name"]]);
});

test("[ADMIN-03] empty fields are no evidence, and at most ten records are shown", async () => {
  for (let n = 0; n < 12; n += 1)
    await site.addUser({ firstName: "Sam", lastName: "Smith", phone: "", groupMeUserId: "" });
  await ask({ nickname: "🏐🏐", userId: "" });
  expect(await matches()).toEqual([]);
  await site.app.db.delete(chatJoinRequests);
  // There are too many Sams for a first name to be evidence.
  await ask({ nickname: "Sam" });
  expect(await matches()).toEqual([]);
  await site.app.db.delete(chatJoinRequests);
  await ask({ nickname: "Sam Smith" });
  expect(await matches()).toHaveLength(10);
});

test("[ADMIN-03] the demo town's requests match one, several and no records", async () => {
  const now = site.app.clock.now();
  await site.app.db.insert(users).values(demoPeople(now).filter(({ email }) => email !== "admin@example.com"));
  for (const person of demoRequests(now)) await recordJoinRequest(site.app.db, person);
  const { pendingUsersWithMatches: people } = await pending();
  const counts = people.map(({ groupmeData, matchingDbUsers: found }) => [groupmeData.nickname, found.length]);
  expect(Object.fromEntries(counts)).toEqual({
    "Marcus Bell": 2,
    "sofia delgado 🏐": 1,
    "Zoe Carter": 2,
    "Tyler H": 1,
    Beachcomber: 0,
    "Wyatt Ellison": 0,
  });
});
