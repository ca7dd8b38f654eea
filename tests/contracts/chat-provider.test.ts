import { eq } from "drizzle-orm";
import { pino } from "pino";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { connect, type Db } from "#src/db/connect.server.ts";
import { chatMembers, chatMessages, chats } from "#src/db/tables/chats.ts";
import { users } from "#src/db/tables/users.ts";
import { startFakeGroupMe } from "#tests/fakes/groupme/fake-groupme.ts";
import { groupMeChats } from "#src/ports/chat-provider/groupme/chat-groupme.server.ts";
import { localChats } from "#src/ports/chat-provider/local/chat-local.server.ts";
import type { CalendarEntry, ChatProviderPort } from "#src/ports/chat-provider/port.ts";
import { recordJoinRequest } from "#src/features/requests/commands/join-requests.server.ts";
import { OutsideHealth } from "#src/shared/outside.ts";
import { makeChat, makeUser } from "#seeds/factories.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";

const NOW = new Date("2026-11-21T15:00:00.250Z");

type Harness = {
  readonly provider: ChatProviderPort;
  /** Two chats that the provider has. */
  readonly chatIds: readonly [volleyball: string, dance: string];
  close(): Promise<void>;
};

async function groupMeHarness(db: Db): Promise<Harness> {
  const fake = await startFakeGroupMe({ now: () => NOW, requestsASecond: 10_000 });
  const groups = [fake.addGroup("Volleyball"), fake.addGroup("Dance")] as const;
  const provider = groupMeChats({
    db,
    now: () => NOW,
    log: pino({ level: "silent" }),
    token: fake.token,
    url: fake.url,
    groupIds: [],
    spacingMs: 0,
    health: new OutsideHealth(() => NOW),
    recordRequest: (asked) => recordJoinRequest(db, asked),
  });
  return { provider, chatIds: [groups[0].id, groups[1].id], close: () => fake.close() };
}

/** Every provider, and how it is made over a database. */
const PROVIDERS: readonly {
  readonly name: string;
  readonly isOurs: boolean;
  readonly start: (db: Db) => Promise<Harness>;
}[] = [
  {
    name: "built-in",
    isOurs: true,
    start: async (db) => ({
      provider: localChats({ db, now: () => NOW }),
      chatIds: ["volleyball", "dance"],
      close: async () => undefined,
    }),
  },
  { name: "GroupMe", isOurs: false, start: groupMeHarness },
];

describe.each(PROVIDERS)("the $name chats", ({ isOurs, start }) => {
  let db: Db;
  let harness: Harness;
  let provider: ChatProviderPort;
  const ana = { userId: "ana", name: "Ana Ruiz", nickname: "" };
  const zoe = { userId: "zoe", name: "Zoe Carter", nickname: "Zo" };

  beforeAll(async () => {
    const database = await createTestDatabase();
    const connection = connect(database.url, pino({ level: "silent" }));
    db = connection.db;
    await db.insert(users).values([ana, zoe].map(({ userId }) => makeUser({ userId })));
    return async () => {
      await connection.pool.end();
      await database.drop();
    };
  });
  beforeEach(async () => {
    harness = await start(db);
    provider = harness.provider;
    const [volleyball, dance] = harness.chatIds;
    await db
      .insert(chats)
      .values(
        [volleyball, dance].map((id) => makeChat({ id, name: id, provider: provider.name, updatedAt: new Date(0) })),
      );
    onTestFinished(async () => {
      await harness.close();
      await db.delete(chats);
    });
  });

  const post = async (text: string, author = ana, clientId = text, chatId = harness.chatIds[0]) => {
    const posted = await provider.post({ chatId, author, text, clientId });
    if (!posted.ok) throw new Error(posted.fault);
    return posted.message;
  };
  const readChat = async () => (await db.select().from(chats).where(eq(chats.id, harness.chatIds[0])))[0];

  test("[CHAT-06] a message that was posted stands in our tables as it was answered", async () => {
    const message = await post("Nets up at five");
    expect(message).toMatchObject({
      chatId: harness.chatIds[0],
      seq: 1,
      authorId: "ana",
      userId: "ana",
      name: "Ana Ruiz",
      text: "Nets up at five",
      system: false,
    });
    // Others may count in whole seconds.
    expect(Math.abs(message.createdAt.getTime() - NOW.getTime())).toBeLessThan(1000);
    expect(await db.select().from(chatMessages)).toMatchObject([message]);
    expect(await readChat()).toMatchObject({ lastSeq: 1, messageCount: 1, updatedAt: message.createdAt });
  });

  test("[CHAT-05] making our tables as the provider has them again changes nothing of it", async () => {
    const message = await post("Nets up at five", zoe);
    await provider.sync();
    await provider.sync();
    expect(await db.select().from(chatMessages)).toMatchObject([message]);
    expect(message).toMatchObject({ name: "Zo", text: "Nets up at five" });
  });

  test("[CHAT-06] what is posted again by the same author in the same chat is the same message", async () => {
    const first = await post("hello", ana, "id");
    expect(await post("hello", ana, "id")).toMatchObject(first);
    expect((await post("hello", zoe, "id")).id).not.toBe(first.id);
    expect((await post("hello", ana, "id", harness.chatIds[1])).id).not.toBe(first.id);
    expect(await readChat()).toMatchObject({ lastSeq: 2, messageCount: 2 });
  });

  test("[CHAT-06] messages of many at once have places without a hole, and one of them sent often is one", async () => {
    const texts = Array.from({ length: 20 }, (_, index) => `message ${index % 10}`);
    const posted = await Promise.all(texts.map((text) => post(text)));
    expect(new Set(posted.map(({ seq }) => seq))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]));
    expect(await readChat()).toMatchObject({ lastSeq: 10, messageCount: 10 });
  });

  test("[CHAT-06] a chat that is not there takes nothing", async () => {
    expect(await provider.post({ chatId: "nowhere", author: ana, text: "x", clientId: "x" })).toEqual({
      ok: false,
      fault: "unknown_chat",
    });
    expect(await db.select().from(chatMembers)).toEqual([]);
  });

  const NEW_EVENT = {
    key: "2026-11-28-sunset-volleyball",
    name: "Sunset Volleyball",
    description: "Nets up at five.",
    startsAt: "2026-11-28T18:00:00-05:00",
    endsAt: "2026-11-28T20:00:00-05:00",
    timeZone: "America/New_York",
    place: { name: "South Beach Park", address: "South Beach Park, Jacksonville Beach" },
    url: "https://sandbar.test/events/2026-11-28-sunset-volleyball",
  };
  const makeEntry = (chatId: string = harness.chatIds[0]): CalendarEntry => ({ ...NEW_EVENT, chatId });
  /** How often the chat heard of the calendar: of somebody else's, once we have asked. */
  const heard = async () => {
    await provider.sync();
    return (await messages()).length;
  };
  const messages = async () => (await db.select().from(chatMessages).orderBy(chatMessages.seq)).map(({ text }) => text);
  async function create(entry = makeEntry()): Promise<string> {
    const outcome = await provider.createCalendarEvent(entry);
    if (!outcome.ok) throw new Error(outcome.fault);
    return outcome.calendarEventId;
  }

  test("[ADMIN-07] what was created is found again by its key, has an id that counts as posted, and the chat heard of it", async () => {
    const entry = makeEntry();
    expect(await provider.findCalendarEvent(entry)).toBeNull();
    const id = await create();
    expect(id.length).toBeGreaterThan(5);
    expect(await provider.findCalendarEvent(entry)).toBe(id);
    expect(await provider.findCalendarEvent({ ...entry, key: "another", url: `${entry.url}-2` })).toBeNull();
    expect(await provider.findCalendarEvent(makeEntry(harness.chatIds[1]))).toBeNull();
    expect(await heard()).toBe(1);
    expect((await messages())[0]).toContain("Sunset Volleyball");
  });

  const later = () => ({
    ...makeEntry(),
    startsAt: "2026-11-28T19:00:00-05:00",
    endsAt: "2026-11-28T21:00:00-05:00",
  });

  test("[ADMIN-07] a change and a cancellation are said once, however often they are sent", async () => {
    const id = await create();
    const whole = { ok: true, calendarEventId: id };
    for (let times = 0; times < 2; times += 1) expect(await provider.updateCalendarEvent(id, later())).toEqual(whole);
    expect(await heard()).toBe(2);
    expect(await provider.cancelCalendarEvent(id, later())).toEqual(whole);
    expect([whole, { ok: false, fault: "unknown_event" }]).toContainEqual(
      await provider.cancelCalendarEvent(id, later()),
    );
    expect(await heard()).toBe(3);
    // It no longer exists, so it can be created anew.
    expect(await provider.findCalendarEvent(makeEntry())).toBeNull();
    expect(await provider.updateCalendarEvent(id, later())).toEqual({ ok: false, fault: "unknown_event" });
    expect(await create()).not.toBe(id);
  });

  test("[ADMIN-07] what is not there is said, and nothing happens", async () => {
    const entry = makeEntry();
    expect(await provider.createCalendarEvent(makeEntry("nowhere"))).toEqual({ ok: false, fault: "unknown_chat" });
    expect(await provider.updateCalendarEvent("nosuchevent", entry)).toEqual({ ok: false, fault: "unknown_event" });
    expect(await provider.cancelCalendarEvent("nosuchevent", entry)).toEqual({ ok: false, fault: "unknown_event" });
    expect(await heard()).toBe(0);
  });

  describe.each(isOurs ? ["in words of their own"] : [])("%s", () => {
    test("[CHAT-06] the author is a member of the chat from then on, once", async () => {
      for (const text of ["one", "two"]) await post(text, zoe);
      expect(await db.select().from(chatMembers)).toEqual([
        expect.objectContaining({ chatId: "volleyball", memberId: "zoe", name: "Zoe Carter", nickname: "Zo" }),
      ]);
      expect((await db.select().from(chatMessages)).map(({ name }) => name)).toEqual(["Zo", "Zo"]);
    });

    test("[ADMIN-07] the built-in chats say it in words of their own", async () => {
      await create();
      expect(await messages()).toEqual([
        "In the calendar: Sunset Volleyball\nSaturday, November 28, 2026, 6:00 PM EST\nSouth Beach Park, Jacksonville Beach\nhttps://sandbar.test/events/2026-11-28-sunset-volleyball",
      ]);
      expect(await readChat()).toMatchObject({ lastSeq: 1, messageCount: 1, memberCount: 0 });
    });

    test("[ADMIN-07] the built-in chats tell what changed in words of their own", async () => {
      const id = await create();
      await provider.updateCalendarEvent(id, later());
      await provider.cancelCalendarEvent(id, later());
      expect((await messages()).map((text) => text.split("\n").slice(0, 2))).toEqual([
        ["In the calendar: Sunset Volleyball", "Saturday, November 28, 2026, 6:00 PM EST"],
        ["Changed in the calendar: Sunset Volleyball", "Saturday, November 28, 2026, 7:00 PM EST"],
        ["Canceled: Sunset Volleyball", "Saturday, November 28, 2026, 7:00 PM EST"],
      ]);
    });
  });
});
