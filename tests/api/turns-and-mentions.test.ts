import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chatMembers, chats } from "#src/db/tables/chats.ts";
import { act, type Board, EMPTY_BOARD } from "#src/features/events/court-plan/rules/board.ts";
import type { Action } from "#src/features/events/court-plan/rules/actions.ts";
import { placeOf } from "#src/features/events/court-plan/rules/place.ts";
import type { CourtsView } from "#src/features/events/courts/schema.ts";
import { deliverPushes } from "#src/features/notifications/jobs.server.ts";
import type { PushSettings } from "#src/features/notifications/schema.ts";
import type { ProfileExport } from "#src/features/profile/schema.ts";
import { MAIL_KINDS } from "#src/server/mail-kinds.ts";
import { makeChat, makeEvent } from "#seeds/factories.ts";
import { type FakeBrowser, FakePushService } from "#tests/fakes/push/fake-push-service.ts";
import { answer, callEvent, newcomer, rsvpState } from "#tests/support/events.ts";
import { send } from "#tests/support/graphql.ts";
import { PUBLIC_URL, startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let service: FakePushService;
beforeAll(async () => {
  [site, service] = await Promise.all([startTestSite({ RATE_LIMIT_FACTOR: "1000" }), FakePushService.start()]);
});
afterAll(async () => {
  await service.close();
  await site.close();
});

type Person = Awaited<ReturnType<typeof newcomer>>;
const call = (method: string, path: string, body: unknown, as: string) =>
  site.fetch(path, { method, as, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
const settings = async ({ token }: Person) =>
  (await (await site.fetch("/api/push", { as: token })).json()) as PushSettings;
async function subscribed(person: Person): Promise<FakeBrowser> {
  const browser = service.subscribe((await settings(person)).publicKey);
  expect((await call("POST", "/api/push/subscriptions", browser.subscription, person.token)).status).toBe(200);
  return browser;
}
const push = () => deliverPushes(site.app, MAIL_KINDS);
const mailsAbout = async ({ email }: Person, words: string) =>
  (await site.mails())
    .filter(({ to, subject }) => to === email && subject.includes(words))
    .map(({ subject }) => subject);
const minutesPass = (minutes: number) =>
  site.app.db.execute(sql`update mail_outbox set due_at = due_at - make_interval(mins => ${minutes}::int)
    where status = 'waiting'`);

let made = 0;
/** An event with players who are there: of six, two cannot play on one court. */
async function openPlay(count = 6) {
  const host = await newcomer(site, { groups: ["Members"] });
  const players = await Promise.all(Array.from({ length: count }, () => newcomer(site)));
  const startsAt = new Date(site.app.clock.now().getTime() - 60_000);
  const event = makeEvent({ day: "2026-11-22", title: "Open play", startsAt, hostUserId: host.userId });
  made += 1;
  const { id } = await site.addEvent({ ...event, id: `2026-11-22-open-play-${made}` });
  const marks = players.map(({ userId }) => ({ id: randomUUID(), userId, presence: "here" }));
  for (const { userId } of players)
    await site.app.db.execute(
      sql`insert into event_rsvps (event_id, user_id, answer) values (${id}, ${userId}, 'going')`,
    );
  expect((await callEvent(site, "POST", `${id}/door`, { as: host.token, body: { marks } })).status).toBe(200);
  return { id, host, players };
}

async function run(id: string, { token }: Person, actions: (board: Board) => readonly Action[]): Promise<Board> {
  const view = (await (await callEvent(site, "GET", `${id}/courts`, { as: token })).json()) as CourtsView;
  const before = (view.host?.board as Board | null) ?? EMPTY_BOARD;
  const board = actions(before).reduce(act, before);
  const saved = await callEvent(site, "PUT", `${id}/courts`, { as: token, body: { version: view.version, board } });
  expect(saved.status).toBe(200);
  return board;
}

test("[DAY-08, COURT-03] who rests and plays in the next round hears it on their phone, once, and never by mail", async () => {
  const { id, host, players } = await openPlay();
  const browsers = new Map(await Promise.all(players.map(async (each) => [each, await subscribed(each)] as const)));
  const view = (await (await callEvent(site, "GET", `${id}/courts`, { as: host.token })).json()) as CourtsView;
  const seats = (view.host?.people ?? []).map(({ id: player }): Action => ({ type: "arrive", id: player }));
  await run(id, host, () => [{ type: "configure", format: "doubles", courts: 1, minutes: 10 }, ...seats]);
  await push();
  expect([...browsers.values()].flatMap(({ received }) => received)).toEqual([]);

  const at = site.app.clock.now().toISOString();
  const board = await run(id, host, () => [{ type: "start", at }]);
  await push();
  const { rows } = await site.app.db.execute<{ player: string; user_id: string }>(
    sql`select player, user_id from court_players where event_id = ${id}`,
  );
  const personOf = new Map(rows.map(({ player, user_id: userId }) => [userId, player]));
  const isNext = (person: Person) => placeOf(board, personOf.get(person.userId) ?? "").kind === "next";
  const next = players.filter(isNext);
  expect(next).toHaveLength(2);
  const message = { title: "You are next on court 1", body: "Open play", url: `${PUBLIC_URL}/events/${id}/courts` };
  for (const person of next) expect(browsers.get(person)?.received).toEqual([{ id: expect.any(String), ...message }]);
  for (const person of players.filter((each) => !isNext(each))) expect(browsers.get(person)?.received).toEqual([]);

  // Saving the board again says nothing new, and no mail follows.
  await run(id, host, () => [{ type: "configure", format: "doubles", courts: 1, minutes: 12 }]);
  await push();
  await minutesPass(11);
  await push();
  for (const person of next) {
    expect(browsers.get(person)?.received).toHaveLength(1);
    expect(await mailsAbout(person, "next on court")).toEqual([]);
  }
});

test("[DAY-08, COURT-03] while every court plays, who surely plays next hears that, and the court once it is certain", async () => {
  const { id, host, players } = await openPlay(9);
  const browsers = await Promise.all(players.map(subscribed));
  const heard = () => browsers.flatMap(({ received }) => received.map(({ title }) => title));
  const view = (await (await callEvent(site, "GET", `${id}/courts`, { as: host.token })).json()) as CourtsView;
  const seats = (view.host?.people ?? []).map(({ id: player }): Action => ({ type: "arrive", id: player }));
  const at = site.app.clock.now().toISOString();
  const set: Action = { type: "configure", format: "doubles", courts: 2, minutes: 10 };
  await run(id, host, () => [set, ...seats, { type: "start", at }]);
  await push();
  expect(heard()).toEqual(["You play in the next game"]);
  const over = (game: string): Action => ({ type: "finish", game, at, score: null });
  await run(id, host, () => [over("1-1")]);
  await push();
  expect(heard()).toHaveLength(1);
  await run(id, host, () => [over("1-2")]);
  await push();
  expect(heard().toSorted().slice(0, 8)).toEqual([1, 1, 1, 1, 2, 2, 2, 2].map((n) => `You are next on court ${n}`));
});

test("[DAY-08] being next on a court can be turned off, and a phone that is gone causes no mail", async () => {
  const { id, host, players } = await openPlay();
  const browsers = await Promise.all(players.map(subscribed));
  const view = (await (await callEvent(site, "GET", `${id}/courts`, { as: host.token })).json()) as CourtsView;
  const seats = (view.host?.people ?? []).map(({ id: player }): Action => ({ type: "arrive", id: player }));
  await run(id, host, () => [{ type: "configure", format: "doubles", courts: 1, minutes: 10 }, ...seats]);
  for (const { token } of players.slice(0, 3)) await call("PATCH", "/api/push", { mutedKinds: ["court"] }, token);
  for (const browser of browsers.slice(3)) browser.answers = 410;
  await run(id, host, () => [{ type: "start", at: site.app.clock.now().toISOString() }]);
  await push();
  await minutesPass(11);
  expect(browsers.flatMap(({ received }) => received)).toEqual([]);
  for (const person of players) expect(await mailsAbout(person, "next on court")).toEqual([]);
});

async function chatOf(...people: Person[]): Promise<string> {
  const chat = makeChat({ id: `chat-${randomUUID()}`, name: "Volleyball" });
  await site.app.db.insert(chats).values(chat);
  for (const { userId } of people)
    await site.app.db.insert(chatMembers).values({
      chatId: chat.id,
      memberId: userId,
      userId,
      name: "As they were called then",
      joinedAt: site.app.clock.now(),
    });
  return chat.id;
}
const named = (firstName: string, lastName: string, groups: ("Members" | "Admins")[] = ["Members"]) =>
  newcomer(site, { groups, user: { firstName, lastName, nickname: "" } });

test("[DAY-08] @ and a name in a chat notify that person; a mail follows if it is not opened", async () => {
  const [writer, ana, ben] = [await named("Wanda", "Writer"), await named("Ana", "Reef"), await named("Ben", "Reef")];
  const chatId = await chatOf(writer, ana, ben);
  const [phone, other, own] = [await subscribed(ana), await subscribed(ben), await subscribed(writer)];
  const text = "@ana reef, do you bring a net? @Wanda Writer asks.";
  await send(site, writer.token, text, { clientId: "one", chatId });
  // The answer was lost, so the browser sends it again.
  await send(site, writer.token, text, { clientId: "one", chatId });
  await push();
  const url = `${PUBLIC_URL}/chats/${chatId}`;
  expect(phone.received).toEqual([
    { id: expect.any(String), title: "Wanda Writer mentioned you in Volleyball", body: text, url },
  ]);
  expect([other.received, own.received]).toEqual([[], []]);
  expect(await mailsAbout(ana, "mentioned you")).toEqual([]);
  await minutesPass(11);
  expect(await mailsAbout(ana, "mentioned you")).toHaveLength(1);
});

test("[DAY-08] a notification of a long message ends with a whole character", async () => {
  const [writer, cleo] = [await named("Wim", "Writer"), await named("Cleo", "Long")];
  const chatId = await chatOf(writer, cleo);
  const phone = await subscribed(cleo);
  const beginning = `@Cleo Long ${"o".repeat(287)}`;
  await send(site, writer.token, `${beginning}🏐🏐 and more`, { clientId: "long", chatId });
  await push();
  expect(phone.received.map(({ body }) => body)).toEqual([`${beginning}…`]);
});

test("[DAY-08] a mention is silent for who turned it off, has no device, or may no longer read the chat", async () => {
  const writer = await named("Will", "Writer");
  const [off, without, former] = [
    await named("Off", "Sand"),
    await named("Without", "Sand"),
    await named("Former", "Sand"),
  ];
  const chatId = await chatOf(writer, off, without, former);
  const [muted, gone] = [await subscribed(off), await subscribed(former)];
  await call("PATCH", "/api/push", { mutedKinds: ["mention"] }, off.token);
  await site.app.db.execute(sql`update accounts set groups = '{}' where user_id = ${former.userId}`);
  await site.app.db.execute(sql`update users set zsex = 'male', role = 'user' where user_id = ${former.userId}`);
  await send(site, writer.token, "@Off Sand @Without Sand @Former Sand", { clientId: "two", chatId });
  await push();
  await minutesPass(11);
  expect([muted.received, gone.received]).toEqual([[], []]);
  for (const person of [off, without, former]) expect(await mailsAbout(person, "mentioned you")).toEqual([]);
});

test("[DAY-08, DAY-12] in the thread of an event a mention reaches people who are going", async () => {
  const [writer, goer, stays] = [await named("Tess", "Talk"), await named("Gus", "Going"), await named("Sid", "Stays")];
  const { id } = await site.addEvent(makeEvent({ day: "2026-11-28", title: "Thread night" }));
  for (const { token } of [writer, goer]) await rsvpState(answer(site, id, token, "going"));
  const [phone, other] = [await subscribed(goer), await subscribed(stays)];
  const body = { text: "@Gus Going and @Sid Stays, see you there", clientId: randomUUID() };
  expect((await callEvent(site, "POST", `${id}/thread`, { as: writer.token, body })).status).toBe(201);
  await push();
  expect(phone.received.map(({ title, url }) => [title, url])).toEqual([
    ["Tess Talk mentioned you in Event chat", `${PUBLIC_URL}/events/${id}`],
  ]);
  expect(other.received).toEqual([]);
});

test("[DAY-08] the personal export has what was chosen, and the browsers without their keys", async () => {
  const person = await newcomer(site);
  const { endpoint } = await subscribed(person);
  await call("PATCH", "/api/push", { mutedKinds: ["court"], mutedActivities: ["Dance"] }, person.token);
  const text = await (await site.fetch("/api/profile/export", { as: person.token })).text();
  const data = JSON.parse(text) as ProfileExport;
  expect(data.notificationChoices).toEqual({ mutedKinds: ["court"], mutedActivities: ["Dance"] });
  expect(data.notificationBrowsers).toEqual([{ pushService: new URL(endpoint).host, since: expect.any(String) }]);
  expect(text).not.toContain(endpoint);
});
