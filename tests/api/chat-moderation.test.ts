import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeChat, makeEvent } from "#seeds/factories.ts";
import { chats } from "#src/db/tables/chats.ts";
import type { ChatLimits } from "#src/features/chats/schema/moderation.ts";
import { answer, callEvent, newcomer, refusal, rsvpState } from "#tests/support/events.ts";
import { ask, codesOf, send } from "#tests/support/graphql.ts";
import { expectReady } from "#tests/support/live-reader.ts";
import { holdBack } from "#tests/support/locks.ts";
import { newEvent } from "#tests/support/new-event.ts";
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
  [ana, ben] = [await newcomer(site, { groups: ["Members"] }), await newcomer(site, { groups: ["Members"] })];
  await site.app.db.delete(chats);
  await site.app.db.insert(chats).values([makeChat(), makeChat({ id: "dance", name: "Dance", position: 1 })]);
});
afterAll(() => site.close());

const call = (method: string, path: string, body?: object, as = admin.token) =>
  site.fetch(`/api/admin/${path}`, {
    method,
    as,
    ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
const deleteAccount = (as: string) =>
  site.fetch("/api/profile", {
    method: "DELETE",
    as,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ confirm: "DELETE" }),
  });
const WHY = { reason: "It insults people" };
const messagesFor = async (as: string) =>
  (await ask(site, `{ chat(id: "volleyball") { canModerate messages { id text hidden edited } } }`, { as })).data.chat;
const said = async (text: string, as = ana.token) => String((await send(site, as, text)).data.sendMessage.id);
/** Tells the open pages what was logged for them, and says what that was. */
const announce = async (topic: "chat_changed" | "account_changed") => {
  const { rows } = await site.app.db.execute<{ subject: string }>(
    sql`delete from change_log where topic = ${topic} returning subject`,
  );
  for (const { subject } of rows)
    if (topic === "chat_changed") site.live.hearChatChange(subject);
    else site.live.hearAccount(subject);
  return rows.map(({ subject }) => subject);
};
const logOf = async (userId: string) => {
  const { rows } = await site.app.db.execute<{ action: string; after: unknown }>(
    sql`select action, after from audit_log where ${userId} = any(subject_ids) order by id`,
  );
  return rows;
};

test("[DESK-09] an organizer hides a message with a reason: nobody reads it, its author cannot edit it, and it comes back", async () => {
  const id = await said("You idiots");
  const hidden = `chats/volleyball/messages/${id}/hidden`;
  const reader = await expectReady(await site.fetch("/api/live?chat=volleyball", { as: ben.token }));
  expect((await call("PUT", hidden, { reason: " " })).status).toBe(422);
  expect((await call("PUT", hidden, WHY, ana.token)).status).toBe(403);
  for (let time = 0; time < 2; time += 1) expect((await call("PUT", hidden, WHY)).status).toBe(200);
  expect(await announce("chat_changed")).toEqual(["volleyball"]);
  expect(await reader.next()).toMatchObject({ event: "reload" });
  await reader.close();
  for (const as of [ana.token, ben.token, admin.token])
    expect((await messagesFor(as)).messages).toEqual([{ id, text: "", hidden: true, edited: false }]);
  expect([(await messagesFor(admin.token)).canModerate, (await messagesFor(ben.token)).canModerate]).toEqual([
    true,
    false,
  ]);
  const unread = await ask(site, `{ chat(id: "volleyball") { unreadCount } }`, { as: ben.token });
  expect(unread.data.chat.unreadCount).toBe(0);
  const edit = `mutation ($id: ID!) { editMessage(chatId: "volleyball", messageId: $id, text: "Nice") { id } }`;
  expect(codesOf(await ask(site, edit, { as: ana.token, id }))).toEqual(["NOT_FOUND"]);
  expect((await call("DELETE", hidden)).status).toBe(200);
  expect((await messagesFor(ben.token)).messages).toEqual([{ id, text: "You idiots", hidden: false, edited: false }]);
  expect(await logOf(ana.userId)).toEqual([
    { action: "message_hidden", after: { chat: "Volleyball", ...WHY } },
    { action: "message_shown", after: { chat: "Volleyball" } },
  ]);
});

test("[DESK-09] a muted person reads but does not write, edit or answer in threads, until the mute ends or is lifted", async () => {
  const id = await said("Before");
  const event = makeEvent({ day: "2026-11-28", title: "Talk", hostUserId: ben.userId });
  await site.addEvent(event);
  await rsvpState(answer(site, event.id, ana.token, "going"));
  const mute = `chat-limits/${ana.userId}/mute`;
  expect((await call("PUT", mute, { ...WHY, days: 2 })).status).toBe(422);
  expect((await call("PUT", `chat-limits/${admin.userId}/mute`, { ...WHY, days: 1 })).status).toBe(409);
  for (const days of [30, 1]) expect((await call("PUT", mute, { ...WHY, days })).status).toBe(200);
  const words = "An organizer muted you until Sunday, November 22, 2026";
  expect(JSON.stringify(await send(site, ana.token, "Hello"))).toContain(words);
  const body = { text: "Hello", clientId: "1" };
  const inThread = callEvent(site, "POST", `${event.id}/thread`, { as: ana.token, body });
  expect(await refusal(inThread)).toMatchObject({ status: 403, message: expect.stringContaining(words) });
  const edit = `mutation ($id: ID!) { editMessage(chatId: "volleyball", messageId: $id, text: "Nice") { id } }`;
  expect(codesOf(await ask(site, edit, { as: ana.token, id }))).toEqual(["FORBIDDEN"]);
  expect((await messagesFor(ana.token)).messages).toHaveLength(1);
  const notices = async () => {
    const chat = (await ask(site, `{ chat(id: "volleyball") { muteNotice } }`, { as: ana.token })).data.chat;
    const thread = await (await callEvent(site, "GET", `${event.id}/thread`, { as: ana.token })).json();
    return [chat.muteNotice, (thread as { muteNotice: string | null }).muteNotice];
  };
  expect(await notices()).toEqual([expect.stringContaining(words), expect.stringContaining(words)]);
  const exported = await (await site.fetch("/api/profile/export", { as: ana.token })).json();
  expect(exported).toMatchObject({ chatLimits: [{ chat: null, ...WHY }] });
  const limits = async () => (await (await call("GET", `chat-limits/${ana.userId}`)).json()) as ChatLimits;
  expect((await limits()).mute).toMatchObject(WHY);
  await site.app.db.execute(sql`update chat_limits set until = ${site.app.clock.now().toISOString()}`);
  expect((await limits()).mute).toBeNull();
  expect(await notices()).toEqual([null, null]);
  await said("After");
  await call("PUT", mute, { ...WHY, days: 1 });
  for (let time = 0; time < 2; time += 1) expect((await call("DELETE", mute)).status).toBe(200);
  await said("Lifted");
});

test("[DESK-09] a removed person neither reads nor writes in that chat, until they are let back in", async () => {
  await said("Mine");
  const members = async () => {
    const answered = await ask(site, `{ chat(id: "volleyball") { memberCount members { id } } }`, { as: ben.token });
    return answered.data.chat as { memberCount: number; members: { id: string }[] };
  };
  expect(await members()).toEqual({ memberCount: 1, members: [{ id: ana.userId }] });
  const removal = `chat-limits/${ana.userId}/removals/volleyball`;
  for (let time = 0; time < 2; time += 1) expect((await call("PUT", removal, WHY)).status).toBe(200);
  expect(await members()).toEqual({ memberCount: 0, members: [] });
  const refused = await ask(site, `{ chat(id: "volleyball") { id } }`, { as: ana.token });
  expect(codesOf(refused)).toEqual(["FORBIDDEN"]);
  expect(refused.errors?.[0]?.message).toContain("An organizer removed you from this chat.");
  expect((await site.fetch("/api/live?chat=volleyball", { as: ana.token })).status).toBe(404);
  expect(codesOf(await send(site, ana.token, "Let me in"))).toEqual(["NOT_FOUND"]);
  const list = await ask(site, "{ chats { id } }", { as: ana.token });
  expect(list.data.chats).toEqual([{ id: "dance" }]);
  await said("Elsewhere", ben.token);
  expect((await send(site, ana.token, "In dance", { chatId: "dance" })).data.sendMessage).toBeTruthy();
  const report = { message: "x", chatId: "volleyball", messageId: "none" };
  expect((await site.post("/api/reports", report, ana.token)).status).toBe(422);
  const limits = (await (await call("GET", `chat-limits/${ana.userId}`)).json()) as ChatLimits;
  expect(limits.removedFrom).toEqual([{ chatId: "volleyball", chat: "Volleyball", ...WHY }]);
  expect((await call("DELETE", removal)).status).toBe(200);
  await said("Back");
  expect((await logOf(ana.userId)).map(({ action }) => action)).toEqual([
    "chat_member_removed",
    "chat_member_readmitted",
  ]);
});

const removing = (chatId: string) => () =>
  call("PUT", `chat-limits/${ana.userId}/removals/${encodeURIComponent(chatId)}`, WHY);
const lockOf = (chatId: string) => sql`select from chats where id = ${chatId} for update`;
/** How many members a chat counts, and what Ana said there. */
const chatNow = async (chatId: string) => {
  const { rows } = await site.app.db.execute(sql`select member_count as members,
    array(select text from chat_messages where chat_id = ${chatId} and user_id = ${ana.userId}) as texts
    from chats where id = ${chatId}`);
  return rows[0];
};

test("[DESK-09] a message and a removal at the same moment both end, and the message stays", async () => {
  const post = () => send(site, ana.token, "Just in time");
  const [sent, removed] = await holdBack(site, lockOf("volleyball"), post, removing("volleyball"));
  expect([removed.status, sent.errors]).toEqual([200, []]);
  expect(await chatNow("volleyball")).toEqual({ members: 0, texts: ["Just in time"] });
});

test("[DESK-09] a message that waits while its author is removed is refused, and makes them no member again", async () => {
  const event = makeEvent({ day: "2026-11-26", title: "Late words", hostUserId: ben.userId });
  await site.addEvent(event);
  await rsvpState(answer(site, event.id, ana.token, "going"));
  const post = (as: string) => () =>
    callEvent(site, "POST", `${event.id}/thread`, { as, body: { text: "Hello", clientId: "1" } });
  expect((await post(ben.token)()).status).toBe(201);
  const thread = `thread:${event.id}`;
  const [removed, late] = await holdBack(site, lockOf(thread), removing(thread), post(ana.token));
  expect(removed.status).toBe(200);
  expect(await refusal(late)).toEqual({
    status: 403,
    message: expect.stringContaining("An organizer removed you from this chat."),
  });
  expect(await chatNow(thread)).toEqual({ members: 1, texts: [] });
});

test("[DESK-09] a removed person still takes back their own words, has them in the export, and nothing else", async () => {
  const event = makeEvent({ day: "2026-11-27", title: "Take back", hostUserId: ben.userId });
  await site.addEvent(event);
  await rsvpState(answer(site, event.id, ana.token, "going"));
  const [mine, kept, others] = [await said("Mine"), await said("Kept"), await said("Not mine", ben.token)];
  const post = { as: ana.token, body: { text: "In the thread", clientId: "1" } };
  const { id } = (await (await callEvent(site, "POST", `${event.id}/thread`, post)).json()) as { id: string };
  for (const chatId of ["volleyball", `thread:${event.id}`])
    await call("PUT", `chat-limits/${ana.userId}/removals/${encodeURIComponent(chatId)}`, WHY);
  const remove = `mutation ($id: ID!, $chat: ID!) { deleteMessage(chatId: $chat, messageId: $id) { id text } }`;
  const take = (messageId: string, chat = "volleyball") => ask(site, remove, { as: ana.token, id: messageId, chat });
  expect((await take(mine)).data.deleteMessage).toEqual({ id: mine, text: "" });
  expect(codesOf(await take(others))).toEqual(["NOT_FOUND"]);
  expect(codesOf(await take(kept, "\0"))).toEqual(["NOT_FOUND"]);
  const edit = `mutation ($id: ID!) { editMessage(chatId: "volleyball", messageId: $id, text: "Nice") { id } }`;
  expect(codesOf(await ask(site, edit, { as: ana.token, id: kept }))).toEqual(["NOT_FOUND"]);
  const inThread = `${event.id}/thread/${id}`;
  expect((await callEvent(site, "PATCH", inThread, { as: ana.token, body: { text: "x" } })).status).toBe(403);
  expect((await callEvent(site, "DELETE", `${event.id}/thread/${others}`, { as: ana.token })).status).toBe(404);
  expect(await (await callEvent(site, "DELETE", inThread, { as: ana.token })).json()).toMatchObject({ id, text: "" });
  const exported = JSON.stringify(await (await site.fetch("/api/profile/export", { as: ana.token })).json());
  expect([exported.includes("Kept"), exported.includes("In the thread")]).toEqual([true, false]);
  expect((await deleteAccount(ana.token)).status).toBe(200);
  const { rows } = await site.app.db.execute(sql`select text from chat_messages where user_id = ${ana.userId}`);
  expect(rows).toEqual([]);
});

test("[DESK-09] a muted host neither mails guests nor asks them anything, is told until when, and keeps the event", async () => {
  const event = makeEvent({ day: "2026-11-28", title: "Muted host", hostUserId: ana.userId });
  await site.addEvent(event);
  await rsvpState(answer(site, event.id, ben.token, "going"));
  const as = ana.token;
  const poll = { question: "Which court?", options: ["North", "South"] };
  expect((await callEvent(site, "POST", `${event.id}/poll`, { as, body: poll })).status).toBe(201);
  const mute = `chat-limits/${ana.userId}/mute`;
  await call("PUT", mute, { ...WHY, days: 1 });
  const words = "An organizer muted you until Sunday, November 22, 2026";
  const told = { status: 403, message: expect.stringContaining(words) };
  const message = { id: randomUUID(), groups: ["going"], subject: "", body: "Hello" };
  const mail = () => callEvent(site, "POST", `${event.id}/messages`, { as, body: message });
  expect(await refusal(mail())).toEqual(told);
  const writing = await (await callEvent(site, "GET", `${event.id}/messages/sent`, { as })).json();
  expect(writing).toMatchObject({ closed: expect.stringContaining(words), sent: [] });
  const reword = (body: object) => callEvent(site, "PATCH", `${event.id}/poll`, { as, body });
  expect(await refusal(reword({ question: "Who is right?" }))).toEqual(told);
  expect((await reword({ closed: true })).status).toBe(200);
  expect((await callEvent(site, "DELETE", `${event.id}/poll`, { as })).status).toBe(200);
  expect(await refusal(callEvent(site, "POST", `${event.id}/poll`, { as, body: poll }))).toEqual(told);
  const made = newEvent("Asks at once", { eventPoll: poll });
  expect(await refusal(site.post("/api/social-events", made, as))).toEqual(told);
  expect((await site.post("/api/social-events", newEvent("Asks nothing"), as)).status).toBe(201);
  const change = { description: "We meet at the north pier" };
  expect((await callEvent(site, "PATCH", event.id, { as, body: change })).status).toBe(200);
  await call("DELETE", mute);
  expect((await mail()).status).toBe(200);
});

test("[DESK-09] an organizer who is limited does not lift it themselves", async () => {
  const other = await newcomer(site, { groups: ["Admins"] });
  const id = await said("Mine", other.token);
  const hidden = `chats/volleyball/messages/${id}/hidden`;
  const limits = [`chat-limits/${other.userId}/mute`, `chat-limits/${other.userId}/removals/volleyball`];
  for (const path of [hidden, ...limits]) expect((await call("PUT", path, { ...WHY, days: 1 })).status).toBe(200);
  for (const path of [hidden, ...limits]) {
    expect((await call("DELETE", path, undefined, other.token)).status).toBe(409);
    expect((await call("DELETE", path)).status).toBe(200);
  }
});

test("[DESK-09, DAY-12] a person is removed from the thread of an event and stays a guest", async () => {
  const event = makeEvent({ day: "2026-11-29", title: "Talk more", hostUserId: ben.userId });
  await site.addEvent(event);
  await rsvpState(answer(site, event.id, ana.token, "going"));
  const read = () => callEvent(site, "GET", `${event.id}/thread`, { as: ana.token });
  const body = { text: "Hello", clientId: "1" };
  // Nobody has written yet.
  const early = `chat-limits/${ana.userId}/removals/${encodeURIComponent(`thread:${event.id}`)}`;
  expect((await call("PUT", early, WHY)).status).toBe(200);
  expect((await read()).status).toBe(403);
  expect((await callEvent(site, "POST", `${event.id}/thread`, { as: ana.token, body })).status).toBe(403);
  expect((await call("DELETE", early)).status).toBe(200);
  expect((await call("PUT", `${early}x`, WHY)).status).toBe(404);
  expect((await callEvent(site, "POST", `${event.id}/thread`, { as: ana.token, body })).status).toBe(201);
  const stream = await expectReady(await site.fetch(`/api/live?thread=${event.id}`, { as: ana.token }));
  const removal = `chat-limits/${ana.userId}/removals/${encodeURIComponent(`thread:${event.id}`)}`;
  await announce("account_changed");
  expect((await call("PUT", removal, WHY)).status).toBe(200);
  expect(await announce("account_changed")).toEqual([ana.sub]);
  await stream.close();
  expect(await refusal(read())).toEqual({ status: 403, message: expect.stringContaining("An organizer removed you") });
  expect((await callEvent(site, "GET", `${event.id}/rsvp`, { as: ana.token })).status).toBe(200);
  await call("DELETE", `chat-limits/${ana.userId}/mute`);
  expect((await read()).status).toBe(403);
  await call("DELETE", removal);
  expect((await read()).status).toBe(200);
});
