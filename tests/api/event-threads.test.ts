import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import type { Thread } from "#src/features/chats/schema/threads.ts";
import { answer, callEvent, newcomer, refusal, rsvpState } from "#tests/support/events.ts";
import { send } from "#tests/support/graphql.ts";
import { expectReady } from "#tests/support/live-reader.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

type Someone = Awaited<ReturnType<typeof newcomer>>;

const DAY_MS = 86_400_000;

let site: TestSite;
let host: Someone;
let admin: string;
let made = 0;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "100" });
  host = await newcomer(site);
  admin = await site.tokenFor(["Admins"]);
});
afterAll(() => site.close());

/** An event so many days from now, with people who are going. */
async function eventWith(going: readonly Someone[] = [], { days = 3, held = false } = {}): Promise<string> {
  made += 1;
  const startsAt = new Date(site.app.clock.now().getTime() + days * DAY_MS);
  const day = startsAt.toISOString().slice(0, 10) as `${number}-${number}-${number}`;
  const event = makeEvent({ day, startsAt, title: `Talk ${made}`, hostUserId: host.userId, held });
  await site.addEvent(event);
  for (const { token } of going) await rsvpState(answer(site, event.id, token, "going"));
  return event.id;
}

const write = (id: string, as: string, text: string, clientId: string = randomUUID()) =>
  callEvent(site, "POST", `${id}/thread`, { as, body: { text, clientId } });
const open = (id: string, as: string) => callEvent(site, "GET", `${id}/thread`, { as });
async function read(id: string, as: string, query = ""): Promise<Thread> {
  const response = await callEvent(site, "GET", `${id}/thread${query}`, { as });
  expect(response.status).toBe(200);
  return (await response.json()) as Thread;
}
const textsOf = ({ messages }: Thread) => messages.map(({ text }) => text);
const status = async (response: Promise<Response>) => (await response).status;

test("[DAY-12] people who are going, the host, co-hosts and organizers talk in the thread of an event; others do not", async () => {
  const [ana, ben, cy] = [await newcomer(site), await newcomer(site), await newcomer(site)];
  const member = await site.tokenFor(["Members"]);
  const id = await eventWith([ana, cy]);
  await rsvpState(answer(site, id, ben.token, "maybe"));
  expect((await read(id, ana.token)).messages).toEqual([]);
  for (const [token, text] of [
    [ana.token, "Who brings a net?"],
    [host.token, "I do."],
    [admin, "Thanks!"],
  ] as const)
    expect(await status(write(id, token, text))).toBe(201);
  expect(textsOf(await read(id, cy.token))).toEqual(["Who brings a net?", "I do.", "Thanks!"]);
  for (const token of [ben.token, member]) {
    expect(await status(open(id, token))).toBe(403);
    expect(await status(write(id, token, "Hello?"))).toBe(403);
  }
  await callEvent(site, "PUT", `${id}/co-hosts/${ben.userId}`, { as: host.token });
  expect((await read(id, ben.token)).messages).toHaveLength(3);
});

test("[DAY-12] who gives up their place loses the thread, also the one that is open", async () => {
  const [ana, ben] = [await newcomer(site), await newcomer(site)];
  const id = await eventWith([ana, ben]);
  const listen = (as: string) => site.fetch(`/api/live?thread=${id}`, { as });
  const [leaves, stays] = [await expectReady(await listen(ana.token)), await expectReady(await listen(ben.token))];
  await rsvpState(answer(site, id, ana.token, "not_going"));
  await write(id, ben.token, "Only for those who come");
  site.live.hearChat(`thread:${id}`);
  expect((await stays.next())?.data).toMatchObject({ text: "Only for those who come" });
  expect(await leaves.next()).toBeNull();
  await stays.close();
  expect(await status(open(id, ana.token))).toBe(403);
  expect(await status(listen(ana.token))).toBe(403);
  expect((await rsvpState(callEvent(site, "GET", `${id}/rsvp`, { as: ana.token }))).inThread).toBe(false);
  expect((await rsvpState(callEvent(site, "GET", `${id}/rsvp`, { as: ben.token }))).inThread).toBe(true);
});

test("[DAY-12] the news that a place was given up closes an open thread by itself", async () => {
  const ana = await newcomer(site);
  const id = await eventWith([ana]);
  const reader = await expectReady(await site.fetch(`/api/live?thread=${id}`, { as: ana.token }));
  await rsvpState(answer(site, id, ana.token, "maybe"));
  site.live.hearEvent(id);
  expect(await reader.next()).toBeNull();
});

test("[DAY-12] a thread is no chat of the group: no list has it, and no other call reads it or writes in it", async () => {
  const ana = await newcomer(site);
  const member = await site.signedIn({ email: "thread.member@example.com", groups: ["Members"] });
  const id = await eventWith([ana]);
  await write(id, ana.token, "Among us");
  const chatId = `thread:${id}`;
  const ask = (query: string) =>
    site.post("/graphql", { query, variables: {} }, member.token).then((response) => response.json());
  expect(JSON.stringify(await ask("{ chats { id messages { text } } }"))).not.toMatch(/thread:|Among us/);
  expect(await ask(`{ chat(id: "${chatId}") { id } }`)).toMatchObject({ data: { chat: null } });
  expect((await send(site, member.token, "Let me in", { chatId })).errors).toHaveLength(1);
  expect(await status(site.fetch(`/api/live?chat=${encodeURIComponent(chatId)}`, { as: member.token }))).toBe(404);
  expect(textsOf(await read(id, ana.token))).toEqual(["Among us"]);
});

test("[DAY-12] a message sent twice is one; two first messages at once make one thread", async () => {
  const [ana, ben] = [await newcomer(site), await newcomer(site)];
  const id = await eventWith([ana, ben]);
  const clientId = randomUUID();
  const sent = await Promise.all([
    write(id, ana.token, "Same", clientId),
    write(id, ana.token, "Same", clientId),
    write(id, ben.token, "Other"),
  ]);
  expect(sent.map((response) => response.status)).toEqual([201, 201, 201]);
  const { messages } = await read(id, ana.token);
  expect(messages.map(({ seq }) => seq)).toEqual([1, 2]);
  expect(new Set(messages.map(({ text }) => text))).toEqual(new Set(["Same", "Other"]));
  expect(await status(write(id, ana.token, "   "))).toBe(422);
});

test("[DAY-12] older messages come by the page", async () => {
  const ana = await newcomer(site);
  const id = await eventWith([ana]);
  await write(id, ana.token, "First");
  await site.app.db.execute(sql`
    insert into chat_messages (chat_id, seq, id, name, text, created_at)
    select ${`thread:${id}`}, n, n::text, 'Ana', 'No ' || n, now() from generate_series(2, 60) n`);
  const newest = await read(id, ana.token);
  expect([newest.messages.length, newest.messages[0]?.seq]).toEqual([50, 11]);
  expect((await read(id, ana.token, "?before=11")).messages.map(({ seq }) => seq)).toEqual(
    Array.from({ length: 10 }, (_, index) => index + 1),
  );
});

test("[DAY-12] the thread closes two weeks after the event: still read, not written; a held event has none", async () => {
  const ana = await newcomer(site);
  const id = await eventWith([ana]);
  await write(id, ana.token, "See you");
  const startsAt = new Date(site.app.clock.now().getTime() - 15 * DAY_MS);
  await site.app.db.update(socialEvents).set({ startsAt }).where(eq(socialEvents.id, id));
  expect(await read(id, ana.token)).toMatchObject({ canWrite: false, messages: [{ text: "See you" }] });
  expect(await refusal(write(id, ana.token, "Where is my towel?"))).toMatchObject({
    status: 409,
    message: expect.stringContaining("two weeks"),
  });
  expect(await status(open(await eventWith([], { held: true }), host.token))).toBe(403);
});

test("[DAY-12, SAFE-15] the export of a person says at which event they wrote what", async () => {
  const ana = await newcomer(site);
  const id = await eventWith([ana]);
  await write(id, ana.token, "My own words");
  const exported = await (await site.fetch("/api/profile/export", { as: ana.token })).json();
  expect(exported).toMatchObject({
    chats: [{ chat: `Event chat: Talk ${made}` }],
    chatMessages: [{ chat: `Event chat: Talk ${made}`, text: "My own words" }],
  });
});

test("[DAY-12] a thread goes with its event", async () => {
  const ana = await newcomer(site);
  const id = await eventWith([ana]);
  await write(id, ana.token, "Short");
  await site.app.db.delete(socialEvents).where(eq(socialEvents.id, id));
  const { rows } = await site.app.db.execute(sql`select id from chats where id = ${`thread:${id}`}`);
  expect(rows).toEqual([]);
});
