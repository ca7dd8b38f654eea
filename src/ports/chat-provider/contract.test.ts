import { eq } from "drizzle-orm";
import { pino } from "pino";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { connect, type Db } from "#src/db/connect.server.ts";
import { chatMembers, chatMessages, chats } from "#src/db/tables/chats.ts";
import { users } from "#src/db/tables/users.ts";
import { localChats } from "#src/ports/chat-provider/local/chat-local.server.ts";
import type { ChatProviderPort } from "#src/ports/chat-provider/port.ts";
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
});
