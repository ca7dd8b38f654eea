import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { accounts } from "#src/db/tables/accounts.ts";
import { chatMembers, chatMessages, chats } from "#src/db/tables/chats.ts";
import { users } from "#src/db/tables/users.ts";
import { makeFirstChats } from "#src/features/chats/commands.server.ts";
import { CHAT_GROUPS } from "#src/shared/chat-groups.ts";
import { makeChat } from "#seeds/factories.ts";
import { ask, codesOf, send } from "#tests/support/graphql.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let member: { token: string; userId: string };

beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "100" });
  member = await site.signedIn({
    groups: ["Members"],
    user: { firstName: "Ana", lastName: "Ruiz", phone: "9045551234" },
  });
});
beforeEach(async () => {
  await site.app.db.delete(chats);
  await site.app.db.insert(chats).values([makeChat(), makeChat({ id: "dance", name: "Dance", position: 1 })]);
});
afterAll(() => site.close());

async function readChat(as = member.token, page = "messages { seq text name userId system clientId createdAt }") {
  const { data } = await ask(
    site,
    `{ chat(id: "volleyball") { messageCount memberCount updatedAt ${page} members { id name nickname } } }`,
    {
      as,
    },
  );
  return data.chat;
}

test("[CHAT-06] a member writes, and finds the message with its place, name and time in the chat", async () => {
  const { data } = await send(site, member.token, "  Nets up at five?  ", { clientId: "one" });
  const seconds = Math.floor(site.app.clock.now().getTime() / 1000);
  expect(data.sendMessage).toMatchObject({
    seq: 1,
    text: "Nets up at five?",
    name: "Ana Ruiz",
    avatarUrl: "",
    userId: member.userId,
    system: false,
    clientId: "one",
  });
  expect(Math.abs(data.sendMessage.createdAt - seconds)).toBeLessThan(30);
  const chat = await readChat();
  expect(chat.messages.map(({ text }: { text: string }) => text)).toEqual(["Nets up at five?"]);
  expect([chat.messageCount, chat.updatedAt]).toEqual([1, data.sendMessage.createdAt]);
});

test("[CHAT-06] who writes becomes a member of the chat, once, under the name that chats know", async () => {
  const nick = await site.signedIn({
    groups: ["Members"],
    email: "nick@example.com",
    user: { firstName: "Nico", lastName: "Rossi", nickname: "Nic" },
  });
  for (const text of ["hello", "again"]) await send(site, nick.token, text);
  const chat = await readChat();
  expect(chat.memberCount).toBe(1);
  expect(chat.members).toEqual([{ id: nick.userId, name: "Nico Rossi", nickname: "Nic" }]);
  expect(chat.messages.map(({ name }: { name: string }) => name)).toEqual(["Nic", "Nic"]);
});

test("[CHAT-06, DESK-09, M3] messages and members carry the name that their person has today", async () => {
  const late = await site.signedIn({
    groups: ["Members"],
    email: "late.name@example.com",
    user: { firstName: "", lastName: "" },
  });
  await send(site, late.token, "before");
  const names = async () => {
    const chat = await readChat();
    return [chat.messages, chat.members].map((list: { name: string }[]) => list.map(({ name }) => name));
  };
  expect(await names()).toEqual([["Someone"], ["Someone"]]);
  await site.app.db.update(users).set({ firstName: "Lara", lastName: "Lane" }).where(eq(users.userId, late.userId));
  await send(site, late.token, "after");
  expect(await names()).toEqual([["Lara Lane", "Lara Lane"], ["Lara Lane"]]);
});

test("[CHAT-06] the same message sent again, or five times at once, is one message and answers as the first", async () => {
  const first = await send(site, member.token, "only once", { clientId: "same" });
  const again = await Promise.all(
    Array.from({ length: 5 }, () => send(site, member.token, "only once", { clientId: "same" })),
  );
  for (const { data } of again) expect(data).toEqual(first.data);
  expect((await readChat()).messageCount).toBe(1);
  // Another chat and another author have ids of their own.
  await send(site, member.token, "elsewhere", { clientId: "same", chatId: "dance" });
  const other = await site.signedIn({ groups: ["Members"], email: "other@example.com" });
  expect((await send(site, other.token, "another's", { clientId: "same" })).data.sendMessage.seq).toBe(2);
});

test("[CHAT-06] fifty messages sent at once get the places 1 to 50 without a hole", async () => {
  const writers = await Promise.all(
    Array.from({ length: 5 }, (_, index) =>
      site.signedIn({ groups: ["Members"], email: `writer${index}@example.com` }),
    ),
  );
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => send(site, writers[index % 5]?.token ?? "", `message ${index}`)),
  );
  const places = answers.map(({ data }) => data.sendMessage.seq as number).toSorted((a, b) => a - b);
  expect(places).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  const [chat] = await site.app.db.select().from(chats).where(eq(chats.id, "volleyball"));
  expect([chat?.messageCount, chat?.lastSeq, chat?.memberCount]).toEqual([50, 50, 5]);
});

test("[CHAT-06] HTML, emoji and line breaks come back as the text they were", async () => {
  const text = `<script>alert("1")</script> & <b>bold</b>\n👩‍👩‍👧 ' " \\ \${x}`;
  expect((await send(site, member.token, text)).data.sendMessage.text).toBe(text);
  expect((await readChat()).messages[0].text).toBe(text);
});

test("[CHAT-06] nothing, too much, and what cannot be kept are refused in words", async () => {
  for (const [text, words] of [
    ["", "Please write something first."],
    [" \n\t ", "Please write something first."],
    ["x".repeat(2001), "At most 2000 characters."],
    ["a\0b", "This contains an unsupported character."],
    ["a\ud800", "This contains an unsupported character."],
  ] as const) {
    const answer = await send(site, member.token, text);
    expect([answer.errors[0]?.message, codesOf(answer)]).toEqual([words, ["INVALID"]]);
  }
  expect(codesOf(await send(site, member.token, "x", { clientId: "" }))).toEqual(["INVALID"]);
  expect(codesOf(await send(site, member.token, "x", { clientId: "\0" }))).toEqual(["INVALID"]);
  for (const chatId of ["nowhere", "'; drop table chats; --"]) {
    expect(codesOf(await send(site, member.token, "x", { chatId }))).toEqual(["NOT_FOUND"]);
  }
  expect((await send(site, member.token, "x".repeat(2000))).data.sendMessage.text).toHaveLength(2000);
  expect((await readChat()).messageCount).toBe(1);
});

test("[CHAT-06] thirty messages a minute are enough; others are not held back by it", async () => {
  const strict = await startTestSite();
  try {
    await strict.app.db.insert(chats).values(makeChat());
    const talker = await strict.signedIn({ groups: ["Members"] });
    for (let index = 0; index < 30; index += 1) {
      expect((await send(strict, talker.token, `message ${index}`)).errors).toEqual([]);
    }
    const refused = await send(strict, talker.token, "one more");
    expect(codesOf(refused)).toEqual(["RATE_LIMITED"]);
    expect(refused.errors[0]?.message).toContain("Please try again in a minute");
    expect(refused.errors[0]?.extensions?.["retryAfterSeconds"]).toBeGreaterThan(0);
    const other = await strict.signedIn({ groups: ["Admins"] });
    expect((await send(strict, other.token, "me too")).errors).toEqual([]);
  } finally {
    await strict.close();
  }
});

test("[CHAT-06] a member without a record of a person reads and is told why they cannot write", async () => {
  const nobody = await site.signedIn({ groups: ["Members"], email: "nobody.yet@example.com" });
  await site.app.db.update(accounts).set({ userId: null }).where(eq(accounts.sub, nobody.sub));
  expect((await readChat(nobody.token)).messages).toEqual([]);
  const refused = await send(site, nobody.token, "hello");
  expect([codesOf(refused), refused.errors[0]?.message]).toEqual([["FORBIDDEN"], "Not authenticated or missing ID"]);
});

test("[CHAT-04] messages come oldest first, page by page back to the first", async () => {
  for (let index = 1; index <= 12; index += 1) await send(site, member.token, `message ${index}`);
  const newest = await readChat(member.token, "messages(limit: 5) { seq }");
  expect(newest.messages.map(({ seq }: { seq: number }) => seq)).toEqual([8, 9, 10, 11, 12]);
  const before = await readChat(member.token, "messages(limit: 5, before: 8) { seq }");
  expect(before.messages.map(({ seq }: { seq: number }) => seq)).toEqual([3, 4, 5, 6, 7]);
  const first = await readChat(member.token, "messages(limit: 5, before: 3) { seq }");
  expect(first.messages.map(({ seq }: { seq: number }) => seq)).toEqual([1, 2]);
  expect((await readChat(member.token, "messages(limit: 5, before: 1) { seq }")).messages).toEqual([]);
});

test("[CHAT-04] the default page has fifty messages, and none has more than a hundred", async () => {
  await site.app.db.insert(chatMessages).values(
    Array.from({ length: 120 }, (_, index) => ({
      chatId: "volleyball",
      seq: index + 1,
      id: `m${index}`,
      name: "Ana",
      text: "x",
      createdAt: new Date(),
    })),
  );
  expect((await readChat(member.token, "messages { seq }")).messages).toHaveLength(50);
  expect((await readChat(member.token, "messages(limit: 100) { seq }")).messages).toHaveLength(100);
  for (const limit of [0, -1, 101, 2_000_000_000]) {
    const answer = await ask(site, `{ chats { id messages(limit: ${limit}) { id } } }`, { as: member.token });
    expect(codesOf(answer)).toContain("INVALID");
  }
});

test("[CHAT-04] members come page by page, with the nickname only where it differs, and nothing to reach them by", async () => {
  await site.app.db.insert(chatMembers).values(
    [
      { memberId: "1", name: "Ana Ruiz", nickname: "Ana Ruiz" },
      { memberId: "2", name: "Zoe Carter", nickname: "Zo", muted: true },
      { memberId: "3", name: "Ben Sorensen", nickname: "", autokicked: true, imageUrl: "https://pictures.test/3" },
    ].map((each) => ({ chatId: "volleyball", joinedAt: new Date(), ...each })),
  );
  const fields = "id name nickname imageUrl autokicked muted";
  const { data } = await ask(
    site,
    `{ chat(id: "volleyball") { all: members { ${fields} } second: members(limit: 1, after: "1") { id } rest: members(after: "2") { id } } }`,
    { as: member.token },
  );
  expect(data.chat.all).toEqual([
    { id: "1", name: "Ana Ruiz", nickname: "", imageUrl: "", autokicked: false, muted: false },
    { id: "2", name: "Zoe Carter", nickname: "Zo", imageUrl: "", autokicked: false, muted: true },
    {
      id: "3",
      name: "Ben Sorensen",
      nickname: "",
      imageUrl: "https://pictures.test/3",
      autokicked: true,
      muted: false,
    },
  ]);
  expect([data.chat.second, data.chat.rest]).toEqual([[{ id: "2" }], [{ id: "3" }]]);
  await send(site, member.token, "hello");
  const everything = await ask(
    site,
    `{ chats { id name description imageUrl members { ${fields} } messages { id text name avatarUrl userId } } }`,
    { as: member.token },
  );
  expect(JSON.stringify(everything)).not.toMatch(/9045551234|members@example\.com/);
});

test("[CHAT-01, CHAT-06] announcements: members read them, organizers write, nobody else knows of them; a first start makes the chats", async () => {
  await site.app.db.delete(chats);
  await makeFirstChats(site.app);
  await makeFirstChats(site.app);
  const listFor = async (as: string) => {
    const { data } = await ask(site, "{ chats { id name canWrite } }", { as });
    return data.chats as { id: string; name: string; canWrite: boolean }[];
  };
  const list = await listFor(member.token);
  expect(list.map(({ name }) => name)).toEqual(["Announcements", ...CHAT_GROUPS]);
  expect(list.filter(({ canWrite }) => !canWrite).map(({ id }) => id)).toEqual(["announcements"]);
  const organizer = await site.signedIn({ groups: ["Admins"], email: "news@example.com" });
  const news = await send(site, organizer.token, "Nets are up.", { chatId: "announcements", clientId: "news" });
  expect(news.data.sendMessage).toMatchObject({ seq: 1, text: "Nets are up." });
  expect(codesOf(await send(site, member.token, "Me too.", { chatId: "announcements", clientId: "no" }))).toEqual([
    "FORBIDDEN",
  ]);
  // Reads the other chats by the group's rules.
  const guest = await site.signedIn({
    email: "guest-of-chats@example.com",
    user: { phone: "9045550199", zsex: "female" },
  });
  expect((await listFor(guest.token)).map(({ name }) => name)).toEqual([...CHAT_GROUPS]);
  const asGuest = await ask(site, '{ chat(id: "announcements") { messages { text } } }', { as: guest.token });
  expect(asGuest.data.chat).toBe(null);
  expect((await site.fetch("/api/live?chat=announcements", { as: guest.token })).status).toBe(404);
  expect(codesOf(await send(site, guest.token, "Hi.", { chatId: "announcements", clientId: "guest" }))).toEqual([
    "NOT_FOUND",
  ]);
  // A group that has chats already gets the announcements only.
  await site.app.db.delete(chats);
  await site.app.db.insert(chats).values(makeChat());
  await makeFirstChats(site.app);
  expect((await listFor(member.token)).map(({ name }) => name)).toEqual(["Announcements", "Volleyball"]);
});
