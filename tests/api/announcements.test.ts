import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { eventAttendance } from "#src/db/tables/attendance.ts";
import { memberships } from "#src/db/tables/payments.ts";
import { eventRsvps } from "#src/db/tables/rsvps.ts";
import type { AnnouncementsPage, Audience, RecipientsPage } from "#src/features/announcements/schema.ts";
import { startDueAnnouncements } from "#src/features/announcements/commands.server.ts";
import type { OutboxPage } from "#src/features/mail-log/schema.ts";
import type { RichText } from "#src/shared/rich-text.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const PATH = "/api/admin/announcements";
const paragraph = (text: string, marks?: object[]) => ({
  type: "paragraph",
  content: [{ type: "text", text, ...(marks && { marks }) }],
});
const doc = (...content: object[]) => ({ type: "doc", content }) as unknown as RichText;

let site: TestSite;
let boss: Awaited<ReturnType<TestSite["signedIn"]>>;
beforeEach(async () => {
  site = await startTestSite();
  boss = await site.signedIn({ groups: ["Admins"], email: "boss@example.com" });
});
afterEach(() => site.close());

const given = (more: object = {}) => ({
  id: randomUUID(),
  subject: "Bonfire on Friday",
  body: doc(paragraph("Bring wood.")),
  segment: { kind: "everyone" },
  sendOn: null,
  ...more,
});
const announce = (more: object = {}) => site.post(PATH, given(more), boss.token);
const read = async (path = "") => (await site.fetch(`${PATH}${path}`, { as: boss.token })).json();
const newest = async () => ((await read()) as AnnouncementsPage).announcements[0];
const count = async (segment: object) =>
  (await (await site.post(`${PATH}/audience`, { segment }, boss.token)).json()) as Audience;
const person = (email: string, user: object = {}) => site.addUser({ email, status: "approved", ...user });
const sentTo = async () =>
  (await site.mails()).flatMap(({ to, subject }) => (subject === "Bonfire on Friday" ? [to] : [])).toSorted();

async function membership(userId: string, until: string): Promise<void> {
  const at = site.app.clock.now();
  await site.app.db.insert(memberships).values({
    id: randomUUID(),
    userId,
    provider: "hand",
    method: "cash",
    providerId: userId,
    isRecurring: false,
    memberUntil: new Date(until),
    createdAt: at,
    updatedAt: at,
  });
}

test("[DESK-04] each segment holds its people, once per address", async () => {
  const event = await site.addEvent(makeEvent({ day: "2026-11-28", title: "Sunset games" }));
  const member = await person("member@example.com");
  await membership(member.userId, "2027-01-01T00:00:00Z");
  const lapsed = await person("lapsed@example.com");
  await membership(lapsed.userId, "2026-10-01T00:00:00Z");
  await person("net@example.com", { reInterestedInEvents: ["dance", "hiking"] });
  // A second record of the same address.
  await person("net@example.com", { reInterestedInEvents: ["dance"] });
  const goes = await person("goes@example.com");
  await site.app.db.insert(eventRsvps).values({ eventId: event.id, userId: goes.userId, answer: "going" });
  const mark = { eventId: event.id, markedAt: site.app.clock.now() };
  await site.app.db.insert(eventAttendance).values([
    { ...mark, id: "1", userId: member.userId, presence: "here" },
    { ...mark, id: "2", userId: lapsed.userId, presence: "away" },
  ]);
  const people = async (segment: object) => (await count(segment)).people;
  // With the organizer.
  expect(await people({ kind: "everyone" })).toBe(5);
  expect(await people({ kind: "members" })).toBe(2);
  expect(await people({ kind: "lapsed" })).toBe(1);
  expect(await people({ kind: "never_came" })).toBe(4);
  expect(await people({ kind: "interested", interest: "dance" })).toBe(1);
  expect(await people({ kind: "interested", interest: "yoga" })).toBe(0);
  const applied = await person("applied@example.com", { status: "applied" });
  await site.app.db.insert(eventRsvps).values({ eventId: event.id, userId: applied.userId, answer: "going" });
  expect(await count({ kind: "going", eventId: event.id })).toMatchObject({ people: 1, unreachable: 1 });
  expect((await announce({ segment: { kind: "going", eventId: "none" } })).status).toBe(404);
  expect((await announce({ segment: { kind: "interested", interest: "yoga" } })).status).toBe(409);
  expect((await announce({ segment: { kind: "going", eventId: event.id } })).status).toBe(200);
  expect(await newest()).toMatchObject({ to: "People going to Sunset games", recipients: 1 });
  expect(await sentTo()).toEqual(["goes@example.com"]);
});

test("[DESK-04] nobody gets mail whose address is unproven, unsubscribed or deleted, nor after they were queued", async () => {
  await person("ana@example.com");
  // Typed into a join form by anyone.
  await person("typed@example.com", { status: "applied" });
  // Signed up with somebody else's address, and confirmed nothing.
  await site.signedIn({ email: "victim@example.com", user: { status: "applied" } });
  await site.app.db.execute(sql`update accounts set email_verified = false where email = 'victim@example.com'`);
  // The same inbox unsubscribed under another spelling.
  await person("zoe@example.com");
  const stop = (email: string) =>
    site.app.db.execute(sql`insert into mail_preferences (email, token, unsubscribed_at, updated_at)
      values (${email}, ${email}, now(), now())`);
  await stop("zoe+beach@example.com");
  expect(await count({ kind: "everyone" })).toEqual({ people: 2, unsubscribed: 1, unreachable: 2, isMore: false });
  await person("leaves@example.com");
  const gone = await person("gone@example.com");
  const typo = await site.signedIn({ email: "typo@example.com", user: { status: "applied" } });
  const denied = await person("denied@example.com");
  expect(await (await announce()).json()).toEqual({ success: true, message: "6 mails are on the way." });
  await stop("leaves@example.com");
  await site.app.db.execute(sql`delete from users where user_id = ${gone.userId}`);
  await site.app.db.execute(sql`update accounts set email_verified = false where sub = ${typo.sub}`);
  await site.app.db.execute(sql`update users set status = 'applied' where user_id = ${denied.userId}`);
  expect(await sentTo()).toEqual(["ana@example.com", "boss@example.com"]);
  expect(await newest()).toMatchObject({ status: "sent", counts: { waiting: 0, sent: 2, skipped: 4, failed: 0 } });
});

test("[DESK-04] a person is counted from their approval on, and a large audience only up to 5,000", async () => {
  const ana = await person("ana@example.com", { status: "applied" });
  const { rows } = await site.app.db.execute<{ ids: string[] }>(sql`
    with many as (insert into users (user_id, email, status) select 'm' || n, 'm' || n || '@example.com', 'approved'
      from generate_series(1, 4999) n returning user_id) select array_agg(user_id) as ids from many`);
  expect(rows[0]?.ids).toHaveLength(4999);
  expect(await count({ kind: "everyone" })).toEqual({ people: 5000, isMore: false, unsubscribed: 0, unreachable: 1 });
  await site.app.db.execute(sql`update users set status = 'approved' where user_id = ${ana.userId}`);
  expect(await count({ kind: "everyone" })).toEqual({ people: 5000, isMore: true, unsubscribed: 0, unreachable: 0 });
  expect(await (await announce()).json()).toEqual({ success: true, message: "5,001 mails are on the way." });
});

test("[DESK-04] a repeated press sends once; with other words it says that the first version went out", async () => {
  await person("ana@example.com");
  const id = randomUUID();
  const [first, second] = await Promise.all([announce({ id }), announce({ id })]);
  expect([first.status, second.status]).toEqual([200, 200]);
  const changed = await announce({ id, subject: "Bonfire on Saturday" });
  expect(changed.status).toBe(409);
  expect(await changed.json()).toMatchObject({ reason: "already_sent" });
  expect(await sentTo()).toEqual(["ana@example.com", "boss@example.com"]);
  expect(await site.mails()).toHaveLength(2);
  const audit = await (await site.fetch("/api/admin/audit", { as: boss.token })).json();
  expect((audit as { entries: unknown[] }).entries).toMatchObject([
    { action: "announcement_made", after: { subject: "Bonfire on Friday", to: "Everyone", mails: 2 } },
  ]);
});

test("[DESK-04] a mail carries the text, a one-click unsubscribe that works, and its result is shown", async () => {
  await person("ana@example.com");
  const body = doc(
    { type: "heading", attrs: { level: 2 }, content: [{ type: "text", text: "Wood <b>" }] },
    paragraph("the list", [{ type: "link", attrs: { href: "https://example.com/?a=1&b=2", onclick: "x()" } }]),
    { type: "bulletList", content: [{ type: "listItem", content: [paragraph("logs", [{ type: "bold" }])] }] },
  );
  const id = randomUUID();
  const answer = await announce({ id, body });
  expect(await answer.json()).toEqual({ success: true, message: "2 mails are on the way." });
  expect(await sentTo()).toEqual(["ana@example.com", "boss@example.com"]);
  const mail = (await site.mails()).find(({ to }) => to === "ana@example.com");
  expect(mail?.html).toContain("Wood &lt;b&gt;</h2>");
  expect(mail?.html).toContain('<a href="https://example.com/?a=1&amp;b=2" style="color:#0b6a7c">the list</a>');
  expect(mail?.html).toContain("<strong>logs</strong></li>");
  expect(mail?.html).not.toContain("onclick");
  expect(mail?.text).toContain("the list (https://example.com/?a=1&b=2)\n\n- logs");
  expect(mail?.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
  expect(await newest()).toMatchObject({
    author: "boss@example.com",
    status: "sent",
    recipients: 2,
    counts: { waiting: 0, sent: 2, skipped: 0, failed: 0 },
  });
  const stop = /\/u\/[\w-]+/.exec(mail?.headers["list-unsubscribe"] ?? "")?.[0] ?? "";
  expect((await site.post(stop, {})).status).toBe(200);
  expect(await count({ kind: "everyone" })).toEqual({ people: 1, unsubscribed: 1, unreachable: 0, isMore: false });
  const log = await (await site.fetch("/api/admin/outbox", { as: boss.token })).json();
  expect((log as OutboxPage).mails.map(({ subject }) => subject)).toEqual(["Bonfire on Friday", "Bonfire on Friday"]);
  expect((await site.fetch(`${PATH}/none/recipients`, { as: boss.token })).status).toBe(404);
  const { recipients } = (await read(`/${id}/recipients`)) as RecipientsPage;
  expect(recipients.map(({ email, status }) => `${email}: ${status}`).toSorted()).toEqual([
    "ana@example.com: sent",
    "boss@example.com: sent",
  ]);
});

test("[DESK-04] only the closed rich text is taken; a script, a picture or a wrong link is refused in words", async () => {
  const refused = async (body: object) => (await announce({ body })).status;
  expect(await refused(doc(paragraph("x", [{ type: "link", attrs: { href: "javascript:alert(1)" } }])))).toBe(422);
  expect(await refused(doc(paragraph("x", [{ type: "link", attrs: { href: "https://a.com/\r\nBcc: b@c.de" } }])))).toBe(
    422,
  );
  expect(await refused(doc({ type: "image", attrs: { src: "https://example.com/x.png" } }))).toBe(422);
  expect(await refused(doc(paragraph("x", [{ type: "style" }])))).toBe(422);
  expect(await refused(doc({ type: "paragraph" }))).toBe(422);
  expect(await refused(doc(paragraph("x".repeat(20_001))))).toBe(422);
  expect(await (await announce({ subject: " " })).json()).toMatchObject({ fields: { subject: "Enter a subject." } });
});

test("[DESK-04] a test goes to the author alone", async () => {
  await person("ana@example.com");
  const { subject, body } = given();
  const answer = await site.post(`${PATH}/test`, { subject, body }, boss.token);
  expect(await answer.json()).toEqual({
    success: true,
    message: "A test is on its way to boss@example.com. Unlike the real mails, it has no link to unsubscribe.",
  });
  const mails = await site.mails();
  expect(mails.map((mail) => [mail.to, mail.subject])).toEqual([["boss@example.com", "[Test] Bonfire on Friday"]]);
  expect(mails[0]?.headers["list-unsubscribe"]).toBeUndefined();
  expect(await newest()).toBeUndefined();
});

test("[DESK-04] a scheduled one starts at its time in the group's zone, for who belongs then; it can be stopped before", async () => {
  expect((await announce({ sendOn: { day: "2026-11-20", time: "09:00" } })).status).toBe(422);
  const scheduled = await announce({ sendOn: { day: "2026-11-28", time: "09:00" } });
  expect(scheduled.status).toBe(200);
  expect(await newest()).toMatchObject({ status: "scheduled", sendAt: "2026-11-28T14:00:00.000Z" });
  expect(await startDueAnnouncements(site.app)).toBe(0);
  await person("late@example.com");
  await site.app.db.execute(sql`update announcements set send_at = '2026-11-20'`);
  // Two processes at once start it once.
  const started = await Promise.all([startDueAnnouncements(site.app), startDueAnnouncements(site.app)]);
  expect(started[0] + started[1]).toBe(1);
  expect(await sentTo()).toEqual(["boss@example.com", "late@example.com"]);
  await announce({ sendOn: { day: "2026-11-28", time: "09:00" } });
  const next = await newest();
  const stop = () => site.post(`${PATH}/${next?.id ?? ""}/stop`, {}, boss.token);
  expect(await (await stop()).json()).toMatchObject({ message: "Canceled. Nobody gets it." });
  expect(await (await stop()).json()).toMatchObject({ message: "This was already stopped." });
  expect(await newest()).toMatchObject({ status: "canceled" });
  await site.app.db.execute(sql`update announcements set send_at = '2026-11-20'`);
  expect(await startDueAnnouncements(site.app)).toBe(0);
});

test("[DESK-04] 10,000 mails are queued at once and due one after the other; what still waits can be stopped", async () => {
  await site.app.db.execute(sql`insert into users (user_id, email, status)
    select 'many-' || n, 'many' || n || '@example.com', 'approved' from generate_series(1, 10000) n`);
  const id = randomUUID();
  const answer = await announce({ id });
  expect(await answer.json()).toEqual({ success: true, message: "10,001 mails are on the way." });
  const now = sql`${site.app.clock.now().toISOString()}::timestamptz`;
  const { rows } = await site.app.db.execute<{ due: number; minutes: number }>(sql`select
    (count(*) filter (where due_at <= ${now}))::int as due,
    (extract(epoch from max(due_at) - min(due_at)) / 60)::int as minutes from mail_outbox`);
  expect(rows[0]).toEqual({ due: 300, minutes: 33 });
  expect(await sentTo()).toHaveLength(300);
  expect(await newest()).toMatchObject({ status: "sending", counts: { sent: 300, waiting: 9_701 } });
  const stopped = await site.post(`${PATH}/${id}/stop`, {}, boss.token);
  expect(await stopped.json()).toEqual({ success: true, message: "Stopped. 9,701 mails won't be sent." });
  await site.app.db.execute(sql`update mail_outbox set due_at = ${now}`);
  expect(await sentTo()).toHaveLength(300);
  expect(await newest()).toMatchObject({ status: "stopped", counts: { sent: 300, skipped: 9_701, waiting: 0 } });
});
