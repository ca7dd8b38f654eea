import { eq, sql } from "drizzle-orm";
import { afterEach, beforeAll, afterAll, expect, test } from "vitest";
import { auditLog, chatJoinRequests } from "#src/db/tables/admin.ts";
import { users } from "#src/db/tables/users.ts";
import { recordJoinRequest } from "#src/features/requests/commands/join-requests.server.ts";
import type { Pending } from "#src/features/requests/schema/requests.ts";
import { encodeCursor } from "#src/http/cursor.ts";
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

const everyRequest = () => site.app.db.select().from(chatJoinRequests);
const log = () => site.app.db.select().from(auditLog).orderBy(auditLog.id);

test("[ADMIN-03] who asks twice is one entry with the newest facts, and nobody is approved by a machine", async () => {
  const user = await site.addUser({ firstName: "Ana", lastName: "Ruiz", phone: "9045550142" });
  await ask({ nickname: "Ana", userId: "gm-1" });
  const { groupmeId } = await ask({ nickname: "Ana Ruiz", phone: "9045550142", userId: "gm-1" });
  const { pendingUsersWithMatches: people } = await pending();
  expect(people.map(({ groupmeData }) => [groupmeData.id, groupmeData.nickname])).toEqual([[groupmeId, "Ana Ruiz"]]);
  expect(people[0]?.matchingDbUsers[0]).toMatchObject({ userId: user.userId, status: "applied", groupMeUserId: "" });
});

test("[ADMIN-03] a list of many people is paged, and none is shown twice", async () => {
  for (let n = 0; n < 25; n += 1) await ask({ nickname: `Nobody ${n}` });
  const seen: string[] = [];
  let after = "";
  for (let page = 0; page < 3; page += 1) {
    const answer = await site.fetch(`${BASE}?type=pendingJoinRequests${after}`, { as: admin });
    const { pendingUsersWithMatches: people, total, next } = (await answer.json()) as Pending;
    seen.push(...people.map(({ groupmeData }) => groupmeData.id));
    expect(total).toBe(25);
    after = `&after=${next}`;
  }
  expect(after).toBe("&after=null");
  expect(new Set(seen).size).toBe(25);
  // Also what JavaScript reads as a time and the database does not.
  const forged = ["2026-02-30", "0000-01-01", "Jan 1 2026 (foo)"].map((at) => encodeCursor([at, "x"]));
  for (const place of ["nonsense", ...forged])
    expect((await site.fetch(`${BASE}?type=pendingJoinRequests&after=${place}`, { as: admin })).status).toBe(400);
});

test("[ADMIN-03, ADMIN-12] approvals tell the count, mark the chosen records, empty the list and are in the log", async () => {
  const [ana, ben] = [await site.addUser({ firstName: "Ana" }), await site.addUser({ firstName: "Ben" })];
  const [first, second] = [await ask({ nickname: "Ana" }), await ask({ nickname: "Ben" })];
  const approvals = [
    { ...first, chosenUserId: ana.userId },
    { ...second, chosenUserId: ben.userId },
  ];
  const answer = await site.post(BASE, { approvals }, admin);
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { success: true, message: "2 people are approved.", approved: 2 },
  ]);
  expect((await pending()).pendingUsersWithMatches).toEqual([]);
  const [row] = await site.app.db.select().from(users).where(eq(users.userId, ana.userId));
  expect(row).toMatchObject({ status: "approved", groupMeUserId: first.groupmeUserId });
  const entries = await log();
  expect(entries.map(({ action }) => action)).toEqual(["request_approved", "request_approved"]);
  expect(entries.find(({ subjectIds }) => subjectIds.includes(ana.userId))).toMatchObject({
    actorEmail: "admins@example.com",
    before: { status: "applied", groupMeUserId: "" },
    after: { status: "approved", groupMeUserId: first.groupmeUserId },
  });
  // Once more is once.
  expect((await site.post(BASE, { approvals }, admin)).status).toBe(200);
  expect(await log()).toHaveLength(2);
});

test("[ADMIN-03] ten admins who approve the same person at once: one record is approved, once", async () => {
  const records = await Promise.all(Array.from({ length: 5 }, () => site.addUser({ firstName: "Ana" })));
  const person = await ask({ nickname: "Ana" });
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      site.post(BASE, { approvals: [{ ...person, chosenUserId: records[n % 5]?.userId }] }, admin),
    ),
  );
  // Two of them chose the record that won.
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(8);
  expect((await site.app.db.select().from(users)).filter((row) => row.groupMeUserId !== "")).toHaveLength(1);
  expect(await log()).toHaveLength(1);
});

test("[ADMIN-03] nothing chosen, or chosen wrongly, is refused in words and approves nobody", async () => {
  const ana = await site.addUser({ firstName: "Ana" });
  const [first, second] = [await ask({ nickname: "Ana" }), await ask({ nickname: "Anna" })];
  const good = { ...first, chosenUserId: ana.userId };
  const refusals: readonly [approvals: unknown, status: number, says: string][] = [
    [[], 422, "Please select users to approve"],
    [
      [good, { ...second, chosenUserId: "nobody" }],
      404,
      "The record chosen for Anna was deleted or merged meanwhile. Refresh the list and choose again.",
    ],
    [
      [good, { groupmeId: "x", groupmeUserId: "y", chosenUserId: ana.userId + "x" }],
      404,
      "This request no longer exists. Please reload the list.",
    ],
    [
      [good, { ...second, chosenUserId: ana.userId }],
      422,
      "Two people can’t be the same record. Choose another record for one of them.",
    ],
    [[good, { ...first, chosenUserId: "other" }], 422, "Two records are chosen for the same person. Choose one."],
    [[{ groupmeId: 1 }], 422, "Please check the marked fields."],
    ["all", 422, "Please check the marked fields."],
  ];
  for (const [approvals, status, says] of refusals) {
    const answer = await site.post(BASE, { approvals }, admin);
    expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([status, says]);
  }
  expect((await everyRequest()).every((row) => row.decidedAt === null)).toBe(true);
  expect(await log()).toEqual([]);
});

test("[ADMIN-09] pending-requests lists who waits; approve and decline answer one of them", async () => {
  const ana = await site.addUser({ firstName: "Ana" });
  const people = [await ask({ nickname: "Ana" }), await ask({ nickname: "Ben Boat" }), await ask({ nickname: "Cy" })];
  const list = (await (await site.fetch(`${BASE}/pending-requests`, { as: admin })).json()) as {
    pendingRequests: { id: string; requestId: string }[];
  };
  expect(list.pendingRequests.map(({ id }) => id).toSorted()).toEqual(people.map(({ groupmeId }) => groupmeId));
  const decide = (n: number, action: string, body: unknown) =>
    site.post(`${BASE}/pending-requests/${people[n]?.groupmeId}/${action}`, body, admin);
  expect((await decide(0, "approve", {})).status).toBe(422);
  expect(await (await decide(0, "approve", { chosenUserId: ana.userId })).json()).toMatchObject({
    approved: 1,
    userId: ana.userId,
  });
  // An unknown person, and our own id of the request.
  const byOwnId = list.pendingRequests.find(({ id }) => id === people[1]?.groupmeId)?.requestId;
  const made = await site.post(`${BASE}/pending-requests/${byOwnId}/approve`, { create: true }, admin);
  const { userId } = (await made.json()) as { userId: string };
  const [ben] = await site.app.db.select().from(users).where(eq(users.userId, userId));
  expect(ben).toMatchObject({
    firstName: "Ben",
    lastName: "Boat",
    status: "approved",
    groupMeUserId: people[1]?.groupmeUserId,
  });
  for (let times = 0; times < 2; times += 1)
    expect(await (await decide(2, "decline", {})).json()).toMatchObject({
      success: true,
      message: expect.stringMatching(/^The request of .+ is declined\.$/),
    });
  expect((await decide(0, "decline", {})).status).toBe(409);
  expect((await decide(2, "approve", { chosenUserId: ana.userId })).status).toBe(409);
  expect((await decide(2, "promote", {})).status).toBe(404);
  expect((await pending()).total).toBe(0);
  expect((await log()).map(({ action }) => action)).toEqual([
    "request_approved",
    "request_approved",
    "request_declined",
  ]);
  // Declined people may ask again.
  await ask({ nickname: "Cy", userId: String(people[2]?.groupmeUserId) });
  expect((await pending()).total).toBe(1);
});

test("[ADMIN-03, API-01] only admins get in; a visitor is told 'Not authenticated', others a sentence", async () => {
  const calls: readonly [method: string, path: string, body?: unknown][] = [
    ["GET", `${BASE}?type=pendingJoinRequests`],
    ["POST", BASE, { approvals: [] }],
    ["GET", `${BASE}/pending-requests`],
    ["POST", `${BASE}/pending-requests/x/approve`, { create: true }],
    ["POST", `${BASE}/pending-requests/x/decline`, {}],
  ];
  const [member, user] = [await site.tokenFor(["Members"]), await site.tokenFor([])];
  for (const [method, path, body] of calls) {
    const init = {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    };
    const visitor = await site.fetch(path, init);
    expect([path, visitor.status, await visitor.json()]).toEqual([
      path,
      401,
      { error: "unauthenticated", message: "Not authenticated" },
    ]);
    for (const as of [member, user]) {
      const refused = await site.fetch(path, { ...init, as });
      expect([path, refused.status, await refused.json()]).toEqual([
        path,
        403,
        { error: "forbidden", message: "This is for the group's organizers." },
      ]);
    }
  }
});

test("[API-01] what Base A cannot read is refused in words, and other lists are not guessed", async () => {
  expect((await site.fetch(BASE, { as: admin })).status).toBe(422);
  expect((await site.fetch(`${BASE}?type=everything`, { as: admin })).status).toBe(422);
  for (const body of [
    {},
    [],
    null,
    { type: "dropTables" },
    { type: "editUser" },
    { type: "deleteUsers", userIds: "all" },
    { type: "deleteUsers", userIds: ["\0"] },
    { approvals: [{ groupmeId: "\ud800", groupmeUserId: "", chosenUserId: "x" }] },
  ]) {
    const answer = await site.post(BASE, body, admin);
    expect([JSON.stringify(body), answer.status]).toEqual([JSON.stringify(body), 422]);
    expect(((await answer.json()) as { message: string }).message).toMatch(/^[A-Z].*\.$/);
  }
});

test("[SAFE-05, API-01] nobody learns what a call wants before they are admitted", async () => {
  const member = await site.tokenFor(["Members"]);
  const wrong = { type: "deleteUsers", userIds: "none" };
  const statusesFor = async (as?: string) => [
    (await site.fetch(`${BASE}?type=neither`, as === undefined ? {} : { as })).status,
    (await site.post(BASE, wrong, as)).status,
  ];
  expect(await statusesFor()).toEqual([401, 401]);
  expect(await statusesFor(member)).toEqual([403, 403]);
  expect(await statusesFor(admin)).toEqual([422, 422]);
});
