import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { auditLog } from "#src/db/tables/admin.ts";
import { mailOutbox } from "#src/db/tables/mail.ts";
import { eventRsvps } from "#src/db/tables/rsvps.ts";
import { users } from "#src/db/tables/users.ts";
import { keepRetention } from "#src/features/privacy/jobs.server.ts";
import type { AuditPage } from "#src/features/history/schema.ts";
import type { OutboxPage } from "#src/features/mail-log/schema.ts";
import type { Merged } from "#src/features/people/schema/merge.ts";
import { enqueueMails } from "#src/mail/outbox.server.ts";
import { countTown, makeBusy, makeTown, rsvp, vote, wait, wrongCounts } from "#tests/support/busy-person.ts";
import { noteMails } from "#tests/support/note-mails.ts";
import { TABLES_OF_PEOPLE, wholeRows } from "#tests/support/rows.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const BASE = "/api/pending-join-requests";
const LOG = "/api/admin/audit";
const OUTBOX = "/api/admin/outbox";

let site: TestSite;
let admin: string;
beforeEach(async () => {
  site = await startTestSite();
  admin = await site.tokenFor(["Admins"]);
});
afterEach(() => site.close());

const everything = () => wholeRows(site.app.db, TABLES_OF_PEOPLE);
const undo = (auditId: string) => site.fetch(`${LOG}/${auditId}/undo`, { method: "POST", as: admin });

async function readLog(query = ""): Promise<AuditPage> {
  const answer = await site.fetch(`${LOG}${query}`, { as: admin });
  expect([query, answer.status]).toEqual([query, 200]);
  return (await answer.json()) as AuditPage;
}

/** Deletes people; the log's entries of it. */
async function drop(...userIds: string[]): Promise<string[]> {
  const answer = await site.post(BASE, { type: "deleteUsers", userIds }, admin);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { auditIds: string[] }).auditIds;
}

async function merge(base: string, ...others: string[]): Promise<string> {
  const answer = await site.post("/api/users/merge", { base, others }, admin);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as Merged).auditId;
}

async function expectRefused(auditId: string, status: number, says: string): Promise<void> {
  const before = await everything();
  const refused = await undo(auditId);
  expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([status, says]);
  expect(await everything()).toEqual(before);
}

async function record(userId: string) {
  const [row] = await site.app.db.select().from(users).where(eq(users.userId, userId));
  return row;
}

async function answersOf(userId: string) {
  const rows = await site.app.db.select().from(eventRsvps).where(eq(eventRsvps.userId, userId));
  return rows.map(({ answer: said }) => said);
}

test("[ADMIN-12] undoing a deletion gives back exactly what was there, row by row", async () => {
  const { sixes, bonfire, sunrise } = await makeTown(site);
  const [a, b] = [(await site.addUser()).userId, (await site.addUser()).userId];
  await makeBusy(site, a, 1, sixes);
  await makeBusy(site, b, 2, sixes);
  await rsvp(site, sixes, a, "going", 1);
  await rsvp(site, bonfire, a, "maybe", 1);
  await rsvp(site, sixes, b, "going", 1);
  await wait(site, sunrise, a, 1);
  await wait(site, sunrise, b, 2);
  await vote(site, "tea", a, 1);
  await countTown(site);
  const before = await everything();
  const auditIds = await drop(a, b);
  expect(await wrongCounts(site)).toEqual([]);
  expect([await record(a), await answersOf(a)]).toEqual([undefined, []]);
  expect(auditIds).toHaveLength(2);
  for (const id of auditIds.toReversed()) {
    const done = await undo(id);
    expect([done.status, await done.json()]).toEqual([200, { success: true, message: "1 record is back." }]);
  }
  expect(await everything()).toEqual(before);
});

test("[ADMIN-12] the log tells who did what to whom, before and after, and what can be undone", async () => {
  const { userId } = await site.addUser({ firstName: "Ana", shirtsize: "S" });
  await site.post(BASE, { type: "editUser", userId, fields: { shirtsize: "M" } }, admin);
  const [deletion = ""] = await drop(userId);
  await undo(deletion);
  const { entries, next } = await readLog();
  expect(next).toBeNull();
  const { userId: adminId } = await site.signedIn({ groups: ["Admins"] });
  expect(entries).toMatchObject([
    { action: "undone", subjectIds: [deletion, userId], before: null, after: { firstName: "Ana" }, canUndo: false },
    { action: "user_deleted", before: { shirtsize: "M" }, after: null, undoneBy: "admins@example.com", canUndo: false },
    { action: "user_edited", before: { shirtsize: "S" }, after: { shirtsize: "M" }, undoneAt: null, canUndo: false },
  ]);
  for (const { actor } of entries) expect(actor).toMatchObject({ userId: adminId, email: "admins@example.com" });
  // The rows that an undo needs are nobody's reading.
  expect(JSON.stringify(entries)).not.toContain('"undo"');
  const [again = ""] = await drop(userId);
  expect((await readLog()).entries[0]).toMatchObject({ id: again, canUndo: true });
});

test("[ADMIN-12] the log is asked by who, what and on which day, and goes on where a page ended", async () => {
  const other = await site.signedIn({ groups: ["Admins"], email: "other@example.com" });
  const { userId } = await site.addUser();
  for (let n = 0; n < 60; n += 1)
    await site.post(BASE, { type: "editUser", userId, fields: { zmessage: `${n}` } }, admin);
  await site.post(`${BASE}/users`, { firstName: "New" }, other.token);
  const first = await readLog();
  expect(first.entries).toHaveLength(50);
  const second = await readLog(`?after=${first.next}`);
  expect([second.entries.length, second.next]).toEqual([11, null]);
  expect(new Set([...first.entries, ...second.entries].map(({ id }) => id)).size).toBe(61);
  expect((await readLog("?actor=Other@Example.com")).entries.map(({ action }) => action)).toEqual(["user_created"]);
  expect((await readLog("?actor=other@")).entries).toHaveLength(1);
  expect((await readLog("?action=user_created&actor=")).entries).toHaveLength(1);
  expect((await readLog("?day=2026-11-21")).entries).toHaveLength(50);
  expect((await readLog("?day=2026-11-20")).entries).toHaveLength(0);
  for (const query of ["?day=today", "?day=2026-02-30", "?day=9999-12-31", "?action=anything", "?actor=%00"])
    expect([query, (await site.fetch(`${LOG}${query}`, { as: admin })).status]).toEqual([query, 422]);
  expect((await site.fetch(`${LOG}?after=x`, { as: admin })).status).toBe(400);
});

test("[ADMIN-12] what can no longer be undone is refused in words, and then nothing is half undone", async () => {
  const { userId } = await site.addUser({ email: "ana@example.com" });
  await site.post(BASE, { type: "editUser", userId, fields: { shirtsize: "L" } }, admin);
  const edit = (await readLog()).entries[0]?.id ?? "";
  await expectRefused(edit, 409, "Only deletions, merges, imports and changes of an email can be undone.");
  await expectRefused("nothing", 404, "This entry is not in the log.");
  await expectRefused("%00", 404, "There is nothing at this address.");
  const [deletion = ""] = await drop(userId);
  await site.app.db.update(auditLog).set({ createdAt: new Date(site.app.clock.now().getTime() - 31 * 86_400_000) });
  await expectRefused(deletion, 409, "This was more than 30 days ago, so it cannot be undone anymore.");
  expect((await readLog("?action=user_deleted")).entries).toMatchObject([{ canUndo: false }]);
});

test("[ADMIN-12] a restored address that somebody else has by now is refused, one that was shared before is not", async () => {
  const { userId } = await site.addUser({ email: "ana@example.com" });
  const twin = await site.addUser({ email: "ana@example.com" });
  const [first = ""] = await drop(userId);
  expect((await undo(first)).status).toBe(200);
  const [second = ""] = await drop(userId);
  const late = await site.addUser({ email: "ana@example.com" });
  const says = "Another record now has the address ana@example.com. Delete it or change its address, then undo this.";
  await expectRefused(second, 409, says);
  await drop(late.userId);
  expect((await undo(second)).status).toBe(200);
  expect([await record(userId), await record(twin.userId)].every(Boolean)).toBe(true);
});

test("[ADMIN-12] a merge whose base became part of another is undone after that one, and both give everything back", async () => {
  const { sixes, bonfire } = await makeTown(site);
  const ids = (await Promise.all([site.addUser(), site.addUser(), site.addUser()])).map(({ userId }) => userId);
  const [a = "", b = "", c = ""] = ids;
  for (const [index, id] of ids.entries()) await makeBusy(site, id, index + 1, sixes);
  await rsvp(site, bonfire, a, "going", 1);
  await rsvp(site, sixes, b, "going", 1);
  await rsvp(site, sixes, c, "maybe", 2);
  await countTown(site);
  const before = await everything();
  const inner = await merge(b, a);
  const outer = await merge(c, b);
  const says = "The merged record no longer exists. Undo its deletion or merge first.";
  await expectRefused(inner, 409, says);
  expect((await undo(outer)).status).toBe(200);
  expect((await undo(inner)).status).toBe(200);
  expect(await everything()).toEqual(before);
});

test("[ADMIN-12] what happened since stays: a newer edit, a withdrawn answer, an event that is gone", async () => {
  const { sixes, bonfire, sunrise } = await makeTown(site);
  const base = await site.addUser({ firstName: "Ana", shirtsize: "", socials: "" });
  const other = await site.addUser({ firstName: "Ana", shirtsize: "L", socials: "instagram: ana" });
  for (const id of [sixes, bonfire, sunrise]) await rsvp(site, id, other.userId, "going", 1);
  await rsvp(site, sunrise, base.userId, "maybe", 0);
  await countTown(site);
  const auditId = await merge(base.userId, other.userId);
  await site.post(BASE, { type: "editUser", userId: base.userId, fields: { shirtsize: "S" } }, admin);
  await site.app.db.execute(sql`delete from event_rsvps where event_id = ${sixes}`);
  await site.app.db.execute(sql`delete from social_events where id = ${bonfire}`);
  await countTown(site);
  expect((await undo(auditId)).status).toBe(200);
  expect(await record(base.userId)).toMatchObject({ shirtsize: "S", socials: "" });
  expect(await record(other.userId)).toMatchObject({ shirtsize: "L", socials: "instagram: ana" });
  expect([await answersOf(base.userId), await answersOf(other.userId)]).toEqual([["maybe"], ["going"]]);
  expect(await wrongCounts(site)).toEqual([]);
});

test("[ADMIN-12] a place that somebody else took meanwhile is theirs: who comes back is down as 'maybe'", async () => {
  const { sixes } = await makeTown(site, "2026-11-28");
  const people = await Promise.all(Array.from({ length: 4 }, () => site.addUser()));
  const [gone = "", ...others] = people.map(({ userId }) => userId);
  for (const id of [gone, ...others.slice(0, 2)]) await rsvp(site, sixes, id, "going", 1);
  await countTown(site);
  const [auditId = ""] = await drop(gone);
  await rsvp(site, sixes, others[2] ?? "", "going", 2);
  await countTown(site);
  expect(await (await undo(auditId)).json()).toEqual({
    success: true,
    message: "1 record is back. 1 answer to events that are full by now became 'maybe'.",
  });
  expect(await answersOf(gone)).toEqual(["maybe"]);
  expect(await wrongCounts(site)).toEqual([]);
});

test("[ADMIN-12] an undo sent ten times at once is one undo", async () => {
  const { userId } = await site.addUser();
  const before = await everything();
  const [auditId = ""] = await drop(userId);
  const answers = await Promise.all(Array.from({ length: 10 }, () => undo(auditId)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(await everything()).toEqual(before);
  expect((await readLog("?action=undone")).entries).toHaveLength(1);
});

test("[ADMIN-12] an undo that fails in the middle leaves everything as it was", async () => {
  const { sixes } = await makeTown(site);
  const { userId } = await site.addUser();
  await makeBusy(site, userId, 1, sixes);
  await countTown(site);
  const whole = await everything();
  const [auditId = ""] = await drop(userId);
  const before = await everything();
  await site.app.db.execute(
    sql`create function no_more() returns trigger language plpgsql as $$ begin raise exception 'no more'; end $$`,
  );
  await site.app.db.execute(sql`create trigger no before insert on notices for each row execute function no_more()`);
  expect((await undo(auditId)).status).toBe(500);
  expect(await everything()).toEqual(before);
  await site.app.db.execute(sql`drop trigger no on notices`);
  expect((await undo(auditId)).status).toBe(200);
  expect(await everything()).toEqual(whole);
});

test("[ADMIN-12] rows that nothing can bring back anymore are forgotten after 30 days", async () => {
  const [old, fresh] = [await site.addUser(), await site.addUser()];
  const [first = "", second = ""] = await drop(old.userId, fresh.userId);
  const monthAgo = new Date(site.app.clock.now().getTime() - 31 * 86_400_000);
  await site.app.db.update(auditLog).set({ createdAt: monthAgo }).where(eq(auditLog.id, first));
  expect(await keepRetention(site.app)).toBe(1);
  const rows = await site.app.db.select().from(auditLog);
  expect(rows.filter(({ undo: kept }) => kept !== null).map(({ id }) => id)).toEqual([second]);
});

async function outbox(query = ""): Promise<OutboxPage> {
  return (await (await site.fetch(`${OUTBOX}${query}`, { as: admin })).json()) as OutboxPage;
}

test("[ADMIN-12] admins see what became of each mail, but no code, and send one again that was given up", async () => {
  const now = site.app.clock.now();
  const owed = ["one", "two", "three"].map((key) => noteMails.note.owed(key, "ana@example.com", { code: "123456" }));
  await site.app.db.transaction((tx) => enqueueMails(tx, owed, now));
  const [one, two] = await site.app.db.select().from(mailOutbox).orderBy(mailOutbox.key);
  await site.app.db
    .update(mailOutbox)
    .set({ status: "failed", attempts: 7, lastError: "550 no such box", doneAt: now })
    .where(eq(mailOutbox.id, one?.id ?? ""));
  await site.app.db
    .update(mailOutbox)
    .set({ status: "sent", doneAt: now })
    .where(eq(mailOutbox.id, two?.id ?? ""));
  const { mails, next } = await outbox();
  expect([mails.length, next]).toEqual([3, null]);
  expect((await outbox()).counts).toEqual({ waiting: 1, sent: 1, skipped: 0, failed: 1 });
  expect(JSON.stringify(mails)).not.toContain("123456");
  const failed = await outbox("?status=failed");
  expect(failed.mails).toMatchObject([
    { id: one?.id, status: "failed", attempts: 7, lastError: "550 no such box", email: "ana@example.com" },
  ]);
  const retry = (id: string) => site.fetch(`${OUTBOX}/${id}/retry`, { method: "POST", as: admin });
  for (let times = 0; times < 2; times += 1)
    expect(await (await retry(one?.id ?? "")).json()).toEqual({
      success: true,
      message: "The mail is on its way again.",
    });
  expect((await retry(two?.id ?? "")).status).toBe(409);
  expect((await retry("nothing")).status).toBe(404);
  const sent = await site.mails(noteMails);
  expect(sent.some(({ subject }) => subject === "Note")).toBe(true);
  expect((await outbox("?status=failed")).mails).toEqual([]);
  expect((await readLog("?action=mail_retried")).entries).toMatchObject([
    { subjectIds: [one?.id], before: { status: "failed" } },
  ]);
  expect((await site.fetch(`${OUTBOX}?status=lost`, { as: admin })).status).toBe(422);
  expect((await site.fetch(`${OUTBOX}?after=x`, { as: admin })).status).toBe(400);
});
