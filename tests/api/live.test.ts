import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { accounts } from "#src/db/tables/accounts.ts";
import { chatMessages, chats } from "#src/db/tables/chats.ts";
import { LiveHub } from "#src/server/live/hub.ts";
import { makeChat, makeEvent } from "#seeds/factories.ts";
import { send } from "#tests/support/graphql.ts";
import { expectReady, LiveReader } from "#tests/support/live-reader.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

// In process: what the database announces, the tests announce; what has real lines is in tests/runtime/live.test.ts.

let site: TestSite;
let member: string;
/** Each test has a chat of its own. */
let chat = "";
let chatsMade = 0;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
});
beforeEach(async () => {
  chat = `chat${(chatsMade += 1)}`;
  await site.app.db.insert(chats).values(makeChat({ id: chat }));
  member = await site.tokenFor(["Members"]);
});
afterAll(() => site.close());

const listen = (as: string | undefined, query = `chat=${chat}`, since?: number) =>
  site.fetch(`/api/live?${query}`, {
    ...(as !== undefined && { as }),
    ...(since !== undefined && { headers: { "last-event-id": String(since) } }),
  });

async function say(text: string): Promise<void> {
  expect((await send(site, member, text, { chatId: chat })).errors).toEqual([]);
  site.live.hearChat(chat);
}

/** Messages as another program would put them there, without a word to anybody. */
async function insertMessages(from: number, to: number, text = "x"): Promise<void> {
  await site.app.db.insert(chatMessages).values(
    Array.from({ length: to - from + 1 }, (_, index) => ({
      chatId: chat,
      seq: from + index,
      id: `m${from + index}`,
      name: "Ana",
      text,
      createdAt: new Date(),
    })),
  );
  await site.app.db.update(chats).set({ lastSeq: to }).where(eq(chats.id, chat));
}

const placesOf = (events: readonly { id: string }[]) => events.map(({ id }) => Number(id));

test("[CHAT-06] a message comes as the GraphQL message it is, with its place as the event's id", async () => {
  const reader = await expectReady(await listen(member));
  expect(reader.answer.headers.get("cache-control")).toBe("no-store");
  expect(reader.answer.headers.get("x-accel-buffering")).toBe("no");
  expect(reader.answer.headers.get("x-content-type-options")).toBe("nosniff");
  const { data } = await send(site, member, "Nets <b>up</b>\nat five", { clientId: "mine", chatId: chat });
  site.live.hearChat(chat);
  expect(await reader.next()).toEqual({
    event: "message",
    id: "1",
    data: { ...data.sendMessage, replyTo: null, reactions: [], picture: null },
  });
  await reader.close();
});

test("[CHAT-06] who comes back says where they were, and gets what they missed before what is new", async () => {
  await insertMessages(1, 30);
  const reader = await expectReady(await listen(member, `chat=${chat}`, 27));
  await say("new");
  expect(placesOf(await reader.take(4))).toEqual([28, 29, 30, 31]);
  const fresh = await expectReady(await listen(member));
  await say("newer");
  expect(placesOf(await fresh.take(1))).toEqual([32]);
  await Promise.all([reader.close(), fresh.close()]);
});

test("[CHAT-06] who missed more than a hundred, or says a place that is not there, loads the chat anew", async () => {
  await insertMessages(1, 130);
  expect(placesOf(await (await expectReady(await listen(member, `chat=${chat}`, 30))).take(100))).toHaveLength(100);
  for (const since of [29, 500]) {
    const reader = await expectReady(await listen(member, `chat=${chat}`, since));
    expect(await reader.next()).toMatchObject({ event: "reload", id: "130" });
    await reader.close();
  }
  const unknown = await expectReady(
    await site.fetch(`/api/live?chat=${chat}`, { as: member, headers: { "last-event-id": "abc; drop" } }),
  );
  await say("new");
  expect(placesOf(await unknown.take(1))).toEqual([131]);
});

test("[CHAT-06] messages written while readers come and go arrive once each, in order, for all of them", async () => {
  const writing = (async () => {
    for (let index = 0; index < 30; index += 1) await say(`message ${index}`);
  })();
  const readers = await Promise.all(
    Array.from({ length: 10 }, async () => expectReady(await listen(member, `chat=${chat}`, 0))),
  );
  await writing;
  for (const reader of readers) {
    expect(placesOf(await reader.take(30))).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    await reader.close();
  }
});

test("[CHAT-06] one read of the database serves every reader of a chat", async () => {
  const readers = await Promise.all(Array.from({ length: 40 }, async () => expectReady(await listen(member))));
  const select = vi.spyOn(site.app.db, "select");
  await insertMessages(1, 3);
  site.live.hearChat(chat);
  for (const reader of readers) expect(placesOf(await reader.take(3))).toEqual([1, 2, 3]);
  expect(select).toHaveBeenCalledTimes(1);
  select.mockRestore();
  await Promise.all(readers.map((reader) => reader.close()));
});

test("[CHAT-06] who does not read is cut off at 64 KB, gets none of it for the others, and may come back", async () => {
  const slow = await listen(member);
  const fast = await expectReady(await listen(member));
  const text = "x".repeat(2000);
  for (let seq = 1; seq <= 60; seq += 1) {
    await insertMessages(seq, seq, text);
    site.live.hearChat(chat);
    expect(placesOf(await fast.take(1))).toEqual([seq]);
  }
  const got = placesOf(await new LiveReader(slow).rest());
  // What waited is gone with the line; at most what fits was kept for them.
  expect(got.length).toBeLessThan(40);
  const back = await expectReady(await listen(member, `chat=${chat}`, 30));
  expect(placesOf(await back.take(30))).toEqual(Array.from({ length: 30 }, (_, index) => index + 31));
  await Promise.all([fast.close(), back.close()]);
});

test("[CHAT-06] a burst in one read does not make a reader slow", async () => {
  const reader = await expectReady(await listen(member));
  await insertMessages(1, 250, "y".repeat(2000));
  site.live.hearChat(chat);
  expect(placesOf(await reader.take(250))).toEqual(Array.from({ length: 250 }, (_, index) => index + 1));
  await reader.close();
});

test("[DASH-03, AUTH-10] the line of a chat is for its readers, and of a chat that is there", async () => {
  const people = {
    male: await site.signedIn({ email: "male@example.com", user: { zsex: "male" } }),
    incomplete: await site.signedIn({ email: "incomplete@example.com", user: { zsex: "female", phone: "" } }),
    female: await site.signedIn({ email: "female@example.com", user: { zsex: "female" } }),
  };
  const statusOf = async (as?: string, query?: string) => {
    const answer = await listen(as, query);
    await answer.body?.cancel();
    return answer.status;
  };
  expect(await statusOf(undefined)).toBe(401);
  expect(await statusOf(`${member}x`)).toBe(401);
  expect(await statusOf(people.male.token)).toBe(403);
  expect(await statusOf(people.incomplete.token)).toBe(403);
  expect(await statusOf(people.female.token)).toBe(200);
  expect(await statusOf(member, "chat=nowhere")).toBe(404);
  for (const query of ["", "chat=a&event=b", "chat=%00", "topic=x"]) expect(await statusOf(member, query)).toBe(422);
  expect((await site.fetch(`/api/live?chat=${chat}`, { as: member, method: "HEAD" })).status).toBe(404);
});

test("[AUTH-10] a line ends when its account is no longer what it was, and only that one", async () => {
  const leaver = await site.signedIn({ groups: ["Members"], email: "leaver@example.com" });
  const gone = await expectReady(await listen(leaver.token));
  const stays = await expectReady(await listen(member));
  await site.app.db.update(accounts).set({ groups: [] }).where(eq(accounts.sub, leaver.sub));
  site.live.hearAccount(leaver.sub);
  await say("after");
  expect(await gone.rest()).toEqual([]);
  expect(placesOf(await stays.take(1))).toEqual([1]);
  expect((await listen(leaver.token)).status).toBe(403);
  await stays.close();
});

test("[AUTH-10] a line ends when its token runs out", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const reader = await expectReady(await listen(member));
    vi.advanceTimersByTime(3_601_000);
    expect(await reader.rest()).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

test("[CHAT-06] after a time in which nothing was heard, everyone is told what they missed, if they still may", async () => {
  const leaver = await site.signedIn({ groups: ["Members"], email: "leaver2@example.com" });
  const gone = await expectReady(await listen(leaver.token));
  const stays = await expectReady(await listen(member));
  site.live.setHearing(false);
  await site.app.db.update(accounts).set({ groups: [] }).where(eq(accounts.sub, leaver.sub));
  site.live.setHearing(true);
  expect(await gone.rest()).toEqual([]);
  // Not before: a reading from when the leaver still might could find them.
  site.live.setHearing(false);
  await insertMessages(1, 3);
  site.live.setHearing(true);
  expect(placesOf(await stays.take(3))).toEqual([1, 2, 3]);
  await stays.close();
});

test("[CHAT-06] ten lines a person; each that closes makes room", async () => {
  const strict = await startTestSite();
  try {
    await strict.app.db.insert(chats).values(makeChat());
    const [one, other] = [await strict.tokenFor(["Members"]), await strict.tokenFor(["Admins"])];
    const open = (as: string) => strict.fetch("/api/live?chat=volleyball", { as });
    const readers = await Promise.all(Array.from({ length: 10 }, async () => expectReady(await open(one))));
    const refused = await open(one);
    expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([429, "rate_limited"]);
    await expectReady(await open(other));
    await readers[0]?.close();
    await expectReady(await open(one));
    expect((await open(one)).status).toBe(429);
  } finally {
    await strict.close();
  }
});

test("visitors of one address have their lines counted too", async () => {
  const strict = await startTestSite({ TRUST_PROXY: "1" });
  try {
    await strict.addEvent(makeEvent({ day: "2026-11-28" }));
    const from = (address: string) =>
      strict.fetch("/api/live?event=2026-11-28-beach-volleyball", { headers: { "x-forwarded-for": address } });
    const statuses = await Promise.all(Array.from({ length: 31 }, async () => (await from("198.51.100.1")).status));
    expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array<number>(30).fill(200), 429]);
    expect((await from("198.51.100.2")).status).toBe(200);
  } finally {
    await strict.close();
  }
});

test("a line that is silent is kept alive, and stopping ends every line and opens no more", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const hub = new LiveHub(site.app);
  const visit = { viewer: { kind: "visitor" }, address: "here", outgoing: undefined } as const;
  const askAgain = async () => ({ ok: true, value: visit.viewer }) as const;
  await site.addEvent(makeEvent({ day: "2026-12-01" }));
  const opened = await hub.openEvent({ ...visit, askAgain }, "2026-12-01-beach-volleyball");
  if (!opened.ok) throw new Error(opened.failure.message);
  const reader = new LiveReader(new Response(opened.value.body));
  await reader.take(1);
  vi.advanceTimersByTime(61_000);
  vi.useRealTimers();
  hub.hearEvent("2026-12-01-beach-volleyball");
  await reader.take(1);
  expect(reader.comments).toBe(3);
  hub.stop();
  expect(await reader.rest()).toEqual([]);
  expect(await hub.openEvent({ ...visit, askAgain }, "2026-12-01-beach-volleyball")).toMatchObject({
    ok: false,
    failure: { code: "unavailable" },
  });
});
