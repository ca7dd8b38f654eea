import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeChat, makeEvent } from "#seeds/factories.ts";
import { chats } from "#src/db/tables/chats.ts";
import { chatJoinRequests } from "#src/db/tables/admin.ts";
import { drawPlaces } from "#src/features/events/draw/commands.server.ts";
import { moveOffers } from "#src/features/events/waiting-list/commands/offers.server.ts";
import type { DrawRecord } from "#src/features/events/draw/schema/record.ts";
import type { Block } from "#src/features/blocks/schema.ts";
import type { Pending } from "#src/features/requests/schema/requests.ts";
import { findCertain } from "#src/features/automation/queries/certain.server.ts";
import { answer, callEvent, expectTrueCounts, newcomer, refusal, rsvpState } from "#tests/support/events.ts";
import { ask, SEND_MESSAGE } from "#tests/support/graphql.ts";
import { expectReady } from "#tests/support/live-reader.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const BLOCKED = "You can’t do this at the moment. If you have questions, write to the organizers.";
type Person = Awaited<ReturnType<typeof newcomer>>;

let site: TestSite;
let admin: Person;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  admin = await newcomer(site, { groups: ["Admins"] });
  await site.app.db.insert(chats).values(makeChat());
});
afterAll(() => site.close());

const send = (path: string, method: string, as: string, body?: object) =>
  site.fetch(path, {
    method,
    as,
    ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
const block = (userId: string, body: object = { reason: "He followed people" }, as = admin.token) =>
  send(`/api/admin/blocks/${userId}`, "PUT", as, body);
const unblock = (userId: string) => send(`/api/admin/blocks/${userId}`, "DELETE", admin.token);
const read = async (userId: string) =>
  (await (await send(`/api/admin/blocks/${userId}`, "GET", admin.token)).json()) as Block;
async function blocked(userId: string, body?: object): Promise<Block> {
  const response = await block(userId, body);
  expect([response.status, await response.clone().text()]).toEqual([200, expect.any(String)]);
  return (await response.json()) as Block;
}
let made = 0;
async function addEvent(more: object = {}): Promise<string> {
  made += 1;
  return (await site.addEvent(makeEvent({ day: "2026-12-05", title: `Net ${made}`, capacity: 20, ...more }))).id;
}

test("[DESK-10] a blocked person cannot RSVP, write in chats, host or change their events, and reads no reason", async () => {
  const person = await newcomer(site, { groups: ["Members"] });
  const [id, own] = [await addEvent(), await addEvent({ hostUserId: person.userId })];
  await rsvpState(answer(site, id, person.token, "going"));
  await blocked(person.userId);
  for (const wish of ["going", "maybe"])
    expect(await refusal(answer(site, own, person.token, wish))).toEqual({ status: 403, message: BLOCKED });
  expect(
    await refusal(callEvent(site, "POST", `${id}/thread`, { as: person.token, body: { text: "Hi", clientId: "1" } })),
  ).toEqual({ status: 403, message: BLOCKED });
  const said = { as: person.token, chatId: "volleyball", text: "Hi", clientId: "1" };
  expect(JSON.stringify(await ask(site, SEND_MESSAGE, said))).toContain(BLOCKED);
  expect((await refusal(send("/api/social-events", "POST", person.token, {}))).status).toBe(403);
  expect((await refusal(callEvent(site, "GET", `${own}/messages/sent`, { as: person.token }))).status).toBe(403);
  expect(await refusal(callEvent(site, "GET", `${own}/costs`, { as: person.token }))).toMatchObject({ status: 403 });
  // Saying that they do not come, and reading, stay possible.
  await rsvpState(answer(site, id, person.token, "not_going"));
  expect((await site.fetch("/api/profile", { as: person.token })).status).toBe(200);
  expect((await unblock(person.userId)).status).toBe(200);
  await rsvpState(answer(site, id, person.token, "going"));
});

test("[DESK-10, AUTH-10] the open pages of a person hear of their block, of its end, and of one that a merge brings", async () => {
  const person = await newcomer(site);
  const twin = await site.addUser({ email: "twin@example.com" });
  const id = await addEvent({ hostUserId: person.userId });
  const listen = () => site.fetch(`/api/live?thread=${id}`, { as: person.token });
  const reader = await expectReady(await listen());
  const heard = () =>
    site.app.db.execute(
      sql`delete from change_log where topic = 'account_changed' and subject = ${person.sub} returning topic`,
    );
  await blocked(person.userId);
  expect((await heard()).rows).toHaveLength(1);
  site.live.hearAccount(person.sub);
  expect(await reader.next()).toBeNull();
  expect((await listen()).status).toBe(403);
  await unblock(person.userId);
  expect((await heard()).rows).toHaveLength(1);
  await blocked(twin.userId);
  const records = { base: person.userId, others: [twin.userId] };
  expect((await send("/api/users/merge", "POST", admin.token, records)).status).toBe(200);
  expect((await heard()).rows).toHaveLength(1);
  expect((await read(person.userId)).block).not.toBeNull();
});

const stateOf = (id: string, { token }: Person) => rsvpState(callEvent(site, "GET", `${id}/rsvp`, { as: token }));
const goes = (id: string, { token }: Person) => rsvpState(answer(site, id, token, "going"));
const leaves = (id: string, { token }: Person) => rsvpState(answer(site, id, token, "not_going"));

test("[DESK-10, DAY-05] a seat that becomes free is neither given nor offered to a blocked person, who keeps waiting", async () => {
  const [goer, ben, cal, dot] = [
    await newcomer(site),
    await newcomer(site),
    await newcomer(site),
    await newcomer(site),
  ];
  const ahead = await addEvent({ capacity: 1 });
  const today = await addEvent({ capacity: 1, day: "2026-11-21", startTime: "18:00" });
  for (const id of [ahead, today]) for (const person of [goer, ben]) await goes(id, person);
  await goes(ahead, cal);
  await blocked(ben.userId);
  const before = (await site.mails()).length;
  for (const id of [ahead, today]) await leaves(id, goer);
  expect(await stateOf(ahead, cal)).toMatchObject({ answer: "going" });
  // Nor is it kept from the next person who comes.
  expect(await goes(today, dot)).toMatchObject({ answer: "going", waiting: null });
  // They read themselves as the only one in line, whatever others are told.
  for (const id of [ahead, today])
    expect(await stateOf(id, ben)).toMatchObject({ answer: null, waiting: { place: 1 }, waitingCount: 1, offer: null });
  expect((await site.mails()).slice(before).map(({ to }) => to)).not.toContain(ben.email);
  await unblock(ben.userId);
  await leaves(ahead, cal);
  expect(await stateOf(ahead, ben)).toMatchObject({ answer: "going", waiting: null });
});

test("[DESK-10, DAY-05] an offered seat goes on to the next when its reader is blocked, who loses no turn", async () => {
  const [goer, ben, cal] = [await newcomer(site), await newcomer(site), await newcomer(site)];
  const id = await addEvent({ capacity: 1, day: "2026-11-21", startTime: "18:00" });
  for (const person of [goer, ben, cal]) await goes(id, person);
  await leaves(id, goer);
  expect(await stateOf(id, ben)).toMatchObject({ offer: { kind: "offer" } });
  const before = (await site.mails()).length;
  await blocked(ben.userId);
  expect(await stateOf(id, ben)).toMatchObject({ offer: null, waiting: { place: 1 } });
  expect(await stateOf(id, cal)).toMatchObject({ offer: { kind: "offer" }, waiting: { place: 1, of: 1 } });
  expect((await site.mails()).slice(before).map(({ to }) => to)).toEqual([cal.email]);
  await unblock(ben.userId);
  expect(await stateOf(id, ben)).toMatchObject({ offer: null, waiting: { place: 1, of: 2 } });
  await rsvpState(callEvent(site, "DELETE", `${id}/waiting-list`, { as: cal.token }));
  expect(await stateOf(id, ben)).toMatchObject({ offer: { kind: "offer" } });
  expect(await goes(id, ben)).toMatchObject({ answer: "going" });
  await expectTrueCounts(site, id);
});

test("[DESK-10, DAY-05] a seat that only a blocked person waits for reads as free, and they are not counted in line", async () => {
  const [goer, ben, cal, dot] = [
    await newcomer(site),
    await newcomer(site),
    await newcomer(site),
    await newcomer(site),
  ];
  const [before, later] = [await addEvent({ capacity: 1 }), await addEvent({ capacity: 2 })];
  for (const id of [before, later]) await goes(id, goer);
  await goes(later, dot);
  for (const id of [before, later]) await goes(id, ben);
  await blocked(ben.userId);
  await leaves(before, goer);
  // What visitors read of the event says that there is a place, as the answer to a request does.
  expect(await rsvpState(callEvent(site, "GET", `${before}/rsvp`))).toMatchObject({ spacesLeft: 1, waitingCount: 0 });
  expect(await refusal(callEvent(site, "POST", `${before}/waiting-list`, { as: cal.token }))).toMatchObject({
    status: 409,
  });
  expect(await goes(later, cal)).toMatchObject({ waiting: { place: 1, of: 1 } });
  expect(await stateOf(later, ben)).toMatchObject({ waiting: { place: 1, of: 1 } });
  // Who leaves the list while blocked was not counted.
  await leaves(later, ben);
  for (const id of [before, later]) await expectTrueCounts(site, id);
});

test("[DESK-10, DAY-05] with the end of a block a free seat is theirs who waits: lifted at once, else within the minute", async () => {
  const [goer, ben, cal] = [await newcomer(site), await newcomer(site), await newcomer(site)];
  const [lifted, ended, full] = [
    await addEvent({ capacity: 1 }),
    await addEvent({ capacity: 1 }),
    await addEvent({ capacity: 1 }),
  ];
  for (const person of [goer, cal]) await goes(full, person);
  for (const [id, waits] of [
    [lifted, ben],
    [ended, cal],
  ] as const) {
    await goes(id, goer);
    await goes(id, waits);
    await blocked(waits.userId, { reason: "Cool off", until: "2026-11-30" });
    await leaves(id, goer);
    expect(await stateOf(id, waits)).toMatchObject({ answer: null, waiting: { place: 1 } });
  }
  await unblock(ben.userId);
  expect(await stateOf(lifted, ben)).toMatchObject({ answer: "going", waiting: null });
  await site.app.db.execute(
    sql`update person_blocks set until = ${site.app.clock.now().toISOString()} where user_id = ${cal.userId}`,
  );
  await moveOffers(site.app);
  expect(await expectTrueCounts(site, full)).toMatchObject({ waiting: 1 });
  expect(await stateOf(ended, cal)).toMatchObject({ answer: "going", waiting: null });
  const told = (await site.mails()).filter(({ subject }) => subject.includes("Net")).map(({ to }) => to);
  for (const { email } of [ben, cal]) expect(told).toContain(email);
  for (const id of [lifted, ended]) await expectTrueCounts(site, id);
});

test("[DESK-10, DAY-05] a blocked person has no part in a draw, and waits behind those who had", async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => newcomer(site)));
  const [ben, ...others] = people as [Person, ...Person[]];
  const id = await addEvent({ capacity: 2, drawAt: site.app.clock.now(), drawSeed: "seed" });
  for (const person of people) await goes(id, person);
  await blocked(ben.userId);
  const before = (await site.mails()).length;
  expect(await drawPlaces(site.app)).toBe(1);
  const told = (await site.mails()).slice(before).map(({ to }) => to);
  expect(told.toSorted()).toEqual(others.map(({ email }) => email).toSorted());
  const record = (await (await callEvent(site, "GET", `${id}/draw`, { as: ben.token })).json()) as DrawRecord;
  expect(record.entries.map(({ hasPlace }) => hasPlace)).toEqual([true, true, false]);
  expect(record.mine).toBeNull();
  const answers = await Promise.all(others.map(async (person) => (await stateOf(id, person)).answer));
  expect(answers.filter((said) => said === "going")).toHaveLength(2);
  expect(await stateOf(id, ben)).toMatchObject({ answer: null, waiting: { place: 2 } });
  await expectTrueCounts(site, id);
});

test("[DESK-10] a block until a day ends by itself; blocking and unblocking are logged, and organizers only", async () => {
  const person = await newcomer(site);
  const { block: set } = await blocked(person.userId, { reason: "Cool off", until: "2026-12-01" });
  expect(set).toMatchObject({ reason: "Cool off", until: "2026-12-01" });
  const id = await addEvent();
  expect((await refusal(answer(site, id, person.token, "going"))).status).toBe(403);
  await site.app.db.execute(
    sql`update person_blocks set until = ${site.app.clock.now().toISOString()} where user_id = ${person.userId}`,
  );
  expect((await read(person.userId)).block).toBeNull();
  await rsvpState(answer(site, id, person.token, "going"));
  await blocked(person.userId);
  await unblock(person.userId);
  expect((await read(person.userId)).block).toBeNull();
  const { rows } = await site.app.db.execute<{ action: string }>(
    sql`select action from audit_log where ${person.userId} = any(subject_ids) order by id`,
  );
  expect(rows.map(({ action }) => action)).toEqual(["person_blocked", "person_blocked", "person_unblocked"]);
  const approver = await newcomer(site, { roles: ["approver"] });
  expect((await block(person.userId, { reason: "No" }, approver.token)).status).toBe(403);
  expect(await refusal(block(person.userId, { reason: " " }))).toMatchObject({ status: 422 });
  expect(await refusal(block(person.userId, { reason: "x", until: "2020-01-01" }))).toMatchObject({ status: 422 });
  expect(await refusal(block(admin.userId))).toEqual({ status: 409, message: "You cannot block yourself." });
  expect((await refusal(block(approver.userId))).status).toBe(409);
});

test("[DESK-10] a block follows the person through merges, the longer of two, and comes back with an undo", async () => {
  const [base, other] = [
    await newcomer(site),
    await site.addUser({ firstName: "Old", email: "old-record@example.com" }),
  ];
  await blocked(base.userId, { reason: "Short", until: "2026-12-01" });
  await blocked(other.userId ?? "", { reason: "For good" });
  const merged = await send("/api/users/merge", "POST", admin.token, {
    sourceUserId: other.userId,
    targetUserId: base.userId,
  });
  expect([merged.status, await merged.clone().text()]).toEqual([200, expect.any(String)]);
  expect((await read(base.userId)).block).toMatchObject({ reason: "For good", until: null });
  const { auditId } = (await merged.json()) as { auditId: string };
  expect((await send(`/api/admin/audit/${auditId}/undo`, "POST", admin.token)).status).toBe(200);
  expect((await read(base.userId)).block).toMatchObject({ reason: "Short" });
  expect((await read(other.userId ?? "")).block).toMatchObject({ reason: "For good" });
});

test("[DESK-10] a new request with a blocked person's phone is marked for organizers, and no automation approves it", async () => {
  const { userId } = await site.addUser({
    firstName: "Bad",
    lastName: "Apple",
    phone: "9045550177",
    status: "approved",
  });
  const request = {
    id: "r-blocked",
    providerId: "r-blocked",
    providerUserId: "p-blocked",
    nickname: "New Name",
    phone: "9045550177",
    requestedAt: site.app.clock.now(),
  };
  await site.app.db.insert(chatJoinRequests).values(request);
  expect(await findCertain(site.app, 50)).toMatchObject([{ userId }]);
  await blocked(userId);
  expect(await findCertain(site.app, 50)).toEqual([]);
  const list = await send("/api/pending-join-requests?type=pendingJoinRequests", "GET", admin.token);
  const { pendingUsersWithMatches } = (await list.json()) as Pending;
  expect(pendingUsersWithMatches[0]?.matchingDbUsers[0]).toMatchObject({ userId, isBlocked: true });
  // A new account that gives the number: organizers see it on the person, and the person hears nothing.
  const fresh = await newcomer(site, { user: { phone: "9045550177" } });
  expect(await read(fresh.userId)).toEqual({ block: null, sharedWith: ["Bad Apple"] });
  const profile = await site.fetch("/api/profile", { as: fresh.token });
  expect((await profile.text()).toLowerCase()).not.toContain("block");
});
