import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeChat, makeEvent } from "#seeds/factories.ts";
import { chats } from "#src/db/tables/chats.ts";
import { deliverPushes } from "#src/features/notifications/jobs.server.ts";
import type { PushSettings } from "#src/features/notifications/schema.ts";
import { MAIL_KINDS } from "#src/server/mail-kinds.ts";
import { type FakeBrowser, FakePushService } from "#tests/fakes/push/fake-push-service.ts";
import { answer, callEvent, newcomer, refusal, rsvpState } from "#tests/support/events.ts";
import { ask, codesOf } from "#tests/support/graphql.ts";
import { PUBLIC_URL, startTestSite, type TestSite } from "#tests/support/test-site.ts";

type Person = Awaited<ReturnType<typeof newcomer>>;

let site: TestSite;
let service: FakePushService;
let admin: Person;
let ana: Person;
let ben: Person;
beforeAll(async () => {
  [site, service] = await Promise.all([startTestSite({ RATE_LIMIT_FACTOR: "1000" }), FakePushService.start()]);
  admin = await newcomer(site, { groups: ["Admins"] });
});
beforeEach(async () => {
  const named = (firstName: string) =>
    newcomer(site, { groups: ["Members"], user: { firstName, lastName: "Reef", nickname: "" } });
  [ana, ben] = [await named("Ana"), await named("Ben")];
  await site.app.db.delete(chats);
  await site.app.db.insert(chats).values([makeChat(), makeChat({ id: "dance", name: "Dance", position: 1 })]);
});
afterAll(async () => {
  await service.close();
  await site.close();
});

const QUOTED = "replyTo { id seq name text gone }";
const say = (as: string, text: string, more: { replyTo?: string; chatId?: string; clientId?: string } = {}) =>
  ask(
    site,
    `mutation ($chatId: ID!, $text: String!, $clientId: ID!, $replyTo: ID) {
      sendMessage(chatId: $chatId, text: $text, clientId: $clientId, replyTo: $replyTo) { id ${QUOTED} } }`,
    { as, text, chatId: "volleyball", clientId: randomUUID(), ...more },
  );
const said = async (...args: Parameters<typeof say>) => (await say(...args)).data.sendMessage;
const messages = async (as: string) =>
  (await ask(site, `{ chat(id: "volleyball") { messages { text ${QUOTED} } } }`, { as })).data.chat.messages;
const put = (path: string, body: object) =>
  site.fetch(`/api/admin/${path}`, {
    method: "PUT",
    as: admin.token,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

test("[DESK-09] a reply shows who and what it answers, by today's names and words", async () => {
  const { id } = await said(ana.token, "Who brings a net?");
  const quoted = { id, seq: 1, name: "Ana Reef", text: "Who brings a net?", gone: false };
  expect((await said(ben.token, "I do", { replyTo: id })).replyTo).toEqual(quoted);
  await site.app.db.execute(sql`update users set nickname = 'Annie' where user_id = ${ana.userId}`);
  await ask(
    site,
    `mutation ($id: ID!) { editMessage(chatId: "volleyball", messageId: $id, text: "Who has it?") { id } }`,
    {
      as: ana.token,
      id,
    },
  );
  const now = { ...quoted, name: "Annie", text: "Who has it?" };
  expect(await messages(ana.token)).toEqual([
    { text: "Who has it?", replyTo: null },
    { text: "I do", replyTo: now },
  ]);
  // Of a long one, the beginning.
  const long = await said(ana.token, "👍".repeat(300));
  expect((await said(ben.token, "Fine", { replyTo: long.id })).replyTo.text).toBe("👍".repeat(160));
});

test("[DESK-09] of a message that was deleted or hidden, a reply tells nothing; it may be answered while that happens", async () => {
  const [deleted, hidden] = [await said(ana.token, "I regret this"), await said(ana.token, "You idiots")];
  for (const { id } of [deleted, hidden]) await said(ben.token, "Oh", { replyTo: id });
  await ask(site, `mutation ($id: ID!) { deleteMessage(chatId: "volleyball", messageId: $id) { id } }`, {
    as: ana.token,
    id: deleted.id,
  });
  await put(`chats/volleyball/messages/${hidden.id}/hidden`, { reason: "An insult" });
  const late = await said(ben.token, "Late", { replyTo: hidden.id });
  const gone = { name: "", text: "", gone: true };
  expect(late.replyTo).toEqual({ ...gone, id: hidden.id, seq: 2 });
  for (const as of [ana.token, ben.token, admin.token]) {
    const read = await messages(as);
    expect(JSON.stringify(read)).not.toMatch(/regret|idiots/);
    expect(read.slice(2, 4).map(({ replyTo }: { replyTo: object }) => replyTo)).toEqual([
      { ...gone, id: deleted.id, seq: 1 },
      { ...gone, id: hidden.id, seq: 2 },
    ]);
  }
  // A reply that is gone itself quotes nothing either.
  await put(`chats/volleyball/messages/${late.id}/hidden`, { reason: "Off" });
  expect((await messages(ben.token)).at(-1)).toEqual({ text: "", replyTo: null });
});

test("[DESK-09] nobody answers what is not in the chat, and muted people answer nothing", async () => {
  const { id } = await said(ana.token, "Hello");
  for (const [replyTo, chatId] of [
    ["none", "volleyball"],
    ["\0", "volleyball"],
    [id, "dance"],
  ] as const)
    expect(codesOf(await say(ben.token, "Me too", { replyTo, chatId }))).toEqual(["INVALID"]);
  await put(`chat-limits/${ben.userId}/mute`, { reason: "Loud", days: 1 });
  expect(codesOf(await say(ben.token, "Me too", { replyTo: id }))).toEqual(["FORBIDDEN"]);
  expect(await messages(ana.token)).toEqual([{ text: "Hello", replyTo: null }]);
});

async function subscribed({ token }: Person): Promise<FakeBrowser> {
  const { publicKey } = (await (await site.fetch("/api/push", { as: token })).json()) as PushSettings;
  const browser = service.subscribe(publicKey);
  expect((await site.post("/api/push/subscriptions", browser.subscription, token)).status).toBe(200);
  return browser;
}

test("[DESK-09, DAY-08] who is answered hears of it as of a mention: once, unless they turned mentions off or were removed", async () => {
  const { id } = await said(ana.token, "Who brings a net?");
  const phone = await subscribed(ana);
  const own = await subscribed(ben);
  const clientId = randomUUID();
  // The second time the browser had no answer; and a name behind an @ makes it no second notification.
  for (let time = 0; time < 2; time += 1) await said(ben.token, "I do, @Ana Reef", { replyTo: id, clientId });
  const mine = await said(ben.token, "And a ball");
  await said(ben.token, "Two even", { replyTo: mine.id });
  await deliverPushes(site.app, MAIL_KINDS);
  const title = "Ben Reef replied to you in Volleyball";
  const url = `${PUBLIC_URL}/chats/volleyball`;
  expect(phone.received).toEqual([{ id: expect.any(String), title, body: "I do, @Ana Reef", url }]);
  expect(own.received).toEqual([]);

  await site.fetch("/api/push", {
    method: "PATCH",
    as: ana.token,
    headers: { "content-type": "application/json" },
    body: '{"mutedKinds":["mention"]}',
  });
  await said(ben.token, "Unheard", { replyTo: id });
  await put(`chat-limits/${ben.userId}/removals/volleyball`, { reason: "Loud" });
  await said(ana.token, "Answered nobody", { replyTo: mine.id });
  await deliverPushes(site.app, MAIL_KINDS);
  expect([phone.received.length, own.received.length]).toEqual([1, 0]);
});

test("[DESK-09, DAY-12] in the thread of an event people answer each other, and nobody from elsewhere", async () => {
  const event = makeEvent({ day: "2026-11-28", title: "Talk", hostUserId: ben.userId });
  await site.addEvent(event);
  await rsvpState(answer(site, event.id, ana.token, "going"));
  const write = (as: string, text: string, replyTo?: string) =>
    callEvent(site, "POST", `${event.id}/thread`, { as, body: { text, clientId: randomUUID(), replyTo } });
  const { id } = (await (await write(ana.token, "Which court?")).json()) as { id: string };
  const phone = await subscribed(ana);
  const quoted = { id, seq: 1, name: "Ana Reef", text: "Which court?", gone: false };
  expect(await (await write(ben.token, "The north one", id)).json()).toMatchObject({ replyTo: quoted });
  const thread = await (await callEvent(site, "GET", `${event.id}/thread`, { as: ana.token })).json();
  expect(thread).toMatchObject({ messages: [{ replyTo: null }, { replyTo: quoted }] });
  const elsewhere = await said(ana.token, "In the chat");
  expect(await refusal(write(ben.token, "Got it", elsewhere.id))).toMatchObject({
    status: 422,
    message: expect.stringContaining("no longer here"),
  });
  await deliverPushes(site.app, MAIL_KINDS);
  expect(phone.received.map(({ title }) => title)).toEqual(["Ben Reef replied to you in Event chat"]);
});
