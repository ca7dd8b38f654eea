import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { auditLog } from "#src/db/tables/admin.ts";
import { joinProposals } from "#src/db/tables/join-proposals.ts";
import { joinSubmissions } from "#src/db/tables/join-submissions.ts";
import { eventRsvps } from "#src/db/tables/rsvps.ts";
import { users } from "#src/db/tables/users.ts";
import type { Proposal, ProposalDecided, Proposals } from "#src/features/requests/schema/proposals.ts";
import { makeEvent } from "#seeds/factories.ts";
import { joinForm } from "#tests/support/join-form.ts";
import { TABLES_OF_PEOPLE, wholeRows } from "#tests/support/rows.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const PATH = "/api/admin/proposals";
let site: TestSite;
let admin: string;
beforeEach(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  admin = await site.tokenFor(["Admins"]);
});
afterEach(() => site.close());

const KNOWN = {
  firstName: "Anna",
  lastName: "Ruiz",
  email: "anna@example.com",
  phone: "9045550142",
  zsex: "female",
  shirtsize: "",
  status: "approved",
  reInterestedInEvents: ["volleyball", "hiking"],
} as const;
const known = () => site.addUser({ ...KNOWN, reInterestedInEvents: [...KNOWN.reInterestedInEvents] });
const everything = () => wholeRows(site.app.db, TABLES_OF_PEOPLE);
const person = async (userId: string) => (await site.app.db.select().from(users).where(eq(users.userId, userId)))[0];

async function list(query = ""): Promise<Proposals> {
  const answer = await site.fetch(`${PATH}${query}`, { as: admin });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Proposals;
}

/** A join form about somebody known, and the proposal that it makes. */
async function propose(answers: Record<string, unknown> = {}): Promise<Proposal> {
  expect((await site.post("/api/join", joinForm(answers))).status).toBe(200);
  const { proposals } = await list();
  const proposal = proposals.find(({ known: { status } }) => status === "approved");
  if (!proposal) throw new Error("The join form made no proposal.");
  return proposal;
}

async function decide(proposal: Proposal, action: "take-over" | "dismiss", more: object = {}): Promise<Response> {
  return site.post(`${PATH}/${proposal.id}/${action}`, { mark: proposal.mark, ...more }, admin);
}

async function decided(proposal: Proposal, action: "take-over" | "dismiss", more: object = {}) {
  const answer = await decide(proposal, action, more);
  expect([answer.status, answer.ok ? "" : await answer.clone().text()]).toEqual([200, ""]);
  return (await answer.json()) as ProposalDecided;
}

const undo = (auditId: string) => site.post(`/api/admin/audit/${auditId}/undo`, {}, admin);

test("[JOIN-17] a form that names somebody known is a proposal: which fields, and why it may be them", async () => {
  const { userId } = await known();
  const proposal = await propose({ message: "hello" });
  expect(proposal).toMatchObject({
    reasons: ["Same phone number"],
    known: { userId, firstName: "Anna" },
    said: { firstName: "Ana", email: "ana.ruiz@example.com" },
    saidStays: false,
    fields: ["firstName", "email", "shirtsize", "reInterestedInEvents", "zmessage", "socials"],
  });
  expect(await person(userId)).toMatchObject({ firstName: "Anna", email: "anna@example.com", shirtsize: "" });
  const both = await propose({ email: "anna@example.com", phone: "9045550142" });
  expect(both.reasons).toEqual(["Same email address", "Same phone number"]);
});

test("[JOIN-17] the second phone counts as a reason; somebody who is not named makes no proposal", async () => {
  await site.addUser({ ...KNOWN, reInterestedInEvents: [], phone: "", zphone2: "9045550142" });
  expect((await propose()).reasons).toEqual(["Same number as the second phone"]);
  await site.post("/api/join", joinForm({ email: "nobody@example.com", phone: "9045559999" }));
  expect((await list()).proposals).toHaveLength(1);
});

test("[JOIN-17] after a take-over for somebody who is not approved, the next step is said", async () => {
  const { userId } = await known();
  await propose();
  await site.app.db.update(users).set({ status: "applied" }).where(eq(users.userId, userId));
  const [proposal] = (await list()).proposals;
  const { message } = await decided(proposal as Proposal, "take-over");
  expect(message).toMatch(/ changed\. They are not approved yet: match their chat request, or set the status in their/);
});

test("[JOIN-17, ADMIN-12] a take-over changes the chosen fields, removes the form's person, and is undone exactly", async () => {
  const { userId } = await known();
  const proposal = await propose();
  const before = await everything();
  const { auditId, message } = await decided(proposal, "take-over");
  expect(message).toBe("4 fields of Anna Ruiz changed.");
  expect(await person(userId)).toMatchObject({
    firstName: "Ana",
    // Everything but the email.
    email: "anna@example.com",
    shirtsize: "S",
    reInterestedInEvents: ["volleyball", "hiking", "dance"],
    status: "approved",
  });
  expect(await person(proposal.said.userId)).toBeUndefined();
  expect(await site.app.db.select().from(joinSubmissions)).toMatchObject([{ userId }]);
  expect((await list()).proposals).toEqual([]);
  const [entry] = await site.app.db.select().from(auditLog).where(eq(auditLog.id, auditId));
  expect(entry).toMatchObject({
    action: "proposal_taken",
    subjectIds: [userId, proposal.said.userId],
    before: { name: "Anna Ruiz", firstName: "Anna", shirtsize: "" },
    after: { name: "Anna Ruiz", firstName: "Ana", shirtsize: "S" },
  });
  const undone = await undo(auditId);
  expect(await undone.json()).toEqual({
    success: true,
    message: "The person is as before, and the join form waits for a decision again.",
  });
  expect(await everything()).toEqual(before);
  expect((await list()).proposals).toEqual([proposal]);
});

test("[JOIN-17] one field is taken over by itself; an email only by name, and its owner is told at the old one", async () => {
  const { userId } = await known();
  const proposal = await propose();
  const { auditId } = await decided(proposal, "take-over", { fields: ["email"] });
  expect(await person(userId)).toMatchObject({ firstName: "Anna", email: "ana.ruiz@example.com", shirtsize: "" });
  const told = async () => {
    const mails = await site.mails();
    return mails.filter(({ subject }) => subject === "Your email at Jax Beach was changed").map(({ to }) => to);
  };
  expect(await told()).toEqual(["anna@example.com"]);
  // The address of the form may be a stranger's, who hears nothing when it goes again.
  expect((await undo(auditId)).status).toBe(200);
  expect(await told()).toEqual(["anna@example.com"]);
});

test("[JOIN-17, SAFE-05] an email is taken over with a fresh proof only; the rest without", async () => {
  const { userId } = await known();
  const proposal = await propose();
  await site.app.db.execute(sql`update sessions set proved_at = proved_at - interval '11 minutes'`);
  const refused = await decide(proposal, "take-over", { fields: ["email", "shirtsize"] });
  expect([refused.status, await refused.json()]).toMatchObject([403, { error: "proof_required" }]);
  expect(await person(userId)).toMatchObject({ email: "anna@example.com", shirtsize: "" });
  await decided(proposal, "take-over", { fields: ["shirtsize"] });
});

test("[JOIN-17, SAFE-02] the email of a form whose sender signs in with it goes to nobody else", async () => {
  const { userId } = await known();
  const proposal = await propose();
  await site.signedIn({ email: "ana.ruiz@example.com" });
  const refused = await decide(proposal, "take-over", { fields: ["email"] });
  expect([refused.status, await refused.json()]).toMatchObject([409, { error: "conflict" }]);
  expect(await person(userId)).toMatchObject({ email: "anna@example.com" });
});

test("[JOIN-17] a dismissed form leaves both people, and comes back with an undo", async () => {
  await known();
  const proposal = await propose();
  const people = await site.app.db.select().from(users);
  const { auditId } = await decided(proposal, "dismiss");
  expect((await list()).proposals).toEqual([]);
  expect(await site.app.db.select().from(users)).toEqual(people);
  // The same form again says nothing new.
  await site.post("/api/join", joinForm());
  expect((await list()).proposals).toEqual([]);
  expect((await undo(auditId)).status).toBe(200);
  expect((await list()).proposals.map(({ id }) => id)).toEqual([proposal.id]);
});

test("[JOIN-17, SAFE-02] a take-over hands nobody's account or RSVP to anybody: the form's person stays then", async () => {
  const { userId } = await known();
  const proposal = await propose();
  const event = await site.addEvent(makeEvent({ day: "2026-12-12" }));
  await site.app.db.insert(eventRsvps).values({ eventId: event.id, userId: proposal.said.userId, answer: "going" });
  const [seen] = (await list()).proposals;
  expect(seen?.saidStays).toBe(true);
  const { auditId, message } = await decided(proposal, "take-over", { fields: ["shirtsize"] });
  expect(message).toContain("so they stay");
  expect(await person(proposal.said.userId)).toBeDefined();
  expect(await site.app.db.select().from(eventRsvps)).toMatchObject([{ userId: proposal.said.userId }]);
  expect(await person(userId)).toMatchObject({ shirtsize: "S" });
  expect((await list()).proposals).toEqual([]);
  expect((await undo(auditId)).status).toBe(200);
  expect(await person(userId)).toMatchObject({ shirtsize: "" });
  expect((await list()).proposals).toHaveLength(1);
});

test("[JOIN-17] what changed since an organizer looked is refused, and so is what somebody else decided", async () => {
  const { userId } = await known();
  const proposal = await propose();
  await site.app.db.update(users).set({ shirtsize: "L" }).where(eq(users.userId, userId));
  const before = await everything();
  const refusals: [Proposal, "take-over" | "dismiss", object, number][] = [
    [proposal, "take-over", {}, 409],
    [{ ...proposal, id: "nothing" }, "take-over", {}, 404],
    [{ ...proposal, id: "%00" }, "dismiss", {}, 404],
    [proposal, "take-over", { fields: ["role"] }, 422],
    [proposal, "take-over", { mark: 7 }, 422],
  ];
  for (const [each, action, more, status] of refusals) expect((await decide(each, action, more)).status).toBe(status);
  const [fresh] = (await list()).proposals;
  if (!fresh) throw new Error("The proposal is gone.");
  expect((await decide(fresh, "take-over", { fields: [] })).status).toBe(422);
  expect(await everything()).toEqual(before);
  const answers = await Promise.all([
    decide(fresh, "dismiss"),
    decide(fresh, "take-over"),
    decide(fresh, "dismiss"),
    decide(fresh, "take-over"),
  ]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  for (const { status } of answers) expect([200, 404, 409]).toContain(status);
});

test("[JOIN-17] fifty forms about one person at once are fifty proposals, a page of ten at a time", async () => {
  await known();
  const forms = Array.from({ length: 50 }, (_, index) => joinForm({ email: `p${index}@example.com` }));
  const answers = await Promise.all(forms.map((form) => site.post("/api/join", form)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const ids = new Set<string>();
  let query = "";
  for (let pages = 1; ; pages += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each page says where the next begins
    const page = await list(query);
    page.proposals.forEach(({ id }) => ids.add(id));
    if (page.next === null) break;
    expect(page.proposals).toHaveLength(10);
    expect(pages).toBeLessThan(60);
    query = `?after=${encodeURIComponent(page.next)}`;
  }
  // Each names Anna, and the forms before it: five people at most.
  expect(ids.size).toBeGreaterThanOrEqual(50);
  expect(ids.size).toBeLessThanOrEqual(50 * 5);
  expect((await site.fetch(`${PATH}?after=x`, { as: admin })).status).toBe(400);
  const counts = (await (await site.fetch("/api/admin/counts", { as: admin })).json()) as { proposals: number };
  expect(counts.proposals).toBe(ids.size);
});

test("[JOIN-17] a run that corrects its phone takes its proposal back", async () => {
  await known();
  const form = joinForm();
  await site.post("/api/join", form);
  expect((await list()).proposals).toHaveLength(1);
  await site.post("/api/join", { ...form, phone: "9045559999" });
  expect((await list()).proposals).toEqual([]);
});

test("[JOIN-17, ADMIN-06] a merge of the two ends the proposal, and its undo brings it back", async () => {
  const { userId } = await known();
  const proposal = await propose();
  const before = await everything();
  const merged = await site.post("/api/users/merge", { base: userId, others: [proposal.said.userId] }, admin);
  expect((await list()).proposals).toEqual([]);
  expect(await site.app.db.select().from(joinProposals)).toEqual([]);
  expect((await undo(((await merged.json()) as { auditId: string }).auditId)).status).toBe(200);
  expect(await everything()).toEqual(before);
});

test("[JOIN-17] a take-over that fails in the middle leaves nothing half done", async () => {
  await known();
  const proposal = await propose();
  const before = await everything();
  await site.app.db.execute(
    sql`create function no() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
  );
  await site.app.db.execute(sql`create trigger no before delete on users for each row execute function no()`);
  expect((await decide(proposal, "take-over")).status).toBe(500);
  expect(await everything()).toEqual(before);
  await site.app.db.execute(sql`drop trigger no on users`);
  await decided(proposal, "take-over");
});
