import { afterAll, beforeAll, expect, test } from "vitest";
import type { HeldEvents } from "#src/features/events/review/schema/held-events.ts";
import type { AuditPage } from "#src/features/history/schema.ts";
import { makeEvent } from "#seeds/factories.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const BASE = "/api/pending-join-requests";

let site: TestSite;
let admin: string;
beforeAll(async () => {
  site = await startTestSite();
  admin = await site.tokenFor(["Admins"]);
});
afterAll(() => site.close());

async function about(name: string): Promise<AuditPage["entries"]> {
  const answer = await site.fetch(`/api/admin/audit?about=${encodeURIComponent(name)}`, { as: admin });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as AuditPage).entries;
}

test("[ADMIN-12] entries name the people and events that they are about, and are found by those names", async () => {
  const zoe = await site.addUser({ firstName: "Zoë", lastName: "Carter" });
  await site.post(BASE, { type: "editUser", userId: zoe.userId, fields: { shirtsize: "xl" } }, admin);
  const event = await site.addEvent(makeEvent({ day: "2026-11-28", title: "Moonlight Run", held: true }));
  const held = (await (await site.fetch("/api/admin/events", { as: admin })).json()) as HeldEvents;
  const version = held.heldEvents[0]?.version;
  expect((await site.post(`/api/admin/events/${event.id}/publish`, { version }, admin)).status).toBe(200);
  expect(await about("zoe car")).toMatchObject([
    {
      action: "user_edited",
      actor: { email: "admins@example.com" },
      subjects: [{ kind: "person", id: zoe.userId, name: "Zoë Carter" }],
      after: { shirtsize: "XL" },
    },
  ]);
  expect(await about("moonlight")).toMatchObject([
    { action: "event_published", subjects: [{ kind: "event", id: event.id, name: "Moonlight Run" }] },
  ]);
  expect(await about("%")).toEqual([]);
  const deleted = await site.post(BASE, { type: "deleteUsers", userIds: [zoe.userId] }, admin);
  const { auditIds } = (await deleted.json()) as { auditIds: string[] };
  await site.fetch(`/api/admin/audit/${auditIds[0]}/undo`, { method: "POST", as: admin });
  expect((await about("Carter"))[0]).toMatchObject({ action: "undone", undid: "user_deleted" });
});

test("[ADMIN-12, DESK-01] roles, exports and undos name whom they are about", async () => {
  const sam = await site.signedIn({ email: "sam@example.com", user: { firstName: "Sam", lastName: "Shore" } });
  const boss = await site.signedIn({
    groups: ["Admins"],
    email: "ada@example.com",
    user: { firstName: "Ada", lastName: "Frost" },
  });
  await site.post("/api/admin/roles", { email: "sam@example.com", role: "greeter" }, boss.token);
  expect(await about("Sam Shore")).toMatchObject([
    {
      action: "role_granted",
      actor: { name: "Ada Frost" },
      subjects: [{ kind: "person", id: sam.userId, name: "Sam Shore" }],
      after: { role: "greeter" },
    },
  ]);
  await site.post("/api/admin/users/export", { userIds: [sam.userId] }, boss.token);
  expect(await about("Sam Shore")).toMatchObject([
    { action: "users_exported", after: { total: 1 } },
    { action: "role_granted" },
  ]);
  const gone = await site.addUser({ firstName: "Gus", lastName: "Gone" });
  const deleted = await site.post(BASE, { type: "deleteUsers", userIds: [gone.userId] }, boss.token);
  const { auditIds } = (await deleted.json()) as { auditIds: string[] };
  await site.fetch(`/api/admin/audit/${auditIds[0]}/undo`, { method: "POST", as: boss.token });
  const [, entry] = await about("Gus Gone");
  expect(entry).toMatchObject({ undoneBy: "ada@example.com", undoneByName: "Ada Frost" });
});
