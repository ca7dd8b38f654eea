import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { eventAttendance } from "#src/db/tables/attendance.ts";
import { memberships } from "#src/db/tables/payments.ts";
import { runAutomations } from "#src/features/automation/jobs.server.ts";
import type { LogPage, Preview, RulesAnswer } from "#src/features/automation/schema.ts";
import { recordJoinRequest } from "#src/features/requests/commands/join-requests.server.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

// By the group's clock it is 10 AM on Saturday, November 21.
const PATH = "/api/admin/automation";

let site: TestSite;
let boss: Awaited<ReturnType<TestSite["signedIn"]>>;
beforeEach(async () => {
  site = await startTestSite();
  boss = await site.signedIn({ groups: ["Admins"], email: "boss@example.com" });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await site.close();
});

const put = (kind: string, body: object, as = boss.token) =>
  site.fetch(`${PATH}/${kind}`, {
    as,
    method: "PUT",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });
/** Turned on a week ago. */
async function turnOn(kind: string, more: object = {}) {
  expect((await put(kind, { isOn: true, ...more })).status).toBe(200);
  await site.app.db.execute(sql`update automations set on_since = on_since - interval '7 days' where kind = ${kind}`);
}
const read = async (path: string) => (await site.fetch(`${PATH}${path}`, { as: boss.token })).json();
const preview = async (kind: string, more = "") => (await read(`/preview?kind=${kind}${more}`)) as Preview;
const deeds = async () => ((await read("/log")) as LogPage).deeds;
const person = (email: string, user: object = {}) => site.addUser({ email, status: "approved", ...user });
const sent = async () => (await site.mails()).map(({ to, subject }) => `${to}: ${subject}`).toSorted();

let events = 0;
async function came(userId: string, day: string): Promise<void> {
  const event = await site.addEvent(
    makeEvent({ day, id: `${day}-${(events += 1)}`, startsAt: new Date(`${day}T23:00:00Z`) }),
  );
  await site.app.db
    .insert(eventAttendance)
    .values({ id: randomUUID(), eventId: event.id, userId, presence: "here", markedAt: site.app.clock.now() });
}

async function member(userId: string, until: string, more: object = {}): Promise<string> {
  const at = site.app.clock.now();
  const row = { id: randomUUID(), userId, provider: "hand", method: "cash", providerId: randomUUID() } as const;
  const dates = { memberUntil: new Date(until), createdAt: at, updatedAt: at };
  await site.app.db.insert(memberships).values({ ...row, isRecurring: false, ...dates, ...more });
  return row.id;
}

let asked = 0;
async function asks(facts: { nickname: string; email?: string; phone?: string }): Promise<void> {
  asked += 1;
  const ids = { id: `request-${asked}`, userId: `chat-${asked}` };
  await recordJoinRequest(site.app.db, { ...ids, requestedAt: site.app.clock.now(), ...facts });
}

test("[DESK-08] everything is off at first, and does nothing", async () => {
  const ana = await person("ana@example.com");
  await came(ana.userId, "2026-11-20");
  await asks({ nickname: "Boss", email: "boss@example.com" });
  const { rules } = (await read("")) as RulesAnswer;
  expect(rules.map(({ kind, isOn }) => [kind, isOn])).toEqual([
    ["approve_match", false],
    ["welcome", false],
    ["digest", false],
    ["thanks", false],
    ["come_back", false],
    ["membership_ending", false],
  ]);
  expect(await runAutomations(site.app)).toBe(0);
  expect(await deeds()).toEqual([]);
  expect(await sent()).toEqual([]);
});

test("[DESK-08] a certain match is approved and welcomed once, however often and in how many processes it runs", async () => {
  const ana = await site.signedIn({
    email: "ana@example.com",
    user: { firstName: "Ana", lastName: "Ruiz", status: "applied" },
  });
  await turnOn("approve_match");
  await turnOn("welcome");
  await asks({ nickname: "Ana Ruiz", email: "ana@example.com" });
  expect(await preview("approve_match")).toMatchObject({ count: 1, names: ["Ana Ruiz"] });
  await Promise.all([runAutomations(site.app), runAutomations(site.app)]);
  await runAutomations(site.app);
  const [row] = (await site.app.db.execute(sql`select status from users where user_id = ${ana.userId}`)).rows;
  expect(row).toEqual({ status: "approved" });
  expect(await sent()).toEqual(["ana@example.com: Welcome to Jax Beach"]);
  expect((await deeds()).map(({ kind, name, mail }) => [kind, name, mail])).toEqual([
    ["welcome", "Ana Ruiz", "sent"],
    ["approve_match", "Ana Ruiz", null],
  ]);
  const audit = await (await site.fetch("/api/admin/audit", { as: boss.token })).json();
  expect(audit.entries[0]).toMatchObject({ action: "request_approved", actor: { email: "Automation" } });
});

test("[DESK-08] doubtful matches wait: typed addresses and numbers, too low a score, two records", async () => {
  await turnOn("approve_match", { amount: 97 });
  // Typed into a join form by anyone.
  await site.addUser({ firstName: "Eve", lastName: "Moss", email: "eve@example.com", status: "applied" });
  await asks({ nickname: "Eve Moss", email: "eve@example.com" });
  await site.addUser({ firstName: "Max", lastName: "Lane", phone: "9045550111", status: "applied" });
  await asks({ nickname: "Max Lane", phone: "9045550111" });
  // An address alone is 95 percent.
  await site.signedIn({ email: "zoe@example.com", user: { firstName: "Zoe", lastName: "Carter" } });
  await asks({ nickname: "Beach Cat", email: "zoe@example.com" });
  // Two records have the number.
  await person("t1@example.com", { firstName: "Tim", lastName: "Bell", phone: "9045550122" });
  await person("t2@example.com", { firstName: "Tim", lastName: "Bell", phone: "9045550122" });
  await asks({ nickname: "Tim Bell", phone: "9045550122" });
  await runAutomations(site.app);
  expect(await deeds()).toEqual([]);
  expect((await preview("approve_match", "&amount=95")).names).toEqual(["Beach Cat"]);
  // Approved before, with this number.
  await person("lee@example.com", { firstName: "Lee", lastName: "Ortiz", phone: "9045550133" });
  await asks({ nickname: "Lee Ortiz", phone: "19045550133" });
  await runAutomations(site.app);
  expect((await deeds()).map(({ name }) => name)).toEqual(["Lee Ortiz"]);
});

test("[DESK-08] people are thanked for their first time, missed after weeks, and told before a membership ends", async () => {
  const names = ["first", "again", "gone", "goes", "ends", "renews", "stays"] as const;
  const ids: Record<string, string> = {};
  for (const name of names) ids[name] = (await person(`${name}@example.com`, { firstName: name })).userId;
  const of = (name: (typeof names)[number]) => ids[name] ?? "";
  await came(of("first"), "2026-11-20");
  await came(of("again"), "2026-11-20");
  await came(of("again"), "2026-11-06");
  await came(of("gone"), "2026-09-26");
  await came(of("goes"), "2026-09-26");
  const ahead = await site.addEvent(makeEvent({ day: "2026-11-28", startsAt: new Date("2026-11-28T23:00:00Z") }));
  await site.app.db.execute(
    sql`insert into event_rsvps (event_id, user_id, answer, answered_at) values (${ahead.id}, ${of("goes")}, 'going', now())`,
  );
  // As a payment that somebody writes down ends: with the midnight after its last day.
  await member(of("ends"), "2026-11-29T05:00:00Z");
  await member(of("renews"), "2026-11-28T17:00:00Z", { isRecurring: true });
  await member(of("stays"), "2026-11-28T17:00:00Z");
  await member(of("stays"), "2026-12-28T17:00:00Z");
  for (const kind of ["thanks", "come_back", "membership_ending"]) await turnOn(kind);
  expect(await preview("thanks")).toMatchObject({ count: 1 });
  expect(await preview("come_back")).toMatchObject({ count: 1 });
  expect(await preview("membership_ending")).toMatchObject({ count: 1 });
  expect((await preview("come_back", "&amount=12")).count).toBe(0);
  await runAutomations(site.app);
  await runAutomations(site.app);
  expect(await sent()).toEqual([
    "ends@example.com: Your membership of Jax Beach ends soon",
    "first@example.com: Thanks for coming to Jax Beach",
    "gone@example.com: What's on at Jax Beach",
  ]);
  const [ends] = (await site.mails()).filter(({ to }) => to === "ends@example.com");
  expect(ends?.text).toContain("Your membership ends on Saturday, November 28");
});

test("[DESK-08] the preview names people in the order of the alphabet, with accents and in small letters too", async () => {
  for (const [at, firstName] of ["Zed", "Émile", "adam"].entries())
    await came((await person(`named${at}@example.com`, { firstName, lastName: "" })).userId, "2026-11-20");
  expect((await preview("thanks")).names).toEqual(["adam", "Émile", "Zed"]);
});

test("[DESK-08] nothing from before it was turned on is mailed, nor to unproven or unsubscribed addresses", async () => {
  const old = await person("old@example.com");
  await came(old.userId, "2026-11-20");
  expect((await put("thanks", { isOn: true })).status).toBe(200);
  await runAutomations(site.app);
  expect(await sent()).toEqual([]);
  await put("thanks", { isOn: false });
  await turnOn("thanks");
  await came((await site.addUser({ email: "typed@example.com", status: "applied" })).userId, "2026-11-20");
  await came((await person("stops@example.com")).userId, "2026-11-20");
  await site.app.db.execute(sql`insert into mail_preferences (email, token, unsubscribed_at, updated_at)
    values ('stops+x@example.com', 't', now(), now())`);
  expect(await preview("thanks")).toMatchObject({ count: 1 });
  await runAutomations(site.app);
  expect(await sent()).toEqual(["old@example.com: Thanks for coming to Jax Beach"]);
});

test("[DESK-08] at night mails wait until the morning, and a pause takes them back", async () => {
  await site.signedIn({ email: "ana@example.com", user: { firstName: "Ana", lastName: "Ruiz" } });
  await turnOn("approve_match");
  await turnOn("welcome");
  // 10 PM.
  vi.spyOn(site.app.clock, "now").mockReturnValue(new Date("2026-11-22T03:00:00Z"));
  await asks({ nickname: "Ana Ruiz", email: "ana@example.com" });
  await runAutomations(site.app);
  expect(await sent()).toEqual([]);
  const { rows } = await site.app.db.execute(sql`select due_at at time zone 'UTC' as due from mail_outbox`);
  expect(rows).toEqual([{ due: "2026-11-22 13:00:00" }]);
  vi.restoreAllMocks();
  expect((await put("welcome", { isOn: false })).status).toBe(200);
  vi.spyOn(site.app.clock, "now").mockReturnValue(new Date("2026-11-22T13:00:00Z"));
  expect(await sent()).toEqual([]);
  vi.restoreAllMocks();
  expect((await deeds()).map(({ kind, mail }) => [kind, mail])).toContainEqual(["welcome", "skipped"]);
});

test("[DESK-08] everyone with a role hears once a morning what waits for them, and nobody when nothing waits", async () => {
  await site.signedIn({ email: "greeter@example.com", roles: ["greeter"] });
  await site.signedIn({ email: "approver@example.com", roles: ["approver"] });
  await turnOn("digest");
  expect((await preview("digest")).count).toBe(0);
  await asks({ nickname: "Zoe" });
  expect((await preview("digest")).names).toEqual(["approver@example.com", "boss@example.com"]);
  await Promise.all([runAutomations(site.app), runAutomations(site.app)]);
  await runAutomations(site.app);
  expect(await sent()).toEqual([
    "approver@example.com: What waits at Jax Beach",
    "boss@example.com: What waits at Jax Beach",
  ]);
  const [mail] = await site.mails();
  expect(mail?.text).toContain("Requests to join a chat: 1");
});

test("[DESK-08] only organizers with a fresh proof turn it on; numbers out of bounds are refused in words; the log says who", async () => {
  const helper = await site.signedIn({ email: "treasurer@example.com", roles: ["treasurer"] });
  expect((await put("thanks", { isOn: true }, helper.token)).status).toBe(403);
  const refused = await put("come_back", { isOn: true, amount: 99 });
  expect([refused.status, (await refused.json()).fields]).toEqual([422, { amount: "Enter a number from 2 to 26." }]);
  expect((await put("come_back", { isOn: true, amount: 4 })).status).toBe(200);
  await put("come_back", { isOn: true, amount: 4 });
  const { entries } = await (await site.fetch("/api/admin/audit", { as: boss.token })).json();
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({
    action: "automation_changed",
    actor: { email: "boss@example.com" },
    after: { automation: "Invite back people who stopped coming", isOn: true, number: 4 },
  });
});

test("[DESK-08] people who are blocked are not invited; who was blocked since the mail was queued is not either", async () => {
  const user = { status: "approved" } as const;
  const ana = await site.signedIn({ email: "blocked@example.com", user });
  const bea = await site.signedIn({ email: "later@example.com", user });
  for (const { userId } of [ana, bea]) await came(userId, "2026-10-30");
  const block = (userId: string) =>
    site.app.db.execute(sql`insert into person_blocks (id, user_id, reason, blocked_at)
      values (${randomUUID()}, ${userId}, 'Rude', '2026-11-20T00:00:00Z')`);
  await turnOn("come_back", { amount: 3 });
  await block(ana.userId);
  expect(await preview("come_back", "&amount=3")).toMatchObject({ count: 1 });
  await runAutomations(site.app);
  await block(bea.userId);
  expect(await sent()).toEqual([]);
});

test("[DESK-08, EVT-11] who goes to events without marks at the door is not missed", async () => {
  const ana = await site.signedIn({ email: "regular@example.com", user: { status: "approved" } });
  const bea = await site.signedIn({ email: "missed@example.com", user: { status: "approved" } });
  for (const { userId } of [ana, bea]) await came(userId, "2026-10-30");
  const goes = async (day: string, userId: string) => {
    const { id } = await site.addEvent(makeEvent({ day, id: `${day}-going`, startsAt: new Date(`${day}T23:00:00Z`) }));
    await site.app.db.execute(
      sql`insert into event_rsvps (event_id, user_id, answer) values (${id}, ${userId}, 'going')`,
    );
    return id;
  };
  await goes("2026-11-13", ana.userId);
  // Somebody else was marked there, so Bea did not come.
  const marked = await goes("2026-11-14", bea.userId);
  await site.app.db.execute(sql`insert into event_attendance (event_id, id, user_id, presence, marked_at)
    values (${marked}, 'mark', ${boss.userId}, 'here', now())`);
  await turnOn("come_back", { amount: 3 });
  await runAutomations(site.app);
  expect(await sent()).toEqual(["missed@example.com: What's on at Jax Beach"]);
});
