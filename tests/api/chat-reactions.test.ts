import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeChat, makeEvent } from "#seeds/factories.ts";
import { chatReactions, chats } from "#src/db/tables/chats.ts";
import { answer, callEvent, newcomer, refusal, rsvpState } from "#tests/support/events.ts";
import { ask, codesOf, send } from "#tests/support/graphql.ts";
import { expectReady } from "#tests/support/live-reader.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

type Person = Awaited<ReturnType<typeof newcomer>>;

let site: TestSite;
let admin: Person;
let ana: Person;
let ben: Person;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  admin = await newcomer(site, { groups: ["Admins"] });
});
beforeEach(async () => {
  const named = (firstName: string) =>
    newcomer(site, { groups: ["Members"], user: { firstName, lastName: "Reef", nickname: "" } });
  [ana, ben] = [await named("Ana"), await named("Ben")];
  await site.app.db.delete(chats);
  await site.app.db.insert(chats).values([makeChat(), makeChat({ id: "announcements", name: "News", position: 1 })]);
});
afterAll(() => site.close());

const said = async (text: string, as = ana.token) => String((await send(site, as, text)).data.sendMessage.id);
const FIELDS = "reactions { emoji count mine names }";
const react = (as: string | undefined, messageId: string, emoji = "👍", { on = true, chatId = "volleyball" } = {}) =>
  ask(
    site,
    `mutation ($chatId: ID!, $messageId: ID!, $emoji: String!, $on: Boolean!) {
      reactToMessage(chatId: $chatId, messageId: $messageId, emoji: $emoji, on: $on) { ${FIELDS} } }`,
    { as, chatId, messageId, emoji, on },
  );
const reactions = async (as: string) =>
  (await ask(site, `{ chat(id: "volleyball") { messages { ${FIELDS} } } }`, { as })).data.chat.messages.map(
    (message: { reactions: unknown[] }) => message.reactions,
  );
const put = (path: string, body: object) =>
  site.fetch(`/api/admin/${path}`, {
    method: "PUT",
    as: admin.token,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

test("[DESK-09] people react once with each emoji, everyone reads who by today's names, and it is taken back", async () => {
  const id = await said("Nets at five");
  for (let time = 0; time < 2; time += 1) await react(ben.token, id);
  await react(ana.token, id);
  await react(ana.token, id, "🎉");
  await site.app.db.execute(sql`update users set nickname = 'Benny' where user_id = ${ben.userId}`);
  const party = { emoji: "🎉", count: 1 };
  expect(await reactions(ana.token)).toEqual([
    [
      { emoji: "👍", count: 2, mine: true, names: ["Benny"] },
      { ...party, mine: true, names: [] },
    ],
  ]);
  expect(await reactions(ben.token)).toEqual([
    [
      { emoji: "👍", count: 2, mine: true, names: ["Ana Reef"] },
      { ...party, mine: false, names: ["Ana Reef"] },
    ],
  ]);
  for (let time = 0; time < 2; time += 1)
    expect((await react(ana.token, id, "👍", { on: false })).data.reactToMessage.reactions).toEqual([
      { emoji: "👍", count: 1, mine: false, names: ["Benny"] },
      { ...party, mine: true, names: [] },
    ]);
  const exported = await (await site.fetch("/api/profile/export", { as: ana.token })).json();
  expect(exported).toMatchObject({ chatReactions: [{ chat: "Volleyball", emoji: "🎉" }] });
});

test("[DESK-09] nobody is notified of a reaction, and none is left of a message that is deleted or hidden", async () => {
  const [deleted, hidden] = [await said("I regret this"), await said("You idiots")];
  for (const id of [deleted, hidden]) await react(ben.token, id);
  const { rows } = await site.app.db.execute(sql`select kind from mail_outbox where data ->> 'userId' = ${ana.userId}`);
  expect(rows).toEqual([]);
  await ask(site, `mutation ($id: ID!) { deleteMessage(chatId: "volleyball", messageId: $id) { id } }`, {
    as: ana.token,
    id: deleted,
  });
  await put(`chats/volleyball/messages/${hidden}/hidden`, { reason: "An insult" });
  expect(await reactions(ana.token)).toEqual([[], []]);
  for (const id of [deleted, hidden]) expect(codesOf(await react(ben.token, id, "😢"))).toEqual(["NOT_FOUND"]);
});

test("[DESK-09] who may not write does not react: muted and removed people, visitors, members in announcements", async () => {
  const id = await said("Hello");
  const outsider = await newcomer(site);
  expect(codesOf(await react(undefined, id))).toEqual(["UNAUTHENTICATED"]);
  expect(codesOf(await react(outsider.token, id))).toEqual(["FORBIDDEN"]);
  expect(codesOf(await react(ben.token, id, "🍕"))).toEqual(["INVALID"]);
  expect(codesOf(await react(ben.token, "none"))).toEqual(["NOT_FOUND"]);
  expect(codesOf(await react(ben.token, "\0"))).toEqual(["NOT_FOUND"]);
  await send(site, admin.token, "News", { chatId: "announcements" });
  expect(codesOf(await react(ben.token, id, "👍", { chatId: "announcements" }))).toEqual(["FORBIDDEN"]);

  await react(ben.token, id);
  await put(`chat-limits/${ben.userId}/mute`, { reason: "Loud", days: 1 });
  expect(codesOf(await react(ben.token, id, "🎉"))).toEqual(["FORBIDDEN"]);
  // What is theirs they may take back.
  expect((await react(ben.token, id, "👍", { on: false })).data.reactToMessage.reactions).toEqual([]);
  await put(`chat-limits/${ana.userId}/removals/volleyball`, { reason: "Rude" });
  expect(codesOf(await react(ana.token, id))).toEqual(["NOT_FOUND"]);
  await site.app.db.execute(sql`insert into person_blocks (id, user_id, reason, blocked_at)
    values (${randomUUID()}, ${ben.userId}, 'Rude', ${site.app.clock.now().toISOString()})`);
  expect(codesOf(await react(ben.token, id))).toEqual(["FORBIDDEN"]);
  expect(await site.app.db.select().from(chatReactions)).toEqual([]);
});

test("[DESK-09] open pages read the chat again: at once for the first reaction, and once for many that follow", async () => {
  const id = await said("Hello");
  const reader = await expectReady(await site.fetch("/api/live?chat=volleyball", { as: ben.token }));
  await react(ana.token, id);
  for (let time = 0; time < 5; time += 1) site.live.hearChatChange("volleyball");
  expect((await reader.take(2)).map(({ event }) => event)).toEqual(["reload", "reload"]);
  await said("After them");
  site.live.hearChat("volleyball");
  expect(await reader.next()).toMatchObject({ event: "message" });
  await reader.close();
});

test("[DESK-09] a rush of reactions is refused with a sentence", async () => {
  const strict = await startTestSite();
  try {
    await strict.app.db.insert(chats).values(makeChat());
    const { token } = await newcomer(strict, { groups: ["Members"] });
    const { id } = (await send(strict, token, "Hello")).data.sendMessage;
    const call = `mutation ($id: ID!) {
      reactToMessage(chatId: "volleyball", messageId: $id, emoji: "👍", on: true) { id } }`;
    const answers = await Promise.all(Array.from({ length: 65 }, () => ask(strict, call, { as: token, id })));
    const codes = answers.flatMap(codesOf);
    expect([codes.length, new Set(codes)]).toEqual([5, new Set(["RATE_LIMITED"])]);
  } finally {
    await strict.close();
  }
});

test("[DESK-09, DAY-12] in the thread of an event people react until it closes, and nobody from elsewhere does", async () => {
  const event = makeEvent({ day: "2026-11-28", title: "Talk", hostUserId: ben.userId });
  await site.addEvent(event);
  await rsvpState(answer(site, event.id, ana.token, "going"));
  const body = { text: "Which court?", clientId: randomUUID() };
  const { id } = (await (await callEvent(site, "POST", `${event.id}/thread`, { as: ana.token, body })).json()) as {
    id: string;
  };
  const set = (as: string, emoji: string, on = true) =>
    callEvent(site, "PUT", `${event.id}/thread/${id}/reactions`, { as, body: { emoji, on } });
  expect(await (await set(ben.token, "❤️")).json()).toMatchObject({
    reactions: [{ emoji: "❤️", count: 1, mine: true, names: [] }],
  });
  const outsider = await newcomer(site, { groups: ["Members"] });
  expect(await refusal(set(outsider.token, "❤️"))).toMatchObject({ status: 403 });
  expect(await refusal(set(ben.token, "x"))).toMatchObject({ status: 422 });
  expect(codesOf(await react(ana.token, id, "👍", { chatId: `thread:${event.id}` }))).toEqual(["NOT_FOUND"]);
  const thread = await (await callEvent(site, "GET", `${event.id}/thread`, { as: ana.token })).json();
  expect(thread).toMatchObject({ messages: [{ reactions: [{ mine: false, names: ["Ben Reef"] }] }] });
  await site.app.db.execute(
    sql`update social_events set starts_at = starts_at - interval '60 days' where id = ${event.id}`,
  );
  expect(await refusal(set(ben.token, "🎉"))).toMatchObject({ status: 409 });
});
