import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { chatJoinRequests } from "#src/db/tables/admin.ts";
import { chatMessages, chats } from "#src/db/tables/chats.ts";
import { users } from "#src/db/tables/users.ts";
import { syncChats, tellDecisions } from "#src/features/chats/jobs.server.ts";
import { makeChat, makeEvent } from "#seeds/factories.ts";
import { ask, send } from "#tests/support/graphql.ts";
import { type GroupMeSite, startGroupMeSite } from "#tests/support/groupme-site.ts";
import { passTime } from "#tests/support/identity.ts";
import { until } from "#tests/support/processes.ts";

let site: GroupMeSite;
let admin: { token: string };
let member: { token: string; userId: string };
beforeAll(async () => {
  site = await startGroupMeSite();
  admin = await site.signedIn({ groups: ["Admins"] });
  member = await site.signedIn({ groups: ["Members"], user: { firstName: "Ana", lastName: "Ruiz" } });
});
afterAll(() => site.close());
afterEach(() => {
  site.door.fault = null;
  vi.useRealTimers();
});

const sync = () => syncChats(site.app);
async function readChats() {
  const { data } = await ask(
    site,
    `{ chats { id name description messageCount memberCount createdAt syncAge
        members { id name nickname muted autokicked } messages { text name userId system } } }`,
    { as: member.token },
  );
  return data.chats as (Record<string, unknown> & { messages: { text: string }[] })[];
}
const texts = async () => (await readChats())[0]?.messages.map(({ text }) => text);
const post = (path: string, body: unknown) => site.post(path, body, admin.token);

test("[DAY-12] the thread of an event is the site's own, also where the group chats on GroupMe", async () => {
  const event = await site.addEvent(makeEvent({ day: "2026-12-05", title: "Talk", hostUserId: member.userId }));
  const path = `/api/social-events/${event.id}/thread`;
  expect((await site.post(path, { text: "Who brings a net?", clientId: "1" }, member.token)).status).toBe(201);
  const thread = await (await site.fetch(path, { as: member.token })).json();
  expect(thread).toMatchObject({ messages: [{ text: "Who brings a net?", name: "Ana Ruiz" }] });
  expect(JSON.stringify(await readChats())).not.toContain("Who brings a net?");
});

test("[CHAT-05] groups, members and messages are shown as GroupMe has them, and only those", async () => {
  await site.app.db.insert(chats).values(makeChat({ name: "A chat of our own" }));
  const sam = await site.addUser({ groupMeUserId: "20000002", firstName: "Sam" });
  const { fake, volleyball } = site;
  fake.say(volleyball, "Nets up at five");
  fake.say(volleyball, "", { text: null, attachments: [{ type: "image", url: "https://i.groupme.com/1x1.jpeg.abc" }] });
  fake.say(volleyball, "Sam added Kim to the group.", { user_id: "system", sender_type: "system", system: true });
  await sync();
  expect(await readChats()).toEqual([
    {
      id: volleyball.id,
      name: "Beach Volleyball",
      description: "All about Beach Volleyball",
      messageCount: 3,
      memberCount: 2,
      createdAt: 1_730_821_439,
      syncAge: expect.any(Number),
      members: [
        { id: "20000001", name: "Pat Doe", nickname: "Pat", muted: false, autokicked: false },
        { id: "20000002", name: "Sam Roe", nickname: "Sam", muted: false, autokicked: false },
      ],
      messages: [
        { text: "Nets up at five", name: "Sam", userId: sam.userId, system: false },
        { text: "https://i.groupme.com/1x1.jpeg.abc", name: "Sam", userId: sam.userId, system: false },
        { text: "Sam added Kim to the group.", name: "Sam", userId: "", system: true },
      ],
    },
  ]);
});

test("[CHAT-05] what is new, changed, deleted or left there is so here after the next round, each once", async () => {
  const { fake, volleyball } = site;
  const typo = fake.say(volleyball, "Bring wather");
  const regretted = fake.say(volleyball, "I hate mondays");
  await sync();
  typo.text = "Bring water";
  regretted.deleted_at = 1_700_000_000;
  volleyball.members.splice(1, 1);
  volleyball.name = "Volleyball by the pier";
  fake.say(volleyball, "See you");
  await sync();
  await sync();
  const shown = await texts();
  expect(shown?.slice(-2)).toEqual(["Bring water", "See you"]);
  expect(shown).not.toContain("I hate mondays");
  expect((await readChats())[0]).toMatchObject({ name: "Volleyball by the pier", memberCount: 1 });
});

test("[CHAT-05] hundreds of messages that were missed all come, in their order; the round asks for pages, one at a time", async () => {
  const { fake, volleyball } = site;
  const said = Array.from({ length: 250 }, (_, index) => `missed ${index}`);
  for (const text of said) fake.say(volleyball, text);
  await sync();
  const rows = await site.app.db
    .select({ text: chatMessages.text })
    .from(chatMessages)
    .where(eq(chatMessages.chatId, volleyball.id))
    .orderBy(chatMessages.seq);
  expect(rows.map(({ text }) => text).filter((text) => text.startsWith("missed"))).toEqual(said);
  expect(fake.mostAtOnce()).toBe(1);
});

test("[CHAT-05] [CHAT-06] what a member writes here is said in the group in their name, once", async () => {
  const { fake, volleyball } = site;
  const before = volleyball.messages.length;
  const first = await send(site, member.token, "Who drives?", { chatId: volleyball.id, clientId: "drives" });
  const again = await send(site, member.token, "Who drives?", { chatId: volleyball.id, clientId: "drives" });
  expect(again.data).toEqual(first.data);
  expect(first.data.sendMessage).toMatchObject({ text: "Who drives?", name: "Ana Ruiz", userId: member.userId });
  expect(volleyball.messages.slice(before).map(({ text }) => text)).toEqual(["Ana Ruiz: Who drives?"]);
  // What others said at the same time stands before it, as in the group.
  fake.say(volleyball, "I do");
  await send(site, member.token, "Great", { chatId: volleyball.id });
  expect((await texts())?.slice(-3)).toEqual(["Who drives?", "I do", "Great"]);
});

test("[CHAT-06] a message that was taken while its answer was lost is not said twice, however late it is sent again", async () => {
  const { volleyball, door } = site;
  const count = () => volleyball.messages.filter(({ text }) => text === "Ana Ruiz: Only once").length;
  const sendIt = () => send(site, member.token, "Only once", { chatId: volleyball.id, clientId: "once" });
  door.losesAnswers = true;
  const { errors } = await sendIt();
  expect(errors?.[0]?.message).toBe(
    "The chat service cannot be reached right now. Nothing was lost. Please try again in a minute.",
  );
  door.losesAnswers = false;
  expect(count()).toBe(1);
  // Later than GroupMe itself knows the same message again.
  passTime(10);
  expect((await sendIt()).data.sendMessage).toMatchObject({ text: "Only once", name: "Ana Ruiz" });
  expect(count()).toBe(1);
});

test("[CHAT-06] too long for GroupMe, or a group that takes nothing from us, is said in words", async () => {
  const { volleyball } = site;
  const long = await send(site, member.token, "x".repeat(1000), { chatId: volleyball.id });
  expect(long.errors?.[0]?.message).toBe("Messages in this chat can have at most 990 characters.");
  volleyball.isAnnouncement = true;
  const [owner] = volleyball.members;
  const roles = owner?.roles ?? [];
  if (owner) owner.roles = ["user"];
  const refused = await send(site, member.token, "hello", { chatId: volleyball.id });
  expect(refused.errors?.[0]?.message).toContain("does not take messages from this site");
  volleyball.isAnnouncement = false;
  if (owner) owner.roles = roles;
});

async function pending() {
  const answer = await site.fetch("/api/pending-join-requests?type=pendingJoinRequests", { as: admin.token });
  const { pendingUsersWithMatches } = (await answer.json()) as {
    pendingUsersWithMatches: { groupmeData: Record<string, string>; matchingDbUsers: { userId: string }[] }[];
  };
  return pendingUsersWithMatches;
}

test("[ADMIN-03] [CHAT-05] who asks in the group appears with the records that may be theirs; an organizer approves, and GroupMe lets them in", async () => {
  const { fake, volleyball } = site;
  const kim = await site.addUser({ firstName: "Kim", lastName: "Lee", nickname: "Kim Lee" });
  const id = fake.ask(volleyball, "Kim Lee");
  await sync();
  await sync();
  const [asked, ...others] = await pending();
  expect(others).toEqual([]);
  expect(asked).toMatchObject({ groupmeData: { id, nickname: "Kim Lee" }, matchingDbUsers: [{ userId: kim.userId }] });
  const groupmeUserId = asked?.groupmeData["user_id"] ?? "";
  // The decision is ours at once; GroupMe hears of it when it can.
  site.door.fault = "500";
  const approval = { groupmeId: id, groupmeUserId, chosenUserId: kim.userId };
  expect((await post("/api/pending-join-requests", { approvals: [approval] })).status).toBe(200);
  expect(await tellDecisions(site.app)).toBe(0);
  site.door.fault = null;
  await sync();
  expect(await pending()).toEqual([]);
  expect(await tellDecisions(site.app)).toBe(0);
  passTime(2);
  expect(await tellDecisions(site.app)).toBe(1);
  expect(await tellDecisions(site.app)).toBe(0);
  expect(volleyball.members.map(({ user_id }) => user_id)).toContain(groupmeUserId);
  expect(fake.calls.filter((call) => call.endsWith("/approval"))).toHaveLength(1);
  const [row] = await site.app.db.select().from(users).where(eq(users.userId, kim.userId));
  expect(row).toMatchObject({ status: "approved", groupMeUserId: groupmeUserId });
});

test("[ADMIN-03] who is declined here is declined there; who was answered or gave up in GroupMe waits here no longer", async () => {
  const { fake, volleyball } = site;
  const ids = ["Lou", "Max", "Nik"].map((name) => fake.ask(volleyball, name));
  await sync();
  expect(await pending()).toHaveLength(3);
  expect((await post(`/api/pending-join-requests/pending-requests/${ids[0]}/decline`, {})).status).toBe(200);
  expect(await tellDecisions(site.app)).toBe(1);
  expect(volleyball.pending.map(({ id }) => id)).toEqual([ids[1], ids[2]]);
  const max = volleyball.pending.shift();
  volleyball.pending.pop();
  volleyball.members.push({
    id: "1000000009",
    user_id: max?.user_id ?? "",
    nickname: "Max",
    name: "Max",
    image_url: null,
    muted: null,
    autokicked: false,
    roles: ["user"],
  });
  await sync();
  expect(await pending()).toEqual([]);
  const rows = await site.app.db.select().from(chatJoinRequests);
  expect(rows.find(({ nickname }) => nickname === "Max")).toMatchObject({ decision: "approved" });
  expect(rows.some(({ nickname }) => nickname === "Nik")).toBe(false);
});

test("[CHAT-05] GroupMe calls when something is said: by the secret, and what it says is read from GroupMe", async () => {
  const { fake, volleyball } = site;
  const secret = site.app.chatProvider.callbackSecret ?? "";
  const said = fake.say(volleyball, "Heard at once");
  const callback = { ...said, text: "Not what was said" };
  expect((await site.post("/api/webhooks/groupme/guessed", callback)).status).toBe(404);
  for (let times = 0; times < 3; times += 1)
    expect((await site.post(`/api/webhooks/groupme/${secret}`, callback)).status).toBe(200);
  await until("it is read", async () => (await texts())?.at(-1) === "Heard at once");
  expect((await texts())?.filter((text) => text === "Heard at once")).toHaveLength(1);
});

test("[CHAT-05] an outage shows the last known state with its age, and slows nothing else", async () => {
  await sync();
  const before = await texts();
  site.door.fault = "refused";
  passTime(12);
  await sync();
  const [chat] = await readChats();
  expect(chat?.messages.map(({ text }) => text)).toEqual(before);
  expect(Math.floor(Number(chat?.["syncAge"]) / 60)).toBe(12);
  expect((await site.fetch("/api/social-events")).status).toBe(200);
  expect(await (await site.fetch("/readyz")).json()).toEqual({
    status: "ready",
    away: { chat: expect.any(String) },
  });
  site.door.fault = null;
  site.fake.say(site.volleyball, "Back again");
  await sync();
  expect(await texts()).toEqual([...(before ?? []), "Back again"].slice(-50));
  expect(await (await site.fetch("/readyz")).json()).toEqual({ status: "ready", away: {} });
});

test("[CHAT-05] what cannot be set is told all at once, in words", async () => {
  await expect(startGroupMeSite({ GROUPME_TOKEN: "", IDENTITY: "cognito", CHAT: "groupme" })).rejects.toThrow(
    /COGNITO_USER_POOL_ID is needed[^]*COGNITO_CLIENT_ID is needed[^]*GROUPME_TOKEN is needed/,
  );
});
