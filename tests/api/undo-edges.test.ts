import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { accountRoles, accounts } from "#src/db/tables/accounts.ts";
import { auditLog } from "#src/db/tables/admin.ts";
import { mailOutbox } from "#src/db/tables/mail.ts";
import { eventRsvps } from "#src/db/tables/rsvps.ts";
import { users } from "#src/db/tables/users.ts";
import { UNDO_DOES_NOT_FIT } from "#src/features/history/messages.ts";
import type { AuditPage } from "#src/features/history/schema.ts";
import { makeEvent } from "#seeds/factories.ts";
import type { Merged } from "#src/features/people/schema/merge.ts";
import { countTown, makeTown, rsvp, wait, wrongCounts } from "#tests/support/busy-person.ts";
import { callEvent, newcomer, rsvpState } from "#tests/support/events.ts";
import { authOf, signUpWhole } from "#tests/support/identity.ts";
import { TABLES_OF_PEOPLE, wholeRows } from "#tests/support/rows.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const LOG = "/api/admin/audit";
let site: TestSite;
let admin: string;
beforeEach(async () => {
  site = await startTestSite();
  admin = await site.tokenFor(["Admins"]);
});
afterEach(() => site.close());

const undo = (auditId: string, query = "") =>
  site.fetch(`${LOG}/${auditId}/undo${query}`, { method: "POST", as: admin });

/** Deletes people; the log's entries of it. */
async function drop(...userIds: string[]): Promise<string[]> {
  const answer = await site.post("/api/pending-join-requests", { type: "deleteUsers", userIds }, admin);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { auditIds: string[] }).auditIds;
}

test("[ADMIN-12] thirty days to the millisecond are not too late", async () => {
  const [exact, late] = [await site.addUser(), await site.addUser()];
  const [first = "", second = ""] = await drop(exact.userId, late.userId);
  const now = site.app.clock.now();
  site.app.clock.now = () => now;
  const ago = (more: number) => ({ createdAt: new Date(now.getTime() - 30 * 86_400_000 - more) });
  await site.app.db.update(auditLog).set(ago(0)).where(eq(auditLog.id, first));
  await site.app.db.update(auditLog).set(ago(1)).where(eq(auditLog.id, second));
  const { entries } = (await (await site.fetch(`${LOG}?action=user_deleted`, { as: admin })).json()) as AuditPage;
  const can = Object.fromEntries(entries.map(({ id, canUndo }) => [id, canUndo]));
  expect(can).toEqual({ [first]: true, [second]: false });
  expect((await undo(first)).status).toBe(200);
  expect((await undo(second)).status).toBe(409);
});

test("[ADMIN-12, DASH-06] who comes back to a waiting list gets the seat that became free meanwhile", async () => {
  const { sixes } = await makeTown(site, "2026-11-28");
  await site.app.db.execute(sql`update social_events set capacity = 1`);
  const [goer, waiter] = [await site.addUser(), await site.addUser()];
  await rsvp(site, sixes, goer.userId, "going", 1);
  await wait(site, sixes, waiter.userId, 1);
  await countTown(site);
  const [deletion = ""] = await drop(waiter.userId);
  await drop(goer.userId);
  expect((await undo(deletion)).status).toBe(200);
  const answers = await site.app.db.select().from(eventRsvps).where(eq(eventRsvps.userId, waiter.userId));
  expect(answers.map(({ answer }) => answer)).toEqual(["going"]);
  const { rows } = await site.app.db.execute(
    sql`select going_count, waiting_count from social_events where id = ${sixes}`,
  );
  expect(rows).toEqual([{ going_count: 1, waiting_count: 0 }]);
  expect((await site.app.db.select().from(mailOutbox)).map(({ kind, email }) => ({ kind, email }))).toContainEqual({
    kind: "promoted",
    email: waiter.email,
  });
});

test("[ADMIN-12] rows that a newer release would refuse stay deleted, which is said in words", async () => {
  const person = await site.addUser({ firstName: "Wilhelmina" });
  const [deletion = ""] = await drop(person.userId);
  await site.app.db.execute(sql`alter table users add constraint newer check (length(first_name) < 5) not valid`);
  await expectRefused(await undo(deletion), { message: UNDO_DOES_NOT_FIT });
  await site.app.db.execute(sql`alter table users drop constraint newer`);
  expect((await undo(deletion)).status).toBe(200);
});

const EMAIL = "ana@example.com";
const QUESTION = `This person signed in again as ${EMAIL} and has a new record. Undo the deletion and merge the two? Everything they did is kept. Where fields differ, the restored record counts.`;
const TAKEN = `Another record now has the address ${EMAIL}. Delete it or change its address, then undo this.`;

/** Signs up and in with this email; the token, and the new person's id. */
async function enter(email: string) {
  await signUpWhole(site, email);
  const { body } = await authOf(site).signIn(email);
  const [account] = await site.app.db.select().from(accounts).where(eq(accounts.email, email));
  return { token: String(body["idToken"]), userId: account?.userId ?? "" };
}

async function expectRefused(answer: Response, body: Record<string, string>): Promise<void> {
  expect([answer.status, await answer.json()]).toEqual([409, { error: "conflict", ...body }]);
}

const peopleWith = (email: string) => site.app.db.select().from(users).where(eq(users.email, email));
async function answersOf(userId: string) {
  const rows = await site.app.db.select().from(eventRsvps).where(eq(eventRsvps.userId, userId));
  return Object.fromEntries(rows.map(({ eventId, answer }) => [eventId, answer]));
}

test("[ADMIN-12] O16: the deletion of a person who signed in again is undone after one question, and neither record is lost", async () => {
  const { sixes, bonfire, sunrise } = await makeTown(site, "2026-11-28");
  const user = { firstName: "Ana", lastName: "Reyes", shirtsize: "S" };
  const old = await site.signedIn({ email: EMAIL, user, roles: ["treasurer"] });
  await rsvp(site, sixes, old.userId, "going", 1);
  await rsvp(site, bonfire, old.userId, "going", 1);
  await countTown(site);
  const [deletion = ""] = await drop(old.userId);
  const back = await enter(EMAIL);
  expect(back.userId).not.toBe(old.userId);
  await site.app.db.update(users).set({ nickname: "Annie", shirtsize: "XL" }).where(eq(users.userId, back.userId));
  await rsvp(site, bonfire, back.userId, "not_going", 2);
  await rsvp(site, sunrise, back.userId, "going", 2);
  await countTown(site);
  const before = await wholeRows(site.app.db, TABLES_OF_PEOPLE);
  await expectRefused(await undo(deletion), { reason: "signed_in_again", message: QUESTION });
  expect(await wholeRows(site.app.db, TABLES_OF_PEOPLE)).toEqual(before);

  const undone = await undo(deletion, "?merge=true");
  const message = "1 record is back and merged with the new one.";
  expect([undone.status, await undone.json()]).toEqual([200, { success: true, message }]);
  const person = { userId: old.userId, firstName: "Ana", nickname: "Annie", shirtsize: "S", status: "approved" };
  expect(await peopleWith(EMAIL)).toMatchObject([person]);
  expect(await answersOf(old.userId)).toEqual({ [sixes]: "going", [bonfire]: "not_going", [sunrise]: "going" });
  expect(await wrongCounts(site)).toEqual([]);
  // The sign-in of today goes on, as the person of before.
  const profile = await site.fetch("/api/profile", { as: back.token });
  expect([profile.status, JSON.stringify(await profile.json())]).toEqual([200, expect.stringContaining("Reyes")]);

  // The new account proved an email, not what the role of the old one required.
  expect(await site.app.db.select().from(accountRoles)).toEqual([]);

  // Repeating it changes nothing; the merge has its own undo.
  expect((await undo(deletion, "?merge=true")).status).toBe(200);
  const { entries } = (await (await site.fetch(LOG, { as: admin })).json()) as AuditPage;
  expect(entries.map(({ action }) => action).toSorted()).toEqual(["undone", "user_deleted", "users_merged"]);
  expect((await undo(entries.find(({ action }) => action === "users_merged")?.id ?? "")).status).toBe(200);
  expect(await peopleWith(EMAIL)).toHaveLength(2);
  expect(await answersOf(back.userId)).toEqual({ [bonfire]: "not_going", [sunrise]: "going" });
  const [account] = await site.app.db.select().from(accounts).where(eq(accounts.email, EMAIL));
  expect(account?.userId).toBe(back.userId);
});

test("[ADMIN-12] O16: a seat that the person took again themselves is not reported as lost", async () => {
  const { sixes } = await makeTown(site, "2026-11-28");
  await site.app.db.execute(sql`update social_events set capacity = 1`);
  const old = await site.signedIn({ email: EMAIL });
  await rsvp(site, sixes, old.userId, "going", 1);
  await countTown(site);
  const [deletion = ""] = await drop(old.userId);
  const back = await enter(EMAIL);
  await rsvp(site, sixes, back.userId, "going", 2);
  await countTown(site);
  expect(await (await undo(deletion, "?merge=true")).json()).toMatchObject({
    message: "1 record is back and merged with the new one.",
  });
  expect(await answersOf(old.userId)).toEqual({ [sixes]: "going" });
  expect(await wrongCounts(site)).toEqual([]);
});

test("[ADMIN-12, SAFE-02] O16: only an account that verified the same email is merged with a restored record", async () => {
  const typed = await site.signedIn({ email: EMAIL });
  const [deletion = ""] = await drop(typed.userId);
  const stranger = await site.addUser({ email: EMAIL });
  await expectRefused(await undo(deletion), { message: TAKEN });
  await expectRefused(await undo(deletion, "?merge=true"), { message: TAKEN });
  await drop(stranger.userId);

  // The account of the deleted person had another email: that the record's email is verified now proves nothing of it.
  const moved = await site.signedIn({ email: "ana@new.example" });
  await site.app.db.update(users).set({ email: "old@example.com" }).where(eq(users.userId, moved.userId));
  const [other = ""] = await drop(moved.userId);
  await enter("old@example.com");
  const answer = await undo(other, "?merge=true");
  await expectRefused(answer, { message: TAKEN.replace(EMAIL, "old@example.com") });
  expect(await peopleWith("old@example.com")).toHaveLength(1);
});

test("[ADMIN-06, ADMIN-12] a mail that waits goes out although its reader was merged, and the merge taken back", async () => {
  const [base, stays] = [await site.addUser(), await site.addUser()];
  const { id } = await site.addEvent(makeEvent({ day: "2026-11-28", title: "Sixes" }));
  const [merged, restored] = [await newcomer(site), await newcomer(site)];
  for (const { token } of [merged, restored])
    await rsvpState(callEvent(site, "PUT", `${id}/rsvp`, { as: token, body: { answer: "going" } }));
  await site.mails();
  const canceled = await callEvent(site, "PATCH", id, { as: admin, body: { status: "cancelled" } });
  expect(canceled.status).toBe(200);
  const merge = async (kept: string, other: string) => {
    const done = await site.post("/api/users/merge", { base: kept, others: [other] }, admin);
    return ((await done.json()) as Merged).auditId;
  };
  await merge(base.userId, merged.userId);
  expect((await undo((await merge(stays.userId, restored.userId)) ?? "")).status).toBe(200);
  const told = (await site.mails()).filter(({ subject }) => subject.startsWith("Canceled")).map(({ to }) => to);
  expect(told.toSorted()).toEqual([merged.email, restored.email].toSorted());
});
