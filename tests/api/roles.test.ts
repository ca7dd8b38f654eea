import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { sessions } from "#src/db/tables/accounts.ts";
import { lockOrganizers } from "#src/features/identity/commands/organizers.server.ts";
import type { RolesAnswer } from "#src/features/roles/schema.ts";
import { expectReady } from "#tests/support/live-reader.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let boss: Awaited<ReturnType<TestSite["signedIn"]>>;
beforeEach(async () => {
  site = await startTestSite();
  boss = await site.signedIn({ groups: ["Admins"], email: "boss@example.com" });
});
afterEach(() => site.close());

const PEOPLE = "/api/pending-join-requests/users";
const give = (email: string, role: string, as = boss.token) => site.post("/api/admin/roles", { email, role }, as);
const take = (sub: string, role: string, as = boss.token) =>
  site.fetch(`/api/admin/roles/${encodeURIComponent(sub)}/${role}`, { method: "DELETE", as });
const mayRead = async (as: string) => (await site.fetch(PEOPLE, { as })).status;
const words = async (answer: Response) => ((await answer.json()) as { message: string }).message;

test("[DESK-01] a role counts from the next call on, and ends with it; both logs and a mail say so", async () => {
  const ana = await site.signedIn({ email: "ana@example.com" });
  expect(await mayRead(ana.token)).toBe(403);
  expect(await words(await give("Ana@Example.com", "approver"))).toBe("ana@example.com is now an approver.");
  expect(await mayRead(ana.token)).toBe(200);
  const profile = (await (await site.fetch("/api/profile", { as: ana.token })).json()) as Record<string, unknown>;
  expect(profile).toMatchObject({
    role: "user",
    mayDo: ["decide_requests", "read_people", "change_people", "answer_messages"],
  });
  // Again: nothing more is logged.
  await give("ana@example.com", "approver");
  expect(await words(await take(ana.sub, "approver"))).toBe("ana@example.com is no longer an approver.");
  expect(await mayRead(ana.token)).toBe(403);
  expect((await take(ana.sub, "approver")).status).toBe(404);
  const log = (await (await site.fetch("/api/admin/audit", { as: boss.token })).json()) as {
    entries: { action: string; subjectIds: string[]; before: unknown; after: unknown }[];
  };
  expect(log.entries.map(({ action, subjectIds, before, after }) => [action, subjectIds, before, after])).toEqual([
    ["role_revoked", [ana.userId], { role: "approver" }, null],
    ["role_granted", [ana.userId], null, { role: "approver" }],
  ]);
  const mails = (await site.mails()).filter(({ to }) => to === "ana@example.com");
  expect(mails.map(({ text }) => /(added to|removed from) Approver/.exec(text)?.[1])).toEqual(
    expect.arrayContaining(["added to", "removed from"]),
  );
});

test("[DESK-01, AUTH-10] the open chat of an event closes for an event lead whose role is taken", async () => {
  const ana = await site.signedIn({ email: "ana@example.com" });
  const { id } = await site.addEvent(makeEvent({ day: "2026-12-06", title: "Led" }));
  const listen = () => site.fetch(`/api/live?thread=${id}`, { as: ana.token });
  const heard = () =>
    site.app.db.execute(
      sql`delete from change_log where topic = 'account_changed' and subject = ${ana.sub} returning topic`,
    );
  await give("ana@example.com", "event_lead");
  expect((await heard()).rows).toHaveLength(1);
  const reader = await expectReady(await listen());
  await take(ana.sub, "event_lead");
  expect((await heard()).rows).toHaveLength(1);
  site.live.hearAccount(ana.sub);
  expect(await reader.next()).toBeNull();
  expect((await listen()).status).toBe(403);
});

test("[DESK-01] roles are listed by person; the last organizer cannot be removed, in any way", async () => {
  const ana = await site.signedIn({ email: "ana@example.com", user: { firstName: "Ana", lastName: "Reed" } });
  await give("ana@example.com", "treasurer");
  await give("ana@example.com", "greeter");
  const { holders } = (await (await site.fetch("/api/admin/roles", { as: boss.token })).json()) as RolesAnswer;
  expect(holders.map(({ email, name, isYou, roles }) => [email, name, isYou, roles.map(({ role }) => role)])).toEqual([
    ["ana@example.com", "Ana Reed", false, ["greeter", "treasurer"]],
    ["boss@example.com", expect.any(String), true, ["organizer"]],
  ]);
  const last = await take(boss.sub, "organizer");
  expect([last.status, await words(last)]).toEqual([409, expect.stringContaining("only organizer left")]);
  const gone = await site.fetch("/api/profile", {
    method: "DELETE",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ confirm: "DELETE" }),
    as: boss.token,
  });
  expect(gone.status).toBe(409);
  await give("ana@example.com", "organizer");
  expect((await take(boss.sub, "organizer")).status).toBe(200);
  expect(await mayRead(boss.token)).toBe(403);
  expect((await take(ana.sub, "organizer", ana.token)).status).toBe(409);
});

test("[DESK-01] of two organizers who remove each other at once, one stays", async () => {
  const ana = await site.signedIn({ email: "ana@example.com", groups: ["Admins"] });
  const waiting = sql`select from pg_locks where locktype = 'advisory' and not granted
    and (classid::bigint << 32 | objid::bigint) = hashtextextended('organizers', 0)`;
  // Both calls are past their gates and wait for the lock before either changes anything.
  const taken = await site.app.db.transaction(async (tx) => {
    await lockOrganizers(tx);
    const calls = Promise.all([take(boss.sub, "organizer", ana.token), take(ana.sub, "organizer")]);
    await expect.poll(async () => (await tx.execute(waiting)).rowCount).toBe(2);
    return { calls };
  });
  const answers = await taken.calls;
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test("[DESK-01] handing over makes the other an organizer in one's place", async () => {
  const ana = await site.signedIn({ email: "ana@example.com" });
  const hand = (email: string) => site.post("/api/admin/roles/hand-over", { email }, boss.token);
  expect((await hand("boss@example.com")).status).toBe(409);
  expect((await hand("nobody@example.com")).status).toBe(404);
  expect(await mayRead(boss.token)).toBe(200);
  expect(await words(await hand("ana@example.com"))).toBe(
    "ana@example.com is now an organizer, and you no longer are.",
  );
  expect([await mayRead(ana.token), await mayRead(boss.token)]).toEqual([200, 403]);
});

test("[DESK-01] handed over twice at once, one becomes an organizer; given at once, it is logged and mailed once", async () => {
  const [ana, ben] = [
    await site.signedIn({ email: "ana@example.com" }),
    await site.signedIn({ email: "ben@example.com" }),
  ];
  const hand = (email: string) => site.post("/api/admin/roles/hand-over", { email }, boss.token);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => (i % 2 ? "ana" : "ben")).map((name) => hand(`${name}@example.com`)),
  );
  // The later ones find the role gone, at the gate or under the lock.
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  const next = (await mayRead(ana.token)) === 200 ? ana : ben;
  expect(await mayRead((next === ana ? ben : ana).token)).toBe(403);
  await Promise.all(Array.from({ length: 20 }, () => give("boss@example.com", "organizer", next.token)));
  const log = await (await site.fetch(`/api/admin/audit?subject=${boss.userId ?? ""}`, { as: next.token })).json();
  const granted = (log as { entries: { action: string }[] }).entries.filter(({ action }) => action === "role_granted");
  expect(granted).toHaveLength(1);
});

test("[DESK-01] [DESK-10] a blocked person gets no role, and no merge blocks someone with one", async () => {
  const ana = await site.signedIn({ email: "ana@example.com" });
  const id = ana.userId ?? "";
  const block = (userId: string) =>
    site.fetch(`/api/admin/blocks/${userId}`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ reason: "r" }),
      as: boss.token,
    });
  expect((await block(id)).status).toBe(200);
  for (const role of ["greeter", "organizer"]) {
    const answer = await give("ana@example.com", role);
    expect([answer.status, await words(answer)]).toEqual([409, "This person is blocked. Lift the block first."]);
  }
  const handed = await site.post("/api/admin/roles/hand-over", { email: "ana@example.com" }, boss.token);
  expect(handed.status).toBe(409);
  expect(await mayRead(boss.token)).toBe(200);
  const twin = await site.addUser({ email: "twin@example.com" });
  expect((await block(twin.userId)).status).toBe(200);
  const merged = await site.post("/api/users/merge", { base: boss.userId, others: [twin.userId] }, boss.token);
  expect([merged.status, await words(merged)]).toEqual([409, expect.stringContaining("is blocked, another helps")]);
});

test("[DESK-01] roles change with a fresh proof only", async () => {
  await site.signedIn({ email: "ana@example.com" });
  const provedAt = new Date(site.app.clock.now().getTime() - 11 * 60_000);
  await site.app.db.update(sessions).set({ provedAt }).where(eq(sessions.sub, boss.sub));
  for (const answer of [await give("ana@example.com", "greeter"), await take(boss.sub, "organizer")])
    expect([answer.status, await answer.json()]).toEqual([403, expect.objectContaining({ error: "proof_required" })]);
});

test("[DESK-01] with the second factor demanded, a role without one is locked and told so", async () => {
  const strict = await startTestSite({ ORGANIZER_SECOND_FACTOR: "on" });
  const ana = await strict.signedIn({ email: "ana@example.com", roles: ["approver"] });
  const answer = await strict.fetch(PEOPLE, { as: ana.token });
  expect([answer.status, await answer.json()]).toEqual([
    403,
    expect.objectContaining({ error: "second_factor_required" }),
  ]);
  await strict.close();
});

test("[DESK-01] other roles undo their own entries only", async () => {
  const ana = await site.signedIn({ email: "ana@example.com", roles: ["approver"] });
  const person = await site.addUser({ email: "old@example.com" });
  const edit = async (email: string, as: string) => {
    const answer = await site.fetch(`${PEOPLE}/${person.userId}`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email }),
      as,
    });
    expect(answer.status).toBe(200);
    const log = await site.fetch("/api/admin/audit", { as: boss.token });
    return ((await log.json()) as { entries: { id: string }[] }).entries[0]?.id ?? "";
  };
  const byBoss = await edit("boss-edit@example.com", boss.token);
  expect((await site.post(`/api/admin/audit/${byBoss}/undo`, {}, ana.token)).status).toBe(404);
  const byAna = await edit("ana-edit@example.com", ana.token);
  expect((await site.post(`/api/admin/audit/${byAna}/undo`, {}, ana.token)).status).toBe(200);
});
