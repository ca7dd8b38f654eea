import { pino } from "pino";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { connect, type Db } from "#src/db/connect.server.ts";
import { chatMessages } from "#src/db/tables/chats.ts";
import { type FakeGroupMe, startFakeGroupMe } from "#tests/fakes/groupme/fake-groupme.ts";
import type { FakeGroup } from "#tests/fakes/groupme/fake-state.ts";
import { groupMeChats } from "#src/ports/chat-provider/groupme/chat-groupme.server.ts";
import { GroupMeClient, GroupMeRefusal } from "#src/ports/chat-provider/groupme/groupme-client.server.ts";
import type { ChatProviderPort } from "#src/ports/chat-provider/port.ts";
import { OutsideAway, OutsideHealth } from "#src/shared/outside.ts";
import { FAULTS, type FaultyService, startFaultyService } from "#tests/support/faulty-service.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";

const CALL_MS = 1500;
let fake: FakeGroupMe;
let group: FakeGroup;
let door: FaultyService;
let db: Db;
/** What the adapter paused for, instead of pausing. */
let pauses: number[] = [];
/** Milliseconds by which our clock is ahead. */
let ahead = 0;

const options = (token = fake.token) => ({
  token,
  url: `${door.url}/v3`,
  now: () => new Date(Date.now() + ahead),
  health: new OutsideHealth(() => new Date()),
  callMs: CALL_MS,
  spacingMs: 0,
  pause: async (ms: number) => void pauses.push(ms),
});

function provider(token?: string): ChatProviderPort {
  const log = pino({ level: "silent" });
  return groupMeChats({ ...options(token), db, log, groupIds: [], recordRequest: async () => undefined });
}

beforeAll(async () => {
  const database = await createTestDatabase();
  const connection = connect(database.url, pino({ level: "silent" }));
  db = connection.db;
  fake = await startFakeGroupMe({ requestsASecond: 10_000 });
  group = fake.addGroup("Beach Volleyball");
  door = await startFaultyService(new URL(fake.url).origin);
  fake.say(group, "Nets up at five");
  await provider().sync();
  return async () => {
    await door.close();
    await fake.close();
    await connection.pool.end();
    await database.drop();
  };
});
afterEach(() => {
  door.fault = null;
  pauses = [];
  ahead = 0;
});

const author = { userId: "ana", name: "Ana Ruiz", nickname: "" };
const entry = () => ({
  chatId: group.id,
  key: "k",
  name: "Sunset Volleyball",
  description: "",
  startsAt: "2026-11-28T18:00:00-05:00",
  endsAt: "2026-11-28T20:00:00-05:00",
  timeZone: "America/New_York",
  place: { name: "Pier", address: "" },
  url: "https://sandbar.test/events/k",
});

describe.each(FAULTS)("a GroupMe that answers with: %s", (fault) => {
  test("[CHAT-05] is away within its time, and everything is done once when it is back", async () => {
    const chats = provider();
    const said = { chatId: group.id, author, text: `while ${fault}`, clientId: fault };
    const before = await db.select().from(chatMessages);
    door.fault = fault;
    const began = performance.now();
    for (const call of [() => chats.sync(), () => chats.post(said), () => chats.createCalendarEvent(entry())])
      await expect(call()).rejects.toThrow(OutsideAway);
    expect(performance.now() - began).toBeLessThan(CALL_MS * 8);
    expect(await db.select().from(chatMessages)).toEqual(before);
    door.fault = null;
    // After a 429 it is left alone as long as it asked to be.
    ahead = 31_000;
    const count = group.messages.length;
    expect((await chats.post(said)).ok).toBe(true);
    expect((await chats.post(said)).ok).toBe(true);
    await chats.sync();
    expect(group.messages.length - count).toBe(1);
  });
});

test("[CHAT-05] what nobody waits for is tried again after one and two seconds and a little; what somebody waits for is not", async () => {
  const client = new GroupMeClient(options());
  door.fault = "500";
  const requests = door.requests();
  await expect(client.call({ path: "/groups", isPatient: true })).rejects.toThrow(OutsideAway);
  expect(door.requests() - requests).toBe(3);
  const [first = 0, second = 0] = pauses;
  expect([first >= 1000 && first <= 1500, second >= 2000 && second <= 3000]).toEqual([true, true]);
  await expect(client.call({ path: "/groups" })).rejects.toThrow(OutsideAway);
  await expect(client.call({ method: "POST", path: "/groups", isPatient: true })).rejects.toThrow(OutsideAway);
  expect(door.requests() - requests).toBe(5);
});

test("[CHAT-05] who is told to wait asks nothing until then, and says how long", async () => {
  const client = new GroupMeClient(options());
  door.fault = "429";
  await expect(client.call({ path: "/groups", isPatient: true })).rejects.toMatchObject({ retryAfterSeconds: 30 });
  door.fault = null;
  const requests = door.requests();
  ahead = 10_000;
  const refused = await client.call({ path: "/groups" }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(OutsideAway);
  expect((refused as OutsideAway).retryAfterSeconds).toBeLessThanOrEqual(20);
  expect(door.requests()).toBe(requests);
  ahead = 31_000;
  expect((await client.call({ path: "/groups" })).status).toBe(200);
});

test("[CHAT-05] one call at a time and eight a second; who has somebody waiting goes first", async () => {
  const slow = await startFakeGroupMe();
  const order: string[] = [];
  const client = new GroupMeClient({
    token: slow.token,
    url: slow.url,
    now: () => new Date(),
    health: new OutsideHealth(() => new Date()),
  });
  const call = (name: string, isPatient: boolean) =>
    client.call({ path: "/groups", isPatient }).then(() => order.push(name));
  // More than the service bears in a second, were they sent at once.
  await Promise.all([
    ...Array.from({ length: 12 }, (_, index) => call(`sync ${index}`, true)),
    call("somebody waits", false),
  ]);
  expect(order.slice(0, 2)).toEqual(["sync 0", "somebody waits"]);
  expect(slow.mostAtOnce()).toBe(1);
  await slow.close();
});

test("[CHAT-05] a token that is refused is an outage; one group that is refused is not", async () => {
  await expect(provider("another0token0of0nobody").sync()).rejects.toThrow(/token is refused/);
  const other = fake.addGroup("Dance");
  fake.say(other, "Salsa at eight");
  // Removed from the group: it is as it was last known, the others go on.
  await provider().sync();
  other.members.shift();
  fake.say(other, "Without us");
  fake.say(group, "Still here");
  await provider().sync();
  const texts = (await db.select().from(chatMessages)).map(({ text }) => text);
  expect(texts).toContain("Salsa at eight");
  expect(texts).toContain("Still here");
  expect(texts).not.toContain("Without us");
});

test("[CHAT-05] the vendor's odd answers are understood: five-digit codes, no envelope, nothing at all", async () => {
  const client = new GroupMeClient(options());
  const chats = provider();
  // 201 with the code 20100; 404 without a body; 304.
  expect((await chats.post({ chatId: group.id, author, text: "odd", clientId: "odd" })).ok).toBe(true);
  await expect(client.call({ path: "/groups/99999999/messages" })).rejects.toMatchObject({ status: 404, words: "" });
  const empty = fake.addGroup("Nobody said anything");
  expect(await client.call({ path: `/groups/${empty.id}/messages` })).toEqual({ status: 304, response: null });
  // 401 for a thing, with the code 40100: no reason to think that the token is bad.
  const [owner] = group.members;
  const roles = owner?.roles ?? [];
  if (owner) owner.roles = ["user"];
  fake.ask(group, "Kim");
  const path = `/groups/${group.id}/members/${group.pending[0]?.id}/approval`;
  const refusal = await client
    .call({ method: "POST", path, body: { approval: true } })
    .catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(GroupMeRefusal);
  expect(refusal).toMatchObject({ status: 401, words: "Not authorized" });
  if (owner) owner.roles = roles;
});

test("[ADMIN-07] an event that GroupMe took while its answer was lost is found before it is created again", async () => {
  const chats = provider();
  const event = { ...entry(), key: "lost", url: "https://sandbar.test/events/lost" };
  door.losesAnswers = true;
  await expect(chats.createCalendarEvent(event)).rejects.toThrow(OutsideAway);
  door.losesAnswers = false;
  const id = await chats.findCalendarEvent(event);
  expect(group.events.filter(({ description }) => description.includes(event.url))).toHaveLength(1);
  expect(id).toBe(group.events.at(-1)?.event_id);
  // What GroupMe does not want, it says.
  expect(await chats.createCalendarEvent({ ...event, startsAt: "tomorrow" })).toEqual({
    ok: false,
    fault: "refused",
    reason: "start_at is not ISO 8601",
  });
});
