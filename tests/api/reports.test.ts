import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { makeChat, makeEvent } from "#seeds/factories.ts";
import { personBlocks } from "#src/db/tables/blocks.ts";
import { chatMessages, chats } from "#src/db/tables/chats.ts";
import type { ReportPage } from "#src/features/reports/schema.ts";
import { answer, newcomer, rsvpState } from "#tests/support/events.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const REPORTS = "/api/reports";
const DESK = "/api/admin/reports";
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
    // What they were called when they wrote.
    name: "Old Name",
    text: "Get lost",
    createdAt: site.app.clock.now(),
  });
});
afterAll(() => site.close());

const read = async (as: string, query = "") =>
  ((await (await site.fetch(`${DESK}${query}`, { as })).json()) as ReportPage).reports;
const change = (id: string, as: string, body: object) =>
  site.fetch(`${DESK}/${id}`, {
    method: "PUT",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
    as,
  });
const close = (id: string, as: string) => change(id, as, { state: "closed", outcome: "warned" });
const openReports = async (as: string) =>
  ((await (await site.fetch(COUNTS, { as })).json()) as { openReports: number }).openReports;

test("[DESK-10] a report of a message reaches organizers, and neither its writer nor helpers", async () => {
  const member = await site.tokenFor(["Members"]);
  const sent = await site.post(REPORTS, { message: "He insulted me", chatId: "volleyball", messageId: "m1" }, member);
  expect(sent.status).toBe(200);
  const [report] = await read(other.token);
  expect(report).toMatchObject({
    state: "open",
    email: "",
    about: "Bo Ss in Volleyball",
    quote: "Get lost",
    message: "He insulted me",
  });
  expect(await read(boss.token)).toEqual([]);
  expect((await site.fetch(DESK, { as: greeter.token })).status).toBe(403);
  const helpers = await site.fetch("/api/admin/messages", { as: greeter.token });
  expect(await helpers.json()).toMatchObject({ messages: [], kinds: [], open: 0 });
  expect(await Promise.all([other, greeter, boss].map(({ token }) => openReports(token)))).toEqual([1, 0, 0]);
  const id = report?.id ?? "";
  expect([(await close(id, boss.token)).status, (await close(id, greeter.token)).status]).toEqual([404, 403]);
  const note = { id: randomUUID(), text: "I know them" };
  expect((await site.post(`${DESK}/${id}/notes`, note, boss.token)).status).toBe(404);
  const mails = await site.mails();
  expect(mails.map(({ to, subject }) => `${to}: ${subject}`).toSorted()).toEqual([
    "other@example.com: Someone reported something",
  ]);
  expect(mails.some(({ text }) => text.includes("insulted") || text.includes("Get lost"))).toBe(false);
  expect((await close(id, other.token)).status).toBe(200);
  const logFor = async (as: string) => (await site.fetch("/api/admin/audit?action=report_closed", { as })).json();
  expect(await logFor(other.token)).toMatchObject({ entries: [{ subjectIds: [id] }] });
  expect(await logFor(boss.token)).toMatchObject({ entries: [] });
});

test("[DESK-10] reports are limited by the person, and those that are refused do not count", async () => {
  const own = await startTestSite();
  onTestFinished(() => own.close());
  const [one, two] = [
    await own.tokenFor([], { email: "one@example.com" }),
    await own.tokenFor([], { email: "two@example.com" }),
  ];
  const send = async (message: string, as?: string) => (await own.post(REPORTS, { message }, as)).status;
  for (let time = 0; time < 12; time += 1) expect(await send("")).toBe(422);
  for (let time = 0; time < 10; time += 1) expect(await send("Help", one)).toBe(200);
  expect([await send("Help", one), await send("Help", two), await send("Help")]).toEqual([429, 200, 200]);
});

test("[DESK-10, API-01] no other form makes a report: those who read reports see what was sent as one", async () => {
  const form = { email: "sly@example.com", firstName: "Sly", lastName: "Fox", sex: "male", message: "Not one" };
  const before = await openReports(other.token);
  for (const path of ["/api/form-submission", "/api/support", "/api/unsubscribe"]) {
    for (const formType of [" report\u200b", "Report", "RE-PORT"]) {
      const refused = await site.post(path, { ...form, formType });
      const fields = { formType: "Reports are sent to /api/reports." };
      expect([path, refused.status, await refused.json()]).toEqual([path, 422, expect.objectContaining({ fields })]);
    }
  }
  expect(await openReports(other.token)).toBe(before);
});

test("[DESK-10] a message that is gone is gone from its report", async () => {
  await site.app.db.execute(sql`delete from chat_messages where id = 'm1'`);
  const [report] = await read(other.token);
  expect(report).toMatchObject({ about: "", quote: null, message: "He insulted me" });
});

test("[DESK-10] who left an address hears that the report was dealt with, once", async () => {
  const body = { about: "The man with the red cap", message: "He followed me", email: "Ana@example.com" };
  expect((await site.post(REPORTS, body)).status).toBe(200);
  const [report] = await read(boss.token, "?state=open");
  expect(report).toMatchObject({ about: body.about, message: body.message, email: "ana@example.com" });
  await close(report?.id ?? "", boss.token);
  await close(report?.id ?? "", other.token);
  const subjects = (await site.mails()).filter(({ to }) => to === "ana@example.com").map(({ subject }) => subject);
  expect(subjects.toSorted()).toEqual(["We have your message", "We read your report"]);
});

test("[DESK-10] a report says what happened", async () => {
  const empty = await site.post(REPORTS, { message: " " });
  expect([empty.status, await empty.text()]).toEqual([422, expect.stringContaining("Please say what happened.")]);
});

test("[DESK-10] a report of a message that is not there is refused with a sentence, and nothing is kept", async () => {
  const before = (await read(other.token)).length;
  for (const about of [
    { chatId: "volleyball", messageId: "none" },
    { messageId: "m2" },
    { chatId: "dance", messageId: "m2" },
  ]) {
    const sent = await site.post(REPORTS, { message: "Rude", ...about }, other.token);
    expect([sent.status, ((await sent.json()) as { message: string }).message]).toEqual([
      422,
      "This message no longer exists. Say below what happened, and who it is about, without it.",
    ]);
  }
  expect(await read(other.token)).toHaveLength(before);
});

test("[DESK-10] a report is taken on, noted, closed with an outcome and opened again, each once and in the log", async () => {
  await site.post(REPORTS, { about: "The man at the pier", message: "He yelled at us", email: "kim@example.com" });
  const [{ id } = { id: "" }] = await read(boss.token);
  const states = async () =>
    Promise.all(["open", "in_progress", "closed", "unfinished"].map(async (state) => (await ids(state)).includes(id)));
  const ids = async (state: string) => (await read(boss.token, `?state=${state}`)).map((report) => report.id);
  expect(await states()).toEqual([true, false, false, true]);

  for (let time = 0; time < 2; time += 1)
    expect(await (await change(id, boss.token, { state: "in_progress" })).json()).toMatchObject({
      report: { state: "in_progress", owner: "Bo Ss", isMine: true },
    });
  expect(await states()).toEqual([false, true, false, true]);
  expect((await read(boss.token, "?mine=true&state=unfinished")).map((report) => report.id)).toEqual([id]);
  expect(await read(other.token, "?mine=true&state=unfinished")).toEqual([]);
  // Somebody else may go on with it.
  expect(await (await change(id, other.token, { state: "in_progress" })).json()).toMatchObject({
    report: { isMine: true, owner: expect.any(String) },
  });

  const note = { id: randomUUID(), text: "Called them" };
  for (let time = 0; time < 2; time += 1) await site.post(`${DESK}/${id}/notes`, note, boss.token);
  expect((await site.post(`${DESK}/${id}/notes`, { ...note, id: randomUUID(), text: " " }, boss.token)).status).toBe(
    422,
  );
  const noted = (await read(boss.token)).find((report) => report.id === id);
  expect(noted?.notes).toMatchObject([{ text: "Called them", author: "Bo Ss" }]);

  expect((await change(id, boss.token, { state: "closed" })).status).toBe(422);
  expect(await (await close(id, boss.token)).json()).toMatchObject({
    report: { state: "closed", outcome: "warned", doneBy: "Bo Ss" },
  });
  await close(id, other.token);
  expect(await states()).toEqual([false, false, true, false]);
  expect(await (await change(id, other.token, { state: "open" })).json()).toMatchObject({
    report: { state: "open", outcome: null, owner: null, doneAt: null },
  });
  // Who closes what nobody had taken has it.
  expect(await (await close(id, boss.token)).json()).toMatchObject({ report: { owner: "Bo Ss" } });
  const log = await site.app.db.execute<{ action: string; said: string }>(
    sql`select action, row_to_json(l)::text as said from audit_log l where ${id} = any(subject_ids) order by id`,
  );
  expect(log.rows.map(({ action }) => action)).toEqual([
    "report_taken",
    "report_taken",
    "report_noted",
    "report_closed",
    "report_reopened",
    "report_closed",
  ]);
  // Its subject may be an organizer who reads the log.
  expect(log.rows.some(({ said }) => /kim@|pier|yelled|Called/.test(said))).toBe(false);
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
  const reports = await read(other.token);
  const strangers = reports.filter(
    ({ message: words }) => words.startsWith("By a visitor") || words.startsWith("By a man"),
  );
  expect(strangers).toEqual([]);
});
