import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { auditLog } from "#src/db/tables/admin.ts";
import { hostIds } from "#src/db/tables/host-ids.ts";
import type { HostIdList, IssuedHostId } from "#src/features/events/review/schema/host-ids.ts";
import { refusal } from "#tests/support/events.ts";
import { newEvent } from "#tests/support/new-event.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const BASE = "/api/admin/host-ids";

let site: TestSite;
let admin: string;
let host: string;
let other: string;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  admin = await site.tokenFor(["Admins"]);
  host = (await site.signedIn({ email: "host@example.com", user: { firstName: "Hope", lastName: "Host" } })).token;
  other = (await site.signedIn({ email: "other@example.com" })).token;
});
afterAll(() => site.close());
beforeEach(() => site.app.db.execute(sql`truncate social_events, host_ids, audit_log cascade`));

async function issue(body: unknown): Promise<IssuedHostId> {
  const answer = await site.post(BASE, body, admin);
  expect(answer.status).toBe(201);
  return (await answer.json()) as IssuedHostId;
}
const revoke = (id: string) => site.fetch(`${BASE}/${id}/revoke`, { method: "POST", as: admin });
const list = async () => (await (await site.fetch(BASE, { as: admin })).json()) as HostIdList;
let made = 0;
/** Whether an event with this password waits. */
async function isHeld(password: string, as: string): Promise<boolean> {
  made += 1;
  const answer = await site.post("/api/social-events", newEvent(`Event ${made}`, { password }), as);
  return ((await answer.json()) as { held: boolean }).held;
}

test("[CREATE-09] a Host ID of somebody publishes their events and nobody else's, until it is revoked", async () => {
  const { hostId, entry } = await issue({ label: "Hope", email: "Host@Example.com" });
  expect(entry.person).toMatchObject({ name: "Hope Host", email: "host@example.com" });
  expect(await isHeld(hostId, host)).toBe(false);
  expect(await isHeld(`Hope Host, 9045550142, ${hostId}`, host)).toBe(false);
  expect(await isHeld(hostId, other)).toBe(true);
  // It is remembered with its person: who types none, or 0, has it all the same.
  expect([await isHeld("", host), await isHeld("Hope Host, 0", host), await isHeld("0", other)]).toEqual([
    false,
    false,
    true,
  ]);
  for (let times = 0; times < 2; times += 1)
    expect(await (await revoke(entry.id)).json()).toEqual({ success: true, message: "The Host ID is revoked." });
  expect([await isHeld(hostId, host), await isHeld("0", host)]).toEqual([true, true]);
  const log = await site.app.db.select().from(auditLog).orderBy(auditLog.id);
  expect(log.map(({ action, subjectIds }) => [action, subjectIds])).toEqual([
    ["host_id_issued", [entry.id, entry.person?.userId]],
    ["host_id_revoked", [entry.id, entry.person?.userId]],
  ]);
});

test("[CREATE-09] a Host ID without an owner works for any bearer; a hundred of them are told apart", async () => {
  const { hostId, entry } = await issue({ label: "The Tuesday crew", email: "" });
  expect(entry).toMatchObject({ label: "The Tuesday crew", person: null, revokedAt: null });
  expect([await isHeld(hostId, host), await isHeld(`Ana, ${hostId}`, other)]).toEqual([false, false]);
  expect(await isHeld("host-AAAAAAAAAAAAAAAAAAAAAA", host)).toBe(true);
});

test("[CREATE-09] the log forgets whose it was when they delete their account", async () => {
  const { token } = await site.signedIn({
    email: "leaver@example.com",
    user: { firstName: "Leah", lastName: "Leaver" },
  });
  await issue({ label: "Friday", email: "leaver@example.com" });
  const answer = await site.fetch("/api/profile", {
    method: "DELETE",
    as: token,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ confirm: "DELETE" }),
  });
  expect(answer.status).toBe(200);
  expect(JSON.stringify(await site.app.db.select().from(auditLog))).not.toMatch(/leaver|Leah/i);
  expect((await list()).hostIds).toEqual([]);
});

test("[CREATE-09] it is in clear in one answer only: not in the database, the list or the log", async () => {
  const { hostId } = await issue({ label: "Hope" });
  expect(hostId).toMatch(/^host-[\w-]{22}$/);
  const kept = JSON.stringify([await site.app.db.select().from(hostIds), await site.app.db.select().from(auditLog)]);
  expect(kept).not.toContain(hostId);
  const [entry] = (await list()).hostIds;
  expect(entry).toMatchObject({ label: "Hope" });
  expect(JSON.stringify(entry)).not.toMatch(/hash|host-/i);
});

test("[CREATE-09] the list is paged, the newest first", async () => {
  for (let n = 0; n < 52; n += 1) await issue({ label: `Host ${n}` });
  const first = await list();
  const second = (await (await site.fetch(`${BASE}?after=${first.next}`, { as: admin })).json()) as HostIdList;
  const labels = [...first.hostIds, ...second.hostIds].map(({ label }) => label);
  expect([labels.length, new Set(labels).size, second.next]).toEqual([52, 52, null]);
  expect((await site.fetch(`${BASE}?after=nonsense`, { as: admin })).status).toBe(400);
});

test("[CREATE-09, API-01] bad input is refused in words, and only organizers get in", async () => {
  const fault = async (body: unknown) =>
    (await (await site.post(BASE, body, admin)).json()) as { fields: Record<string, string> };
  expect((await fault({ label: " " })).fields["label"]).toBe("Give it a name you will recognize later.");
  expect((await fault({ label: "x", email: "nonsense" })).fields["email"]).toBe("Please enter a valid email address");
  expect((await fault({ label: "x", email: "nobody-here@example.com" })).fields["email"]).toBe(
    "Nobody in the database has this email address.",
  );
  expect(await refusal(revoke("nothing"))).toEqual({ status: 404, message: "This Host ID is not in the list." });
  expect((await revoke("%00")).status).toBe(404);
  expect(await site.app.db.$count(hostIds)).toBe(0);
  const member = await site.tokenFor(["Members"]);
  const { entry } = await issue({ label: "Hope" });
  expect((await site.post(BASE, { label: "Mine" }, member)).status).toBe(403);
  expect((await site.fetch(BASE, { as: member })).status).toBe(403);
  expect((await site.fetch(`${BASE}/${entry.id}/revoke`, { method: "POST", as: member })).status).toBe(403);
  expect((await list()).hostIds.map(({ revokedAt }) => revokedAt)).toEqual([null]);
});
