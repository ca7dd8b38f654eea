import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { users } from "#src/db/tables/users.ts";
import type { Merged } from "#src/features/people/schema/merge.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const BASE = "/api/pending-join-requests";
let site: TestSite;
let admin: string;
beforeEach(async () => {
  site = await startTestSite();
  admin = await site.tokenFor(["Admins"]);
});
afterEach(() => site.close());

const SUBJECT = "Your email at Jax Beach was changed";
/** The recipients so far of mails about a changed email. */
async function told(): Promise<string[]> {
  const mails = await site.mails();
  return mails.flatMap(({ subject, to }) => (subject === SUBJECT ? [to] : [])).toSorted();
}

const edit = (userId: string, fields: Record<string, unknown>) =>
  site.post(BASE, { type: "editUser", userId, fields }, admin);

async function emailOf(userId: string): Promise<string | undefined> {
  const [row] = await site.app.db.select({ email: users.email }).from(users).where(eq(users.userId, userId));
  return row?.email;
}

async function undo(auditId: string): Promise<void> {
  const answer = await site.post(`/api/admin/audit/${auditId}/undo`, {}, admin);
  expect(answer.status).toBe(200);
}

test("[SAFE-02] whose email an organizer edits is told at the old one, and at their account's", async () => {
  const { userId } = await site.signedIn({ email: "account@example.com" });
  await site.app.db.update(users).set({ email: "old@example.com" }).where(eq(users.userId, userId));
  expect((await edit(userId, { shirtsize: "L" })).status).toBe(200);
  expect(await told()).toEqual([]);
  expect((await edit(userId, { email: "new@example.com" })).status).toBe(200);
  expect(await told()).toEqual(["account@example.com", "old@example.com"]);
  const [mail] = (await site.mails()).filter(({ subject }) => subject === SUBJECT);
  // The old mailbox may be somebody else's by now.
  expect(mail?.raw).not.toContain("new@example.com");
  // Each change is told, this one at the address in between too.
  expect((await edit(userId, { email: "third@example.com" })).status).toBe(200);
  expect(await told()).toEqual(["account@example.com", "account@example.com", "new@example.com", "old@example.com"]);
});

test("[SAFE-02] the others of a merge are told, and the base when their email changed; its undo tells too", async () => {
  const base = await site.addUser({ email: "base@example.com" });
  const other = await site.addUser({ email: "other@example.com" });
  const same = await site.addUser({ email: "base@example.com" });
  const body = { base: base.userId, others: [other.userId, same.userId] };
  const merged = (await (await site.post("/api/users/merge", body, admin)).json()) as Merged;
  expect(await told()).toEqual(["other@example.com"]);
  await undo(merged.auditId);
  expect(await told()).toEqual(["other@example.com"]);
  const fields = { email: "chosen@example.com" };
  const again = (await (await site.post("/api/users/merge", { ...body, fields }, admin)).json()) as Merged;
  expect(await told()).toEqual(["base@example.com", "other@example.com", "other@example.com"]);
  await undo(again.auditId);
  expect(await told()).toContain("chosen@example.com");
});

test("[SAFE-02] an import that gives a person an email, and its undo, are told", async () => {
  const { userId } = await site.signedIn({ email: "account@example.com", user: { phone: "9045558181" } });
  await site.app.db.update(users).set({ email: "" }).where(eq(users.userId, userId));
  const file = (path: string) => {
    const form = new FormData();
    form.append("file", new File(["Phone,Email\n9045558181,filled@example.com\n"], "people.csv"));
    return site.fetch(path, { method: "POST", body: form, as: admin });
  };
  const { parts } = (await (await file("/api/admin/users/import/preview")).json()) as { parts: { plan: string }[] };
  const importId = crypto.randomUUID();
  const done = await file(`/api/admin/users/import?importId=${importId}&plan=${parts[0]?.plan}`);
  expect(done.status).toBe(200);
  expect(await told()).toEqual(["account@example.com"]);
  await undo(((await done.json()) as { auditId: string }).auditId);
  expect(await told()).toEqual(["account@example.com", "account@example.com", "filled@example.com"]);
});

test("[SAFE-02] nobody is given the email that someone else signs in with; another record's is said", async () => {
  const { userId } = await site.addUser({ email: "morgan@example.com", firstName: "Morgan" });
  const taken = await site.signedIn({ email: "taken@example.com" });
  const refused = { error: "conflict", message: expect.stringContaining("Someone else signs in with this email") };
  const answer = await edit(userId, { email: "Taken@example.com" });
  expect([answer.status, await answer.json()]).toEqual([409, refused]);
  const body = JSON.stringify({ email: "taken@example.com" });
  const headers = { "content-type": "application/json" };
  const put = await site.fetch(`${BASE}/users/${userId}`, { method: "PUT", headers, body, as: admin });
  expect(put.status).toBe(409);
  // Also when their record has another email than their account.
  await site.app.db.update(users).set({ email: "elsewhere@example.com" }).where(eq(users.userId, taken.userId));
  for (const email of ["taken@example.com", "elsewhere@example.com"])
    expect((await edit(userId, { email })).status).toBe(409);
  // An account whose owner was not there yet belongs to the record with its email.
  await site.addUser({ email: "new@example.com" });
  await site.app.identity.createAccount({ email: "new@example.com", password: "Quartz-otter-91", groups: [] });
  expect((await edit(userId, { email: "new@example.com" })).status).toBe(409);
  const [row] = await site.app.db.select().from(users).where(eq(users.userId, userId));
  expect(row?.email).toBe("morgan@example.com");
  expect(await told()).toEqual([]);
  await site.addUser({ email: "twice@example.com", firstName: "Mo", lastName: "Vale" });
  const said = await edit(userId, { email: "twice@example.com" });
  expect([said.status, ((await said.json()) as { message: string }).message]).toEqual([
    200,
    "The record is saved. Mo Vale has this email too: if they are the same person, merge the two.",
  ]);
  expect((await edit(taken.userId, { email: "taken@example.com" })).status).toBe(200);
});

/** The same organizer, eleven minutes after their last proof. */
async function withoutProof(): Promise<void> {
  await site.app.db.execute(sql`update sessions set proved_at = proved_at - interval '11 minutes'`);
}

test("[SAFE-05] an organizer changes another person's email with a fresh proof only; other fields go on", async () => {
  const { userId } = await site.addUser({ email: "known@example.com", phone: "9045550142" });
  await withoutProof();
  const both = (fields: Record<string, string>) => [
    () => edit(userId, fields),
    () =>
      site.fetch(`${BASE}/users/${userId}`, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(fields),
        as: admin,
      }),
  ];
  for (const change of both({ email: "thief@example.com", shirtsize: "L" })) {
    const answer = await change();
    expect([answer.status, await answer.json()]).toMatchObject([403, { error: "proof_required" }]);
  }
  expect(await emailOf(userId)).toBe("known@example.com");
  // An email that stays is no change of it.
  expect((await edit(userId, { email: "known@example.com", shirtsize: "L" })).status).toBe(200);
});

test("[SAFE-05] what needed a fresh proof is undone with one only; other entries go on", async () => {
  const { userId } = await site.addUser({ email: "known@example.com", firstName: "Ana" });
  expect((await edit(userId, { email: "changed@example.com" })).status).toBe(200);
  const other = await site.addUser({ email: "gone@example.com" });
  await site.post(BASE, { type: "deleteUsers", userIds: [other.userId] }, admin);
  const log = await site.fetch("/api/admin/audit", { as: admin });
  const { entries } = (await log.json()) as { entries: { id: string; action: string }[] };
  expect(entries.map(({ action }) => action).toSorted()).toEqual(["user_deleted", "user_edited"]);
  await withoutProof();
  for (const { id } of entries) {
    const answer = await site.post(`/api/admin/audit/${id}/undo`, {}, admin);
    expect([answer.status, await answer.json()]).toMatchObject([403, { error: "proof_required" }]);
  }
  expect(await emailOf(userId)).toBe("changed@example.com");
  await site.app.db.execute(sql`update sessions set proved_at = now()`);
  for (const { id } of entries) await undo(id);
  expect(await emailOf(userId)).toBe("known@example.com");
  expect(await emailOf(other.userId)).toBe("gone@example.com");
});

test("[SAFE-02, ADMIN-12] an email change is undone from the log, and with it the account that it let in", async () => {
  const { userId } = await site.addUser({ email: "known@example.com", firstName: "Ana", lastName: "Ruiz" });
  expect((await edit(userId, { email: "thief@example.com" })).status).toBe(200);
  const thief = await site.signedIn({ email: "thief@example.com" });
  await site.app.db.execute(sql`update accounts set user_id = ${userId} where sub = ${thief.sub}`);
  const log = await site.fetch("/api/admin/audit?action=user_edited", { as: admin });
  const { entries } = (await log.json()) as { entries: { id: string; canUndo: boolean }[] };
  expect(entries).toMatchObject([{ canUndo: true }]);
  await undo(entries[0]?.id ?? "");
  expect(await emailOf(userId)).toBe("known@example.com");
  expect((await site.fetch("/api/profile", { as: thief.token })).status).toBe(401);
  const { rows } = await site.app.db.execute(sql`select user_id from accounts where sub = ${thief.sub}`);
  expect(rows).toEqual([{ user_id: null }]);
  expect(await told()).toEqual(["known@example.com", "thief@example.com"]);
});
