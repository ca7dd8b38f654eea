import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeChat, makeEvent } from "#seeds/factories.ts";
import { chatMessages, chatReads, chats } from "#src/db/tables/chats.ts";
import type { Thread } from "#src/features/chats/schema/threads.ts";
import { answer, callEvent, newcomer, refusal, rsvpState } from "#tests/support/events.ts";
import { ask, codesOf, send } from "#tests/support/graphql.ts";
import { expectReady } from "#tests/support/live-reader.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let ana: { token: string; userId: string };
let ben: { token: string; userId: string };
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "100" });
  ana = await site.signedIn({ groups: ["Members"], email: "ana@example.com" });
  ben = await site.signedIn({ groups: ["Members"], email: "ben@example.com" });
});
beforeEach(async () => {
  await site.app.db.delete(chats);
  await site.app.db.insert(chats).values([makeChat(), makeChat({ id: "dance", name: "Dance", position: 1 })]);
});
afterAll(() => site.close());

const FIELDS = "id text edited deleted";
const edit = (as: string | undefined, messageId: string, text: string, chatId = "volleyball") =>
  ask(
    site,
    `mutation ($chatId: ID!, $messageId: ID!, $text: String!) {
      editMessage(chatId: $chatId, messageId: $messageId, text: $text) { ${FIELDS} } }`,
    { as, chatId, messageId, text },
  );
const remove = (as: string | undefined, messageId: string, chatId = "volleyball") =>
  ask(
    site,
    `mutation ($chatId: ID!, $messageId: ID!) {
      deleteMessage(chatId: $chatId, messageId: $messageId) { ${FIELDS} } }`,
    { as, chatId, messageId },
  );
const messages = async (as = ben.token) =>
  (await ask(site, `{ chat(id: "volleyball") { messages { ${FIELDS} } } }`, { as })).data.chat.messages;
async function said(text: string, as = ana.token): Promise<string> {
  return String((await send(site, as, text)).data.sendMessage.id);
}

test("[DESK-09] a writer changes the words of their own message, and everyone reads that it was edited", async () => {
  const id = await said("Nets at fife");
  expect((await edit(ana.token, id, "  Nets at five ")).data.editMessage).toEqual({
    id,
    text: "Nets at five",
    edited: true,
    deleted: false,
  });
  expect(await messages()).toEqual([{ id, text: "Nets at five", edited: true, deleted: false }]);
  expect(codesOf(await edit(ana.token, id, "  "))).toEqual(["INVALID"]);
  expect((await messages())[0].text).toBe("Nets at five");
});

test("[DESK-09] a deleted message keeps its place and nothing of its words, however often it is deleted", async () => {
  const id = await said("I regret this");
  await said("Me too");
  for (let time = 0; time < 2; time += 1)
    expect((await remove(ana.token, id)).data.deleteMessage).toEqual({ id, text: "", edited: false, deleted: true });
  expect((await messages()).map(({ text }: { text: string }) => text)).toEqual(["", "Me too"]);
  const rows = await site.app.db.select().from(chatMessages);
  expect(JSON.stringify(rows)).not.toContain("regret");
  // What is gone does not come back by an edit.
  expect(codesOf(await edit(ana.token, id, "Back again"))).toEqual(["NOT_FOUND"]);
});

test("[DESK-09, SAFE-01] nobody changes what others wrote, organizers and visitors included", async () => {
  const id = await said("Mine");
  const admin = await site.tokenFor(["Admins"]);
  for (const [as, code] of [
    [ben.token, "NOT_FOUND"],
    [admin, "NOT_FOUND"],
    [undefined, "UNAUTHENTICATED"],
  ] as const) {
    expect(codesOf(await edit(as, id, "Yours"))).toEqual([code]);
    expect(codesOf(await remove(as, id))).toEqual([code]);
  }
  for (const [messageId, chatId] of [
    [id, "dance"],
    [id, "thread:x"],
    ["none", "volleyball"],
    ["\0", "volleyball"],
  ] as const)
    expect(codesOf(await remove(ana.token, messageId, chatId))).toEqual(["NOT_FOUND"]);
  expect(await messages()).toEqual([{ id, text: "Mine", edited: false, deleted: false }]);
});

test("[DESK-09, DESK-10] a report keeps what was said when its author changes or deletes the message", async () => {
  const id = await said("Get lost");
  await said("Also mine");
  await site.post("/api/reports", { message: "He insulted me", chatId: "volleyball", messageId: id }, ben.token);
  await edit(ana.token, id, "Welcome!");
  await remove(ana.token, id);
  const admin = await site.tokenFor(["Admins"]);
  const { reports } = (await (await site.fetch("/api/admin/reports", { as: admin })).json()) as {
    reports: { quote: string | null }[];
  };
  expect(reports[0]?.quote).toBe("Get lost");
  expect((await messages())[0].text).toBe("");
});

test("[DESK-10] who has their own harmless words reported first cannot hide behind them", async () => {
  const id = await said("Hello all");
  const report = async (as: string) => {
    await site.post("/api/reports", { message: "Look", chatId: "volleyball", messageId: id }, as);
    // The clock of the test stands still.
    await site.app.db.execute(sql`update form_submissions set created_at = created_at + interval '1 second'`);
  };
  await report(ana.token);
  await edit(ana.token, id, "You idiots");
  await report(ben.token);
  await edit(ana.token, id, "Welcome!");
  await edit(ana.token, id, "Hello again");
  const admin = await site.tokenFor(["Admins"]);
  const quotes = async () => {
    const { reports } = (await (await site.fetch("/api/admin/reports", { as: admin })).json()) as {
      reports: { quote: string | null }[];
    };
    return reports.slice(0, 2).map(({ quote }) => quote);
  };
  for (const quote of await quotes()) expect(quote).toContain("Hello all → You idiots");
  await remove(ana.token, id);
  for (const quote of await quotes()) expect(quote).toContain("Hello all → You idiots");
});

test("[DESK-09] readers of an open chat are told to read it again when a message changes", async () => {
  const id = await said("Nets at fife");
  const reader = await expectReady(await site.fetch("/api/live?chat=volleyball", { as: ben.token }));
  await edit(ana.token, id, "Nets at five");
  site.live.hearChatChange("volleyball");
  expect(await reader.next()).toMatchObject({ event: "reload" });
  await reader.close();
});

test("[DESK-09, DAY-12] in the thread of an event people change and delete their own messages, and no others", async () => {
  const host = await newcomer(site);
  const guest = await newcomer(site);
  const event = makeEvent({ day: "2026-11-28", title: "Talk", hostUserId: host.userId });
  await site.addEvent(event);
  await rsvpState(answer(site, event.id, guest.token, "going"));
  const body = { text: "Who brings a net", clientId: randomUUID() };
  const { id } = (await (await callEvent(site, "POST", `${event.id}/thread`, { as: guest.token, body })).json()) as {
    id: string;
  };
  const change = (as: string, text: string) =>
    callEvent(site, "PATCH", `${event.id}/thread/${id}`, { as, body: { text } });
  expect(await refusal(change(host.token, "I"))).toMatchObject({ status: 404 });
  expect(await (await change(guest.token, "Who brings a net?")).json()).toMatchObject({ edited: true });
  expect(await refusal(change(guest.token, ""))).toMatchObject({ status: 422 });
  const gone = await callEvent(site, "DELETE", `${event.id}/thread/${id}`, { as: guest.token });
  expect(await gone.json()).toMatchObject({ text: "", deleted: true });
  const thread = (await (await callEvent(site, "GET", `${event.id}/thread`, { as: host.token })).json()) as Thread;
  expect(thread.messages).toMatchObject([{ text: "", deleted: true }]);
});

const unread = async (as: string) =>
  (await ask(site, "{ chats { id unreadCount } }", { as })).data.chats as { id: string; unreadCount: number }[];
const markRead = (as: string, seq: number, chatId = "volleyball") =>
  ask(site, "mutation ($chatId: ID!, $seq: Int!) { markChatRead(chatId: $chatId, seq: $seq) }", { as, chatId, seq });

test("[DESK-09] each chat counts what others wrote and the reader has not read; their own and deleted ones do not count", async () => {
  await said("one");
  await said("two");
  const third = await said("three");
  await said("mine", ben.token);
  expect(await unread(ben.token)).toEqual([
    { id: "volleyball", unreadCount: 3 },
    { id: "dance", unreadCount: 0 },
  ]);
  expect((await markRead(ben.token, 1)).data.markChatRead).toBe(2);
  await remove(ana.token, third);
  expect((await unread(ben.token))[0]?.unreadCount).toBe(1);
  // Never back, and not beyond what there is.
  expect((await markRead(ben.token, 99)).data.markChatRead).toBe(0);
  expect((await markRead(ben.token, 1)).data.markChatRead).toBe(0);
  await said("four");
  expect((await unread(ben.token))[0]?.unreadCount).toBe(1);
  expect((await unread(ana.token))[0]?.unreadCount).toBe(1);
});

test("[DESK-09] people who never opened a chat have unread what was written since they have an account", async () => {
  await said("long before");
  await site.app.db.update(chatMessages).set({ createdAt: new Date("2020-01-01T12:00:00Z") });
  await said("today");
  expect((await unread(ben.token))[0]?.unreadCount).toBe(1);
});

test("[DESK-09, AUTH-10] reading is noted for readers only, and for chats that they may read", async () => {
  await said("hello");
  const outsider = await site.signedIn({ email: "outsider@example.com" });
  expect(codesOf(await markRead(outsider.token, 1))).toEqual(["FORBIDDEN"]);
  expect(codesOf(await markRead(ben.token, 1, "none"))).toEqual(["NOT_FOUND"]);
  expect(await site.app.db.select().from(chatReads)).toEqual([]);
});

test("[DESK-09] the chat with the newest message comes first", async () => {
  await said("in volleyball");
  expect((await unread(ben.token)).map(({ id }) => id)).toEqual(["volleyball", "dance"]);
  await site.app.db.update(chats).set({ updatedAt: new Date("2020-01-01T12:00:00Z") });
  await send(site, ana.token, "in dance", { chatId: "dance" });
  expect((await unread(ben.token)).map(({ id }) => id)).toEqual(["dance", "volleyball"]);
});
