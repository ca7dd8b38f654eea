import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeChat, makeEvent } from "#seeds/factories.ts";
import { personBlocks } from "#src/db/tables/blocks.ts";
import { chatMessages, chats } from "#src/db/tables/chats.ts";
import type { MessagePage } from "#src/features/inbox/schema/messages.ts";
import { answer, newcomer, rsvpState } from "#tests/support/events.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const REPORTS = "/api/reports";
const MESSAGES = "/api/admin/messages";
const COUNTS = "/api/admin/counts";

let site: TestSite;
let boss: Awaited<ReturnType<TestSite["signedIn"]>>;
let other: Awaited<ReturnType<TestSite["signedIn"]>>;
let greeter: Awaited<ReturnType<TestSite["signedIn"]>>;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  boss = await site.signedIn({
    groups: ["Admins"],
    email: "boss@example.com",
    user: { firstName: "Bo", lastName: "Ss" },
  });
  other = await site.signedIn({ groups: ["Admins"], email: "other@example.com" });
  greeter = await site.signedIn({ email: "greeter@example.com", roles: ["greeter"] });
  await site.app.db.insert(chats).values(makeChat());
  await site.app.db.insert(chatMessages).values({
    chatId: "volleyball",
    seq: 1,
    id: "m1",
    userId: boss.userId,
    name: "Bo Ss",
    text: "Get lost",
    createdAt: site.app.clock.now(),
  });
});
afterAll(() => site.close());

const read = async (as: string, query = "") =>
  (await (await site.fetch(`${MESSAGES}${query}`, { as })).json()) as MessagePage;
const done = (id: string, as: string) =>
  site.fetch(`${MESSAGES}/${id}/done`, {
    method: "PUT",
    body: JSON.stringify({ done: true }),
    headers: { "content-type": "application/json" },
    as,
  });
const openMessages = async (as: string) =>
  ((await (await site.fetch(COUNTS, { as })).json()) as { openMessages: number }).openMessages;

test("[DESK-10] a report of a message reaches organizers, and neither its writer nor helpers", async () => {
  const member = await site.tokenFor(["Members"]);
  const sent = await site.post(REPORTS, { message: "He insulted me", chatId: "volleyball", messageId: "m1" }, member);
  expect(sent.status).toBe(200);
  const [report] = (await read(other.token)).messages;
  expect(report).toMatchObject({
    kind: "report",
    email: "",
    about: "Bo Ss in Volleyball: “Get lost”",
    message: "He insulted me",
  });
  expect((await read(boss.token)).messages).toEqual([]);
  const helpers = await read(greeter.token);
  expect([helpers.messages, helpers.kinds, helpers.open]).toEqual([[], [], 0]);
  expect([await openMessages(other.token), await openMessages(greeter.token)]).toEqual([1, 0]);
  const id = report?.id ?? "";
  expect([(await done(id, boss.token)).status, (await done(id, greeter.token)).status]).toEqual([404, 404]);
  const mails = await site.mails();
  expect(mails.map(({ to, subject }) => `${to}: ${subject}`).toSorted()).toEqual([
    "boss@example.com: Somebody reported something",
    "other@example.com: Somebody reported something",
  ]);
  expect(mails.some(({ text }) => text.includes("insulted") || text.includes("Get lost"))).toBe(false);
  expect((await done(id, other.token)).status).toBe(200);
});

test("[DESK-10] a message that is gone is gone from its report", async () => {
  await site.app.db.execute(sql`delete from chat_messages where id = 'm1'`);
  const [report] = (await read(other.token, "?kind=report")).messages;
  expect(report).toMatchObject({ about: "", message: "He insulted me" });
});

test("[DESK-10] who left an address hears that the report was dealt with, once", async () => {
  const body = { about: "The man with the red cap", message: "He followed me", email: "Ana@example.com" };
  expect((await site.post(REPORTS, body)).status).toBe(200);
  const [report] = (await read(boss.token, "?state=open")).messages;
  expect(report).toMatchObject({ about: body.about, message: body.message, email: "ana@example.com" });
  await done(report?.id ?? "", boss.token);
  await done(report?.id ?? "", other.token);
  const subjects = (await site.mails()).filter(({ to }) => to === "ana@example.com").map(({ subject }) => subject);
  expect(subjects.toSorted()).toEqual(["We have your message", "We read your report"]);
});

test("[DESK-10] a report says what happened", async () => {
  const empty = await site.post(REPORTS, { message: " " });
  expect([empty.status, await empty.text()]).toEqual([422, expect.stringContaining("Please say what happened.")]);
});

test("[DESK-10] a report of a message that is not there is refused with a sentence, and nothing is kept", async () => {
  const before = (await read(other.token)).messages.length;
  for (const about of [
    { chatId: "volleyball", messageId: "none" },
    { messageId: "m2" },
    { chatId: "dance", messageId: "m2" },
  ]) {
    const sent = await site.post(REPORTS, { message: "Rude", ...about }, other.token);
    expect([sent.status, ((await sent.json()) as { message: string }).message]).toEqual([
      422,
      "This message is not there any more. Say below what happened, and who it is about, without it.",
    ]);
  }
  expect((await read(other.token)).messages).toHaveLength(before);
});

test("[DESK-10, AUTH-10] nobody reports a message that they cannot read: it is refused as one that does not exist", async () => {
  const host = await site.signedIn({ groups: ["Members"], email: "host@example.com" });
  const event = makeEvent({ day: "2026-11-28", title: "Talk", hostUserId: host.userId });
  await site.addEvent(event);
  const thread = `thread:${event.id}`;
  await site.app.db
    .insert(chats)
    .values([makeChat({ id: "announcements", name: "Announcements" }), makeChat({ id: thread, eventId: event.id })]);
  const createdAt = site.app.clock.now();
  const message = { seq: 2, id: "secret", name: "Cat", text: "Between us", createdAt };
  await site.app.db
    .insert(chatMessages)
    .values(["volleyball", "announcements", thread].map((chatId) => ({ ...message, chatId })));
  const [goer, member] = [await newcomer(site, { groups: ["Members"] }), await newcomer(site, { groups: ["Members"] })];
  await rsvpState(answer(site, event.id, goer.token, "going"));
  const reader = { zsex: "female", phone: "9045550102" } as const;
  const blocked = await newcomer(site, { groups: ["Members"] });
  await site.app.db.insert(personBlocks).values({ id: "b", userId: blocked.userId, reason: "x", blockedAt: createdAt });
  const [chat, news, talk] = ["volleyball", "announcements", thread];
  for (const [who, token, mayRead] of [
    ["a visitor", undefined, []],
    ["a man without a membership", (await newcomer(site, { user: { zsex: "male", phone: "9045550101" } })).token, []],
    ["a woman without a phone number", (await newcomer(site, { user: { ...reader, phone: "" } })).token, []],
    ["a woman with a complete profile", (await newcomer(site, { user: reader })).token, [chat]],
    ["a treasurer", (await newcomer(site, { roles: ["treasurer"], user: { zsex: "male" } })).token, []],
    ["a member", member.token, [chat, news]],
    ["a blocked member, who still reads", blocked.token, [chat, news]],
    ["a member who is going", goer.token, [chat, news, talk]],
    ["the host", host.token, [chat, news, talk]],
    ["an organizer", other.token, [chat, news, talk]],
  ] as const) {
    for (const chatId of [chat, news, talk] as const) {
      const sent = await site.post(REPORTS, { message: `By ${who}`, chatId, messageId: "secret" }, token);
      const missing = await site.post(REPORTS, { message: `By ${who}`, chatId, messageId: "none" }, token);
      const isRead = mayRead.some((one) => one === chatId);
      expect([who, chatId, sent.status]).toEqual([who, chatId, isRead ? 200 : 422]);
      const [told, asMissing] = [await sent.text(), await missing.text()];
      expect([who, chatId, told === asMissing]).toEqual([who, chatId, !isRead]);
    }
  }
  const reports = (await read(other.token, "?kind=report")).messages;
  const strangers = reports.filter(
    ({ message: words }) => words.startsWith("By a visitor") || words.startsWith("By a man"),
  );
  expect(strangers).toEqual([]);
});
