import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import type { Uploaded } from "#src/features/events/uploads/schema.ts";
import { formOf, makeJpeg } from "#tests/support/pictures.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let organizer: string;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  organizer = await site.tokenFor(["Admins"], { email: "organizer@example.com" });
});
afterAll(() => site.close());

const deleteMine = (token: string) =>
  site.fetch("/api/profile", {
    method: "DELETE",
    headers: { "content-type": "application/json" },
    body: '{"confirm":"DELETE"}',
    as: token,
  });

async function upload(width: number, as: string): Promise<string> {
  const body = formOf(await makeJpeg({ width, height: 200 }));
  return ((await (await site.fetch("/api/images", { method: "POST", body, as })).json()) as Uploaded).key;
}

const coverOf = async (id: string) =>
  (await site.app.db.execute(sql`select img_key from social_events where id = ${id}`)).rows[0]?.["img_key"];

test("[SAFE-14] the cover that a deleted host sent goes with them; a picture of somebody else stays", async () => {
  const host = await site.signedIn({ email: "cover@example.com" });
  const other = await site.signedIn({ email: "stays@example.com" });
  const [own, lent] = [await upload(301, host.token), await upload(302, other.token)];
  const event = (day: string, imgKey: string) =>
    site.addEvent({ ...makeEvent({ day, title: `Cover ${day}`, hostUserId: host.userId }), imgKey });
  const [first, second] = [await event("2026-12-11", own), await event("2026-12-12", lent)];
  expect((await site.fetch(`/images/${own}`)).status).toBe(200);
  expect((await deleteMine(host.token)).status).toBe(200);
  expect([await coverOf(first.id), await coverOf(second.id)]).toEqual(["", lent]);
  expect((await site.fetch(`/images/${own}`)).status).toBe(404);
  expect((await site.fetch(`/images/${lent}`)).status).toBe(200);
});

test("[SAFE-14, ADMIN-12] after an organizer's deletion the cover is not shown; an undo brings it back", async () => {
  const host = await site.signedIn({ email: "back@example.com" });
  const key = await upload(303, host.token);
  const { id } = await site.addEvent({
    ...makeEvent({ day: "2026-12-13", title: "Back", hostUserId: host.userId }),
    imgKey: key,
  });
  const path = `/api/pending-join-requests/users/${host.userId}`;
  const { auditIds } = (await (await site.fetch(path, { method: "DELETE", as: organizer })).json()) as {
    auditIds: [string];
  };
  expect(await coverOf(id)).toBe("");
  expect((await site.post(`/api/admin/audit/${auditIds[0]}/undo`, {}, organizer)).status).toBe(200);
  expect(await coverOf(id)).toBe(key);
});

test("[SAFE-14] organizers and co-hosts are told that an event lost its host, also when it is postponed", async () => {
  const host = await site.signedIn({ email: "leaving@example.com" });
  const [coHost, former] = [
    await site.signedIn({ email: "co-host@example.com" }),
    await site.signedIn({ email: "former@example.com" }),
  ];
  const event = (day: string, title: string, status: "scheduled" | "postponed" | "cancelled") =>
    site.addEvent({ ...makeEvent({ day, title, hostUserId: host.userId }), status });
  const postponed = await event("2026-11-15", "Postponed Picnic", "postponed");
  const shared = await event("2026-12-14", "Shared Supper", "scheduled");
  await event("2026-12-15", "Canceled Canoe", "cancelled");
  await event("2026-11-14", "Past Paddle", "scheduled");
  await site.app.db.execute(sql`insert into event_co_hosts (event_id, user_id, named_at)
    values (${shared.id}, ${coHost.userId}, now()), (${postponed.id}, ${former.userId}, now())`);
  expect((await deleteMine(host.token)).status).toBe(200);
  await site.app.db.execute(sql`delete from event_co_hosts where user_id = ${former.userId}`);
  const mails = await site.mails();
  const toOrganizer = mails.find(({ to, text }) => to === "organizer@example.com" && text.includes("Postponed Picnic"));
  expect(toOrganizer?.subject).toBe("2 events have no host anymore");
  expect(toOrganizer?.text).toContain("Shared Supper");
  for (const title of ["Canceled Canoe", "Past Paddle"]) expect(toOrganizer?.text).not.toContain(title);
  const toCoHosts = mails.filter(({ to }) => to === "co-host@example.com" || to === "former@example.com");
  expect(toCoHosts).toMatchObject([{ to: "co-host@example.com", subject: "Shared Supper has no host anymore" }]);
  expect(toCoHosts[0]?.text).toContain("You are a co-host");
  expect(toCoHosts[0]?.text).not.toContain("Postponed Picnic");
});
