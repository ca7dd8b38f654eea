import { eq } from "drizzle-orm";
import { pino } from "pino";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { connect, type Db } from "#src/db/connect.server.ts";
import { chatMembers, chatMessages, chats } from "#src/db/tables/chats.ts";
import { users } from "#src/db/tables/users.ts";
import { localChats } from "#src/ports/chat-provider/local/chat-local.server.ts";
import type { CalendarEntry, ChatProviderPort } from "#src/ports/chat-provider/port.ts";
import { makeChat, makeUser } from "#seeds/factories.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";

const NOW = new Date("2026-11-21T15:00:00.250Z");

/** Every provider, and how it is made over a database. */
const PROVIDERS: readonly [name: string, make: (db: Db) => ChatProviderPort][] = [
  ["built-in", (db) => localChats({ db, now: () => NOW })],
];

describe.each(PROVIDERS)("the %s chats", (_name, make) => {
  let db: Db;
  let provider: ChatProviderPort;
  const ana = { userId: "ana", name: "Ana Ruiz", nickname: "" };
  const zoe = { userId: "zoe", name: "Zoe Carter", nickname: "Zo" };

  beforeAll(async () => {
    const database = await createTestDatabase();
    const connection = connect(database.url, pino({ level: "silent" }));
    db = connection.db;
    provider = make(db);
    await db.insert(users).values([ana, zoe].map(({ userId }) => makeUser({ userId })));
    return async () => {
      await connection.pool.end();
      await database.drop();
    };
  });
  beforeEach(async () => {
    await db.insert(chats).values([makeChat(), makeChat({ id: "dance" })]);
    onTestFinished(async () => void (await db.delete(chats)));
  });

  const post = async (text: string, author = ana, clientId = text, chatId = "volleyball") => {
    const posted = await provider.post({ chatId, author, text, clientId });
    if (!posted.ok) throw new Error(posted.fault);
    return posted.message;
  };
  const readChat = async () => (await db.select().from(chats).where(eq(chats.id, "volleyball")))[0];

  test("[CHAT-06] a message that was posted stands in our tables as it was answered", async () => {
    const message = await post("Nets up at five");
    expect(message).toMatchObject({
      chatId: "volleyball",
      seq: 1,
      authorId: "ana",
      userId: "ana",
      name: "Ana Ruiz",
      text: "Nets up at five",
      system: false,
      createdAt: NOW,
    });
    expect(await db.select().from(chatMessages)).toEqual([message]);
    expect(await readChat()).toMatchObject({ lastSeq: 1, messageCount: 1, memberCount: 1, updatedAt: NOW });
  });

  test("[CHAT-06] the author is a member of the chat from then on, once", async () => {
    for (const text of ["one", "two"]) await post(text, zoe);
    expect(await db.select().from(chatMembers)).toEqual([
      expect.objectContaining({ chatId: "volleyball", memberId: "zoe", name: "Zoe Carter", nickname: "Zo" }),
    ]);
    expect((await db.select().from(chatMessages)).map(({ name }) => name)).toEqual(["Zo", "Zo"]);
  });

  test("[CHAT-06] what is posted again by the same author in the same chat is the same message", async () => {
    const first = await post("hello", ana, "id");
    expect(await post("hello", ana, "id")).toEqual(first);
    expect((await post("hello", zoe, "id")).id).not.toBe(first.id);
    expect((await post("hello", ana, "id", "dance")).id).not.toBe(first.id);
    expect(await readChat()).toMatchObject({ lastSeq: 2, messageCount: 2, memberCount: 2 });
  });

  test("[CHAT-06] messages of many at once have places without a hole, and one of them sent often is one", async () => {
    const texts = Array.from({ length: 20 }, (_, index) => `message ${index % 10}`);
    const posted = await Promise.all(texts.map((text) => post(text)));
    expect(new Set(posted.map(({ seq }) => seq))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]));
    expect(await readChat()).toMatchObject({ lastSeq: 10, messageCount: 10, memberCount: 1 });
  });

  test("[CHAT-06] a chat that is not there takes nothing", async () => {
    expect(await provider.post({ chatId: "nowhere", author: ana, text: "x", clientId: "x" })).toEqual({
      ok: false,
      fault: "unknown_chat",
    });
    expect(await db.select().from(chatMembers)).toEqual([]);
  });

  const ENTRY: CalendarEntry = {
    chatId: "volleyball",
    key: "2026-11-28-sunset-volleyball",
    name: "Sunset Volleyball",
    description: "Nets up at five.",
    startsAt: "2026-11-28T18:00:00-05:00",
    endsAt: "2026-11-28T20:00:00-05:00",
    timeZone: "America/New_York",
    place: { name: "South Beach Park", address: "South Beach Park, Jacksonville Beach" },
    url: "https://sandbar.test/events/2026-11-28-sunset-volleyball",
  };
  const messages = async () => (await db.select().from(chatMessages).orderBy(chatMessages.seq)).map(({ text }) => text);
  async function create(entry = ENTRY): Promise<string> {
    const outcome = await provider.createCalendarEvent(entry);
    if (!outcome.ok) throw new Error(outcome.fault);
    return outcome.calendarEventId;
  }

  test("[ADMIN-07] what was created is found again by its key, has an id that counts as posted, and the chat heard of it", async () => {
    expect(await provider.findCalendarEvent(ENTRY)).toBeNull();
    const id = await create();
    expect(id.length).toBeGreaterThan(5);
    expect(await provider.findCalendarEvent(ENTRY)).toBe(id);
    expect(await provider.findCalendarEvent({ ...ENTRY, key: "another" })).toBeNull();
    expect(await provider.findCalendarEvent({ ...ENTRY, chatId: "dance" })).toBeNull();
    expect(await messages()).toEqual([
      "In the calendar: Sunset Volleyball\nSaturday, November 28, 2026, 6:00 PM EST\nSouth Beach Park, Jacksonville Beach\nhttps://sandbar.test/events/2026-11-28-sunset-volleyball",
    ]);
    expect(await readChat()).toMatchObject({ lastSeq: 1, messageCount: 1, memberCount: 0 });
  });

  test("[ADMIN-07] a change and a cancellation are said once, however often they are sent", async () => {
    const id = await create();
    const later = { ...ENTRY, startsAt: "2026-11-28T19:00:00-05:00", endsAt: "2026-11-28T21:00:00-05:00" };
    for (let times = 0; times < 2; times += 1)
      expect(await provider.updateCalendarEvent(id, later)).toEqual({ ok: true, calendarEventId: id });
    for (let times = 0; times < 2; times += 1)
      expect(await provider.cancelCalendarEvent(id, later)).toEqual({ ok: true, calendarEventId: id });
    expect((await messages()).map((text) => text.split("\n").slice(0, 2))).toEqual([
      ["In the calendar: Sunset Volleyball", "Saturday, November 28, 2026, 6:00 PM EST"],
      ["Changed in the calendar: Sunset Volleyball", "Saturday, November 28, 2026, 7:00 PM EST"],
      ["Cancelled: Sunset Volleyball", "Saturday, November 28, 2026, 7:00 PM EST"],
    ]);
    // It is not there any more, so it can be created anew.
    expect(await provider.findCalendarEvent(ENTRY)).toBeNull();
    expect(await provider.updateCalendarEvent(id, later)).toEqual({ ok: false, fault: "unknown_event" });
    expect(await create()).not.toBe(id);
  });

  test("[ADMIN-07] what is not there is said, and nothing happens", async () => {
    const nowhere = { ...ENTRY, chatId: "nowhere" };
    expect(await provider.createCalendarEvent(nowhere)).toEqual({ ok: false, fault: "unknown_chat" });
    expect(await provider.updateCalendarEvent("no-such-event", ENTRY)).toEqual({ ok: false, fault: "unknown_event" });
    expect(await provider.cancelCalendarEvent("no-such-event", ENTRY)).toEqual({ ok: false, fault: "unknown_event" });
    expect(await messages()).toEqual([]);
  });
});
