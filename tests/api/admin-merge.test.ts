import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { accounts } from "#src/db/tables/accounts.ts";
import { chatJoinRequests } from "#src/db/tables/admin.ts";
import { users } from "#src/db/tables/users.ts";
import { recordJoinRequest } from "#src/features/requests/commands/join-requests.server.ts";
import type { Merged, MergePreview } from "#src/features/people/schema/merge.ts";
import { countTown, makeBusy, makeTown, rsvp, vote, wait, wrongCounts } from "#tests/support/busy-person.ts";
import { TABLES_OF_PEOPLE, wholeRows } from "#tests/support/rows.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const MERGE = "/api/users/merge";

let site: TestSite;
let admin: string;
beforeEach(async () => {
  site = await startTestSite();
  admin = await site.tokenFor(["Admins"]);
});
afterEach(() => site.close());

const merge = (body: unknown) => site.post(MERGE, body, admin);
const undo = (auditId: string) => site.fetch(`/api/admin/audit/${auditId}/undo`, { method: "POST", as: admin });
const everything = () => wholeRows(site.app.db, TABLES_OF_PEOPLE);

async function merged(body: unknown): Promise<Merged> {
  const done = await merge(body);
  expect(done.status).toBe(200);
  return (await done.json()) as Merged;
}

async function rowsOf(statement: ReturnType<typeof sql>) {
  const { rows } = await site.app.db.execute(statement);
  return rows;
}

async function record(userId: string) {
  const [row] = await site.app.db.select().from(users).where(eq(users.userId, userId));
  return row;
}

const STATUSES = [
  ["applied", "approved"],
  ["approved", "applied"],
  ["applied", "applied"],
] as const;
const ANA = { firstName: "Ana", lastName: "Ruiz", referredBy: "", shirtsize: "", zsex: "" } as const;

test("[ADMIN-06] the base keeps its values, the first other that says something fills the rest, lists are united", async () => {
  const base = await site.addUser({ ...ANA, email: "ana@example.com", phone: "", reInterestedInEvents: ["dance"] });
  const second = await site.addUser({
    ...ANA,
    email: "",
    phone: "9045550142",
    shirtsize: "S",
    reInterestedInEvents: ["yoga", "dance"],
  });
  const third = await site.addUser({
    ...ANA,
    firstName: "Anna",
    email: "",
    phone: "9045550143",
    zsex: "female",
    status: "approved",
  });
  const answer = await merged({
    base: base.userId,
    others: [second.userId, third.userId],
    fields: { firstName: "Anna" },
  });
  expect(answer).toMatchObject({
    success: true,
    message: "3 records became one.",
    mergedUser: {
      userId: base.userId,
      firstName: "Anna",
      email: "ana@example.com",
      phone: "9045550142",
      shirtsize: "S",
      zsex: "female",
      reInterestedInEvents: "dance,yoga,volleyball",
      // A merge never removes an approval.
      status: "approved",
    },
  });
  expect([await record(second.userId), await record(third.userId)]).toEqual([undefined, undefined]);
});

test("[ADMIN-06] a preview tells the conflicts and the result, and does nothing", async () => {
  const base = await site.addUser({ ...ANA, email: "ana@example.com", phone: "9045550142" });
  const other = await site.addUser({ ...ANA, email: "ana.ruiz@example.com", phone: "9045550142", shirtsize: "L" });
  const before = await everything();
  const preview = async (kept: string, others: string[], fields = {}) => {
    const answer = await site.post(`${MERGE}/preview`, { base: kept, others, fields }, admin);
    expect(answer.status).toBe(200);
    return (await answer.json()) as MergePreview;
  };
  const first = await preview(base.userId, [other.userId]);
  expect(first.merged).toMatchObject({ userId: base.userId, email: "ana@example.com", shirtsize: "L" });
  // One distinct value, or none, is no conflict.
  expect(first.conflicts).toEqual([
    {
      field: "email",
      values: [
        { userId: base.userId, value: "ana@example.com" },
        { userId: other.userId, value: "ana.ruiz@example.com" },
      ],
    },
  ]);
  expect((await preview(other.userId, [base.userId])).merged.email).toBe("ana.ruiz@example.com");
  expect((await preview(base.userId, [other.userId], { email: "new@example.com" })).merged.email).toBe(
    "new@example.com",
  );
  expect(await everything()).toEqual(before);
});

test("[ADMIN-06] O12: the record that a preview shows is the record that the merge makes, its status included", async () => {
  for (const [number, [kept, other]] of STATUSES.entries()) {
    const base = await site.addUser({ ...ANA, email: `base${number}@example.com`, status: kept });
    const added = await site.addUser({ ...ANA, email: `other${number}@example.com`, status: other });
    const request = { base: base.userId, others: [added.userId], fields: {} };
    const preview = (await (await site.post(`${MERGE}/preview`, request, admin)).json()) as MergePreview;
    const { mergedUser } = await merged(request);
    expect({ ...preview.merged, updatedAt: "" }, `${kept} and ${other}`).toEqual({ ...mergedUser, updatedAt: "" });
  }
});

test("[ADMIN-08, ADMIN-09] the user manager's merge of a source into a target answers mergedUser", async () => {
  const [source, target] = [await site.addUser({ ...ANA, shirtsize: "S" }), await site.addUser(ANA)];
  const done = await merged({ sourceUserId: source.userId, targetUserId: target.userId });
  expect(done.mergedUser).toMatchObject({ userId: target.userId, shirtsize: "S" });
  expect(await record(source.userId)).toBeUndefined();
});

test("[ADMIN-06] whatever referred to the others refers to the base, once, and every count stays right", async () => {
  const { sixes, bonfire, sunrise } = await makeTown(site);
  const [a, b] = [(await site.addUser(ANA)).userId, (await site.addUser(ANA)).userId];
  const accountOfA = await makeBusy(site, a, 1, sixes);
  const accountOfB = await makeBusy(site, b, 2, sixes);
  // Both answered; the newer answer is what they meant.
  await rsvp(site, sixes, a, "going", 1);
  await rsvp(site, sixes, b, "not_going", 2);
  await rsvp(site, bonfire, a, "maybe", 1);
  await rsvp(site, bonfire, b, "going", 2);
  await rsvp(site, sunrise, b, "going", 1);
  await wait(site, bonfire, a, 1);
  await wait(site, sixes, a, 2);
  await wait(site, sixes, b, 1);
  await vote(site, "coffee", a, 1);
  await vote(site, "tea", b, 2);
  await countTown(site);
  await merged({ base: a, others: [b] });
  expect(await rowsOf(sql`select event_id, answer from event_rsvps order by event_id`)).toEqual([
    { event_id: bonfire, answer: "going" },
    { event_id: sixes, answer: "not_going" },
    { event_id: sunrise, answer: "going" },
  ]);
  // The earlier ticket; and nobody waits for a place that they have.
  expect(await rowsOf(sql`select event_id, ticket, status from waiting_list order by event_id`)).toEqual([
    { event_id: bonfire, ticket: 1, status: "left" },
    { event_id: sixes, ticket: 1, status: "waiting" },
  ]);
  expect(await rowsOf(sql`select option_id from poll_votes`)).toEqual([{ option_id: "tea" }]);
  expect(await rowsOf(sql`select chat_id, member_id from chat_members order by 1, 2`)).toEqual([
    { chat_id: "ours", member_id: a },
    { chat_id: "theirs", member_id: "gm-1" },
    { chat_id: "theirs", member_id: "gm-2" },
  ]);
  expect(await rowsOf(sql`select distinct author_id from chat_messages where chat_id = 'ours'`)).toEqual([
    { author_id: a },
  ]);
  for (const [table, column, count] of [
    ["accounts", "user_id", 1],
    ["event_rsvps", "user_id", 3],
    ["waiting_list", "user_id", 2],
    ["chat_members", "user_id", 3],
    ["chat_messages", "user_id", 4],
    ["notices", "user_id", 2],
    ["join_submissions", "user_id", 2],
    ["social_events", "host_user_id", 2],
  ] as const) {
    const [row] = await rowsOf(
      sql`select count(*)::int as count from ${sql.identifier(table)} where ${sql.identifier(column)} = ${a}`,
    );
    expect([table, row?.["count"]]).toEqual([table, count]);
  }
  const subs = (await site.app.db.select().from(accounts).where(eq(accounts.userId, a))).map(({ sub }) => sub);
  // A person has one account: the base's. The other stays a sign-in, without a person.
  expect(subs).toEqual([accountOfA]);
  expect(await rowsOf(sql`select sub from accounts where user_id is null`)).toEqual([{ sub: accountOfB }]);
  expect(await wrongCounts(site)).toEqual([]);
});

test("[ADMIN-12] undoing a merge gives back exactly what was there, row by row", async () => {
  const { sixes, bonfire, sunrise } = await makeTown(site);
  const people = await Promise.all([
    site.addUser(ANA),
    site.addUser({ ...ANA, shirtsize: "L" }),
    site.addUser(ANA),
    site.addUser(),
  ]);
  const [a = "", b = "", c = "", stranger = ""] = people.map(({ userId }) => userId);
  for (const [index, id] of [a, b, c, stranger].entries()) await makeBusy(site, id, index + 1, bonfire);
  for (const [index, id] of [a, b, c].entries()) {
    await rsvp(site, sixes, id, index === 0 ? "maybe" : "going", index);
    await vote(site, index === 1 ? "tea" : "coffee", id, index);
  }
  await rsvp(site, bonfire, b, "going", 1);
  await rsvp(site, bonfire, stranger, "going", 1);
  await rsvp(site, sunrise, a, "not_going", 3);
  await rsvp(site, sunrise, c, "going", 1);
  await wait(site, sunrise, b, 1);
  await wait(site, sunrise, c, 2);
  await wait(site, bonfire, a, 1);
  await recordJoinRequest(site.app.db, {
    id: "r-1",
    userId: "gm-77",
    nickname: "Ana",
    requestedAt: site.app.clock.now(),
  });
  await countTown(site);
  const before = await everything();
  const approval = { groupmeId: "r-1", groupmeUserId: "gm-77" };
  const { auditId } = await merged({ base: a, others: [c, b], fields: { firstName: "Anna" }, approval });
  expect(await wrongCounts(site)).toEqual([]);
  expect(await everything()).not.toEqual(before);
  const done = await undo(auditId);
  expect([done.status, await done.json()]).toEqual([200, { success: true, message: "2 records are back." }]);
  expect(await everything()).toEqual(before);
  // Once more is once.
  expect((await undo(auditId)).status).toBe(200);
  expect(await everything()).toEqual(before);
});

test("[ADMIN-06] the approval is given with the merge, and refused with all of it", async () => {
  const [a, b] = [await site.addUser(ANA), await site.addUser(ANA)];
  const asked = { nickname: "Ana", requestedAt: site.app.clock.now() };
  await recordJoinRequest(site.app.db, { ...asked, id: "r-1", userId: "gm-1" });
  const before = await everything();
  const wrong = await merge({
    base: a.userId,
    others: [b.userId],
    approval: { groupmeId: "r-2", groupmeUserId: "gm-1" },
  });
  expect(wrong.status).toBe(404);
  expect(await wrong.json()).toMatchObject({ error: "not_found", reason: "request_not_open" });
  expect(await everything()).toEqual(before);
  const approval = { groupmeId: "r-1", groupmeUserId: "gm-1" };
  const { mergedUser } = await merged({ base: a.userId, others: [b.userId], approval });
  expect(mergedUser).toMatchObject({ status: "approved", groupMeUserId: "gm-1" });
  expect(await site.app.db.select().from(chatJoinRequests)).toMatchObject([{ decision: "approved", userId: a.userId }]);
});

test("[ADMIN-06] an organizer may merge their own records, and stays signed in as the one that remains", async () => {
  const me = await site.signedIn({ groups: ["Admins"] });
  const other = await site.addUser(ANA);
  const { auditId } = await merged({ base: other.userId, others: [me.userId] });
  const profile = async () => (await site.app.db.select().from(accounts).where(eq(accounts.sub, me.sub)))[0];
  expect(await profile()).toMatchObject({ userId: other.userId, groups: ["Admins"] });
  expect((await undo(auditId)).status).toBe(200);
  expect(await profile()).toMatchObject({ userId: me.userId });
});

test("[ADMIN-06] fewer than two records, or records that are gone, are refused in words", async () => {
  const { userId } = await site.addUser();
  const before = await everything();
  const few = "At least two database records are required for merging";
  const gone = "One of these records no longer exists. Please reload the list and choose again.";
  const which = "Say which records to merge: a source and a target, or a base and the others.";
  const refusals: readonly [body: unknown, status: number, says: string][] = [
    [{ base: userId, others: [] }, 422, few],
    [{ base: userId, others: [userId] }, 422, few],
    [{ sourceUserId: userId, targetUserId: userId }, 422, few],
    [{}, 422, which],
    [{ base: userId }, 422, which],
    [{ sourceUserId: userId }, 422, which],
    [{ base: userId, others: ["nobody"] }, 404, gone],
    [{ sourceUserId: userId, targetUserId: "nobody" }, 404, gone],
  ];
  for (const [body, status, says] of refusals) {
    for (const path of [MERGE, `${MERGE}/preview`]) {
      const refused = await site.post(path, body, admin);
      const answer: unknown = await refused.json();
      expect([body, refused.status]).toEqual([body, status]);
      expect(answer).toMatchObject({ message: says, ...(says === gone && { reason: "person_gone" }) });
    }
  }
  const wrong = [
    { base: userId, others: "all" },
    { base: 1, others: [2] },
    { base: userId, others: ["x"], fields: { email: "no" } },
    { base: "\0", others: ["x"] },
  ];
  for (const body of wrong) expect((await merge(body)).status).toBe(422);
  expect(await everything()).toEqual(before);
});
