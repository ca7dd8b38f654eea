import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { eventAttendance } from "#src/db/tables/attendance.ts";
import { eventRsvps } from "#src/db/tables/rsvps.ts";
import type { MessagePage } from "#src/features/inbox/schema/messages.ts";
import type { OutboxPage } from "#src/features/mail-log/schema.ts";
import type { NotesPage, Tagged, Tags } from "#src/features/notes/schema.ts";
import type { PersonEvents, PersonPage } from "#src/features/person/schema.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const PEOPLE = "/api/admin/people";
const TAGS = "/api/admin/tags";

let site: TestSite;
let boss: Awaited<ReturnType<TestSite["signedIn"]>>;
beforeEach(async () => {
  site = await startTestSite();
  boss = await site.signedIn({
    groups: ["Admins"],
    email: "boss@example.com",
    user: { firstName: "Ada", lastName: "Boss" },
  });
});
afterEach(() => site.close());

const read = async <T>(path: string) => (await (await site.fetch(path, { as: boss.token })).json()) as T;
const pageOf = (userId: string) => read<PersonPage>(`${PEOPLE}/${userId}`);
const eventsOf = (userId: string, query = "") => read<PersonEvents>(`${PEOPLE}/${userId}/events${query}`);
const notesOf = (userId: string, query = "") => read<NotesPage>(`${PEOPLE}/${userId}/notes${query}`);
const addNote = (userId: string, text: string, id: string = randomUUID()) =>
  site.post(`${PEOPLE}/${userId}/notes`, { id, text }, boss.token);
const tagging = async (userIds: readonly string[], tag: string, isTagged = true) =>
  (await (await site.post(TAGS, { userIds, tag, isTagged }, boss.token)).json()) as Tagged;
const undo = (auditId: string | undefined) => site.post(`/api/admin/audit/${auditId}/undo`, {}, boss.token);
const remove = (path: string) => site.fetch(path, { method: "DELETE", as: boss.token });
const logged = async () =>
  (await site.app.db.execute<{ action: string }>(sql`select action from audit_log order by id`)).rows.map(
    ({ action }) => action,
  );

test("[DESK-03] a person's page has the record, tags, last attendance, and whether mails reach them", async () => {
  const ana = await site.addUser({ firstName: "Ana", email: "ana@example.com", status: "approved" });
  const nobody = await site.addUser({ firstName: "Bo", email: "typed@example.com", status: "applied" });
  const past = await site.addEvent(makeEvent({ day: "2026-11-14", title: "Bonfire" }));
  const older = await site.addEvent(makeEvent({ day: "2026-11-07", title: "Run" }));
  const markedAt = site.app.clock.now();
  await site.app.db.insert(eventAttendance).values([
    { eventId: past.id, id: "1", userId: ana.userId, presence: "here", markedAt },
    { eventId: older.id, id: "1", userId: ana.userId, presence: "here", markedAt },
  ]);
  await tagging([ana.userId], "Captain");
  expect(await pageOf(ana.userId)).toMatchObject({
    user: { firstName: "Ana", email: "ana@example.com" },
    agreedTerms: null,
    tags: ["captain"],
    mails: "wanted",
    timesAttended: 2,
    lastAttended: { eventId: past.id, title: "Bonfire", day: "2026-11-14" },
  });
  await site.app.db.execute(sql`insert into mail_preferences (email, token, unsubscribed_at, updated_at)
    values ('ana@example.com', 'token', now(), now())`);
  expect((await pageOf(ana.userId)).mails).toBe("unsubscribed");
  expect(await pageOf(nobody.userId)).toMatchObject({ mails: "no_address", timesAttended: 0, lastAttended: null });
});

test("[DESK-03] a person's events say RSVP, waiting list and attendance, page after page", async () => {
  const ana = await site.addUser({ firstName: "Ana", email: "ana@example.com" });
  const days = Array.from({ length: 22 }, (_, day) => `2026-10-${String(day + 1).padStart(2, "0")}`);
  for (const day of days) {
    const { id } = await site.addEvent(makeEvent({ day, title: `On ${day}` }));
    await site.app.db.insert(eventRsvps).values({ eventId: id, userId: ana.userId, answer: "going", guests: 1 });
    const presence = day === "2026-10-22" ? "here" : "away";
    await site.app.db
      .insert(eventAttendance)
      .values({ eventId: id, id: "1", userId: ana.userId, presence, markedAt: site.app.clock.now() });
  }
  const full = await site.addEvent(makeEvent({ day: "2026-12-01", title: "Full", capacity: 1 }));
  await site.app.db.execute(sql`insert into waiting_list (event_id, user_id, ticket, joined_at)
    values (${full.id}, ${ana.userId}, 1, now())`);
  const first = await eventsOf(ana.userId);
  expect(first.events[0]).toMatchObject({ title: "Full", answer: null, isWaiting: true, presence: null });
  expect(first.events[1]).toMatchObject({ day: "2026-10-22", answer: "going", isWaiting: false, presence: "here" });
  expect(first.events[2]).toMatchObject({ day: "2026-10-21", presence: "away" });
  const rest = await eventsOf(ana.userId, `?after=${first.next}`);
  expect([...first.events, ...rest.events].map(({ day }) => day)).toEqual(["2026-12-01", ...days.toReversed()]);
  expect(rest.next).toBe(null);
  expect((await site.fetch(`${PEOPLE}/${ana.userId}/events?after=x`, { as: boss.token })).status).toBe(400);
});

test("[DESK-03] messages and mails of one person are those of their addresses alone", async () => {
  const ana = await site.signedIn({ email: "ana@example.com", user: { firstName: "Ana" } });
  for (const email of ["ana@example.com", "bo@example.com"])
    await site.post("/api/form-submission", {
      email,
      firstName: "Ana",
      lastName: "Ruiz",
      phone: "blank",
      sex: "female",
      message: `From ${email}`,
      formType: "country-party",
    });
  const { messages } = await read<MessagePage>(`/api/admin/messages?userId=${ana.userId}`);
  expect(messages.map(({ email }) => email)).toEqual(["ana@example.com"]);
  const { mails } = await read<OutboxPage>(`/api/admin/outbox?userId=${ana.userId}`);
  expect(new Set(mails.map(({ email }) => email))).toEqual(new Set(["ana@example.com"]));
});

test("[DESK-03] notes are added once, paged, deleted, and come back by an undo", async () => {
  const { userId } = await site.addUser({ firstName: "Ana" });
  const empty = await addNote(userId, " ");
  expect(empty.status).toBe(422);
  expect(await empty.json()).toMatchObject({ fields: { text: "Write a note first." } });
  expect((await addNote("nobody", "Hello")).status).toBe(404);
  const id = randomUUID();
  await addNote(userId, "Brings the net.", id);
  expect((await addNote(userId, "Brings the net.", id)).status).toBe(200);
  expect((await notesOf(userId)).notes).toMatchObject([{ id, text: "Brings the net.", author: "Ada Boss" }]);
  for (let at = 0; at < 20; at += 1) await addNote(userId, `Note ${at}`);
  const first = await notesOf(userId);
  expect(first.notes).toHaveLength(20);
  const rest = await notesOf(userId, `?after=${first.next}`);
  expect(new Set([...first.notes, ...rest.notes].map((note) => note.id)).size).toBe(21);
  const deleted = (await (await remove(`/api/admin/notes/${id}`)).json()) as Tagged;
  expect((await remove(`/api/admin/notes/${id}`)).status).toBe(404);
  expect(await (await undo(deleted.auditIds[0])).json()).toMatchObject({ message: "The note is back." });
  const all = [...first.notes, ...rest.notes].map(({ text }) => text);
  expect(all).toContain("Brings the net.");
  expect((await remove(`/api/admin/notes/${id}`)).status).toBe(200);
  expect((await logged()).filter((action) => action.startsWith("note_"))).toEqual([
    ...Array.from({ length: 21 }, () => "note_added"),
    "note_deleted",
    "note_deleted",
  ]);
});

test("[DESK-03] many people get a tag and lose it at once, and each is one undo", async () => {
  const people = await Promise.all(["a", "b", "c"].map((name) => site.addUser({ email: `${name}@example.com` })));
  const [a = "", b = "", c = ""] = people.map(({ userId }) => userId);
  const tagsOf = (ids: readonly string[]) => Promise.all(ids.map(async (id) => (await pageOf(id)).tags));
  expect(await tagging([a], " #Net  Crew ")).toMatchObject({ changed: 1, message: "1 person tagged “net crew”." });
  const more = await tagging([a, b, c, "nobody"], "net crew");
  expect(more).toMatchObject({ changed: 2, message: "2 people tagged “net crew”." });
  expect(await tagging([a], "NET CREW")).toMatchObject({ changed: 0, auditIds: [] });
  expect((await read<Tags>(TAGS)).tags).toEqual(["net crew"]);
  expect((await undo(more.auditIds[0])).status).toBe(200);
  expect(await tagsOf([a, b, c])).toEqual([["net crew"], [], []]);
  await tagging([b], "new");
  const gone = await tagging([a, b], "net crew", false);
  expect(gone).toMatchObject({ changed: 1, message: "The tag “net crew” is removed from 1 person." });
  expect(await tagsOf([a, b])).toEqual([[], ["new"]]);
  expect(await (await undo(gone.auditIds[0])).json()).toMatchObject({ message: "The tags are as they were." });
  expect(await tagsOf([a, b])).toEqual([["net crew"], ["new"]]);
  const refused = await site.post(TAGS, { userIds: [a], tag: " # ", isTagged: true }, boss.token);
  expect(await refused.json()).toMatchObject({ fields: { tag: "Enter a tag." } });
});

test("[DESK-03, SAFE-14] notes and tags go with the person, come back with them, and others' notes lose their name", async () => {
  const zelda = await site.signedIn({
    email: "zelda@example.com",
    user: { firstName: "Zelda", lastName: "Quill", status: "approved", approvedName: "Zelda Quill" },
  });
  const bo = await site.addUser({ firstName: "Bo", email: "bo@example.com", status: "approved" });
  await addNote(zelda.userId, "Allergic to shrimp.");
  await addNote(bo.userId, "Came with Zelda Quill.");
  await tagging([zelda.userId], "captain");
  const mine = (await (await site.fetch("/api/profile/export", { as: zelda.token })).json()) as object;
  expect(mine).toMatchObject({
    organizersNotes: [{ text: "Allergic to shrimp." }],
    organizersTags: [{ tag: "captain" }],
  });
  const answer = (await (await remove(`/api/pending-join-requests/users/${zelda.userId}`)).json()) as Tagged;
  expect((await site.app.db.execute(sql`select text from person_notes`)).rows).toEqual([
    { text: expect.not.stringContaining("Zelda") },
  ]);
  expect((await site.app.db.execute(sql`select from person_tags`)).rows).toEqual([]);
  expect((await undo(answer.auditIds[0])).status).toBe(200);
  expect((await notesOf(zelda.userId)).notes).toMatchObject([{ text: "Allergic to shrimp." }]);
  expect((await pageOf(zelda.userId)).tags).toEqual(["captain"]);
  expect((await notesOf(bo.userId)).notes).toMatchObject([{ text: "Came with Zelda Quill." }]);
});

test("[DESK-03] a merge keeps the notes and tags of both, and its undo gives each its own", async () => {
  const base = await site.addUser({ firstName: "Ana", email: "ana@example.com" });
  const other = await site.addUser({ firstName: "Ana", phone: "9045550123" });
  await addNote(base.userId, "One");
  await addNote(other.userId, "Two");
  await tagging([base.userId, other.userId], "both");
  await tagging([other.userId], "second");
  const merged = (await (
    await site.post("/api/users/merge", { sourceUserId: other.userId, targetUserId: base.userId }, boss.token)
  ).json()) as { auditId: string };
  expect((await pageOf(base.userId)).tags).toEqual(["both", "second"]);
  expect(new Set((await notesOf(base.userId)).notes.map(({ text }) => text))).toEqual(new Set(["One", "Two"]));
  expect((await undo(merged.auditId)).status).toBe(200);
  expect((await pageOf(base.userId)).tags).toEqual(["both"]);
  expect((await pageOf(other.userId)).tags).toEqual(["both", "second"]);
  expect((await notesOf(other.userId)).notes.map(({ text }) => text)).toEqual(["Two"]);
});
