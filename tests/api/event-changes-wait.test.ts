import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { hostIds } from "#src/db/tables/host-ids.ts";
import type { ChangesToDecide, DecidedChange } from "#src/features/events/changes/schema.ts";
import type { ChangedEvent, EditableEvent } from "#src/features/events/edit/schema.ts";
import type { HostedPage } from "#src/features/events/hosting/schema.ts";
import type { EventView } from "#src/features/events/schema.ts";
import type { Profile } from "#src/features/profile/schema.ts";
import { answer, callEvent, expectTrueCounts, newcomer, refusal, rsvpState } from "#tests/support/events.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const QUEUE = "/api/admin/event-changes";

let site: TestSite;
let admin: string;
let host: Person;
let made = 0;
type Person = Awaited<ReturnType<typeof newcomer>>;

beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  admin = await site.tokenFor(["Admins"]);
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.app.db.execute(sql`truncate social_events, audit_log, mail_outbox, notices cascade`);
  host = await newcomer(site);
});

/** A published event of the host, who is neither member nor has a Host ID. */
async function addEvent(event: Partial<Parameters<typeof makeEvent>[0]> = {}): Promise<string> {
  made += 1;
  const facts = { day: "2026-11-28", title: `Event ${made}`, location: "The pier", hostUserId: host.userId };
  return (await site.addEvent(makeEvent({ ...facts, ...event }))).id;
}
const change = (id: string, body: unknown, as = host.token) => callEvent(site, "PATCH", id, { as, body });
async function changed(id: string, body: unknown, as?: string): Promise<ChangedEvent> {
  const response = await change(id, body, as);
  const said = await response.text();
  expect(response.status, said).toBe(200);
  return JSON.parse(said) as ChangedEvent;
}
async function item(id: string, as?: string): Promise<EventView> {
  const response = await site.fetch(`/api/social-events?id=${id}`, as === undefined ? {} : { as });
  return ((await response.json()) as { socialEvents: { Item: EventView } }).socialEvents.Item;
}
const settings = async (id: string, as = host.token) =>
  (await (await callEvent(site, "GET", `${id}/settings`, { as })).json()) as EditableEvent;
async function queue(): Promise<ChangesToDecide> {
  const response = await site.fetch(QUEUE, { as: admin });
  expect(response.status).toBe(200);
  return (await response.json()) as ChangesToDecide;
}
async function versionOf(id: string): Promise<string> {
  const found = (await queue()).changes.find(({ event }) => event.socialEventId === id);
  if (!found) throw new Error(`No change of ${id} waits.`);
  return found.version;
}
const publish = async (id: string, version?: string) =>
  site.post(`${QUEUE}/${id}/publish`, { version: version ?? (await versionOf(id)) }, admin);
const refuse = async (id: string, reason = "The pier is closed.", version?: string) =>
  site.post(`${QUEUE}/${id}/refuse`, { version: version ?? (await versionOf(id)), reason }, admin);
const undo = (id: string) => site.post(`/api/admin/audit/${id}/undo`, {}, admin);
const noticesOf = async ({ token }: { token: string }) =>
  ((await (await site.fetch("/api/profile", { as: token })).json()) as Profile).notices.map(({ kind }) => kind);
const mailsTo = async (email: string) => (await site.mails()).filter(({ to }) => to === email);

/** What guests act on, each told by the words a guest would read. */
const ACTED_ON: Record<string, unknown> = {
  title: "SPOOFED title",
  date: "2026-12-24",
  time: "23:30",
  lengthMinutes: 999,
  location: "SPOOFED place",
  privateLocation: "SPOOFED gate",
  description: "SPOOFED text",
  host: "SPOOFED host",
  cost: 777,
  groupMeChatUrl: "https://spoofed.example/join",
  groupMeChatId: "SPOOFED-chat",
  shortLocation: "SPOOFED",
  pollText: "SPOOFED poll",
  pollPrivateLocation: "SPOOFED poll place",
  imgKey: "dance",
  cancelReason: "SPOOFED reason",
  generalpublic: false,
  membersOnly: true,
};

test("[SAFE-11] what guests act on waits for an organizer, field by field and together; the old version stays up", async () => {
  const guest = await newcomer(site);
  const id = await addEvent();
  await rsvpState(answer(site, id, guest.token, "going"));
  await site.mails();
  const before = await item(id, admin);
  for (const [name, value] of Object.entries(ACTED_ON)) {
    const { waiting, socialEvents } = await changed(id, { [name]: value });
    expect(waiting?.change, name).toMatchObject({ [name]: value });
    expect(socialEvents.Item.title).toBe(before.title);
  }
  const mailed = (await site.mails()).length;
  await changed(id, ACTED_ON);
  expect(await item(id, admin)).toEqual(before);
  for (const path of ["/events.ics", `/events/${id}.ics`, "/events.rss", "/api/social-events"])
    expect(await (await site.fetch(path)).text(), path).not.toMatch(/spoofed/i);
  // Unpublished changes notify nobody.
  expect((await site.mails()).slice(mailed)).toEqual([]);
  expect(await noticesOf(guest)).toEqual([]);
  // A guest has no way to read it.
  expect((await callEvent(site, "GET", `${id}/settings`, { as: guest.token })).status).toBe(403);
});

test("[SAFE-11] a cancellation, a postponement and the number of spaces mislead nobody, so they show at once", async () => {
  const guest = await newcomer(site);
  const id = await addEvent({ capacity: 5 });
  await rsvpState(answer(site, id, guest.token, "going"));
  const first = await changed(id, { spaces: 12, title: "Other" });
  expect([first.waiting?.change, first.socialEvents.Item.spacesLeft]).toEqual([{ title: "Other" }, 11]);
  expect((await changed(id, { status: "postponed" })).socialEvents.Item.status).toBe("postponed");
  expect((await changed(id, { status: "cancelled" })).socialEvents.Item.status).toBe("cancelled");
  expect(await noticesOf(guest)).toContain("event_cancelled");
  // To let it take place after all would send guests there: that waits.
  const again = await changed(id, { status: "scheduled" });
  expect([again.waiting?.change.status, again.socialEvents.Item.status]).toEqual(["scheduled", "cancelled"]);
});

test("[SAFE-11] changes by members, hosts with a Host ID and organizers, and of unpublished events, apply at once", async () => {
  const member = await newcomer(site, { groups: ["Members"] });
  const holder = await newcomer(site);
  const revoked = await newcomer(site);
  const now = new Date();
  await site.app.db.insert(hostIds).values([
    { id: "held-by-holder", userId: holder.userId, hostIdHash: "one", createdAt: now },
    { id: "revoked", userId: revoked.userId, hostIdHash: "two", createdAt: now, revokedAt: now },
  ]);
  for (const person of [member, holder]) {
    const id = await addEvent({ hostUserId: person.userId });
    const { waiting, socialEvents } = await changed(id, { title: "At once" }, person.token);
    expect([waiting, socialEvents.Item.title]).toEqual([null, "At once"]);
    expect((await settings(id, person.token)).mustWait).toBe(false);
  }
  const own = await addEvent({ hostUserId: revoked.userId });
  expect((await changed(own, { title: "Waits" }, revoked.token)).socialEvents.Item.title).not.toBe("Waits");
  const held = await addEvent({ held: true });
  expect((await changed(held, { title: "Still held" })).socialEvents.Item.title).toBe("Still held");
  const theirs = await addEvent();
  expect((await changed(theirs, { title: "Organizer's" }, admin)).socialEvents.Item.title).toBe("Organizer's");
});

test("[SAFE-11] the organizer sees old and new, publishes, and guests are told then; the host is told too", async () => {
  const guest = await newcomer(site);
  const id = await addEvent();
  await rsvpState(answer(site, id, guest.token, "going"));
  await changed(id, { location: "North lot", time: "19:30" });
  const counts = async () => (await (await site.fetch("/api/admin/counts", { as: admin })).json()) as object;
  expect(await counts()).toMatchObject({ eventChanges: 1, heldEvents: 0 });
  const { changes, total } = await queue();
  expect(total).toBe(1);
  expect(changes[0]).toMatchObject({
    event: { socialEventId: id, location: "The pier" },
    host: { userId: host.userId },
    before: { location: "The pier", time: "18:00" },
    after: { location: "North lot", time: "19:30" },
    scope: "this",
  });
  await site.mails();
  const done = await publish(id);
  const said = (await done.json()) as DecidedChange;
  expect([done.status, said.message]).toEqual([
    200,
    "The change is published. The host and the guests will be notified.",
  ]);
  expect(await item(id)).toMatchObject({ location: "North lot", time: "7:30 PM" });
  expect(await queue()).toEqual({ changes: [], total: 0, next: null });
  expect(await counts()).toMatchObject({ eventChanges: 0 });
  expect(await noticesOf(guest)).toEqual(["event_changed"]);
  expect((await mailsTo(guest.email)).at(-1)?.text).toContain("North lot");
  expect(await noticesOf(host)).toEqual(["change_published"]);
  expect((await mailsTo(host.email)).at(-1)?.subject).toMatch(/^Your change is published: Event/);
  expect((await settings(id)).waiting).toBeNull();
  await expectTrueCounts(site, id);

  // Undone, the event is as it was, guests hear of it, and the change waits again.
  const back = await undo(said.auditId);
  expect([back.status, await back.json()]).toMatchObject([
    200,
    { message: "The event is as it was before, and the change waits again." },
  ]);
  expect(await item(id)).toMatchObject({ location: "The pier", time: "6:00 PM" });
  expect((await settings(id)).waiting?.change).toEqual({ location: "North lot", time: "19:30" });
  expect((await mailsTo(guest.email)).at(-1)?.text).toContain("The pier");
  const { rows } = await site.app.db.execute(sql`select action, actor_email from audit_log order by id`);
  expect(rows).toEqual([
    { action: "event_change_published", actor_email: "admins@example.com" },
    { action: "undone", actor_email: "admins@example.com" },
  ]);
});

test("[SAFE-11] an undo leaves what somebody changed since, and a proposal that the host sent since", async () => {
  const id = await addEvent();
  await changed(id, { title: "Proposed", location: "North lot" });
  const { auditId } = (await (await publish(id)).json()) as DecidedChange;
  await changed(id, { location: "Organizer's place" }, admin);
  await changed(id, { title: "Newer wish" });
  expect((await undo(auditId)).status).toBe(200);
  const now = await item(id);
  expect([now.title, now.location]).toEqual([expect.stringMatching(/^Event/), "Organizer's place"]);
  expect((await settings(id)).waiting?.change).toEqual({ title: "Newer wish" });
});

test("[SAFE-11] a refusal needs a reason, reaches the host in mail, notice and form, and can be undone", async () => {
  const id = await addEvent();
  await changed(id, { title: "Free Rolex" });
  expect((await refuse(id, "  ")).status).toBe(422);
  const { auditId } = (await (await refuse(id)).json()) as DecidedChange;
  expect((await item(id)).title).toMatch(/^Event/);
  expect((await queue()).total).toBe(0);
  expect((await settings(id)).waiting).toMatchObject({
    change: { title: "Free Rolex" },
    refusal: "The pier is closed.",
  });
  expect(await noticesOf(host)).toEqual(["change_refused"]);
  expect((await mailsTo(host.email)).at(-1)?.text).toContain("The pier is closed.");
  expect((await undo(auditId)).status).toBe(200);
  expect((await queue()).total).toBe(1);
  // Refused again, then changed by the host: it waits anew, and the earlier refusal cannot be undone into it.
  const again = (await (await refuse(id)).json()) as DecidedChange;
  await changed(id, { title: "Better" });
  expect((await settings(id)).waiting).toMatchObject({ change: { title: "Better" }, refusal: null });
  expect((await undo(again.auditId)).status).toBe(409);
});

test("[SAFE-11] the organizer decides about what they saw: changed or withdrawn meanwhile, nothing happens", async () => {
  const id = await addEvent();
  await changed(id, { title: "Harmless" });
  const version = await versionOf(id);
  await changed(id, { title: "Harmful" });
  expect(await refusal(publish(id, version))).toMatchObject({
    status: 409,
    message: "The host edited or withdrew this change in the meantime. Please review it again.",
  });
  expect((await item(id)).title).toMatch(/^Event/);
  const withdrawn = await callEvent(site, "DELETE", `${id}/change`, { as: host.token });
  expect(await withdrawn.json()).toMatchObject({ message: "Your change is withdrawn. The event stays as it is." });
  expect((await callEvent(site, "DELETE", `${id}/change`, { as: host.token })).status).toBe(404);
  expect((await publish(id, version)).status).toBe(404);
  // Of two organizers one decides.
  await changed(id, { title: "Once" });
  const current = await versionOf(id);
  const statuses = await Promise.all([publish(id, current), refuse(id, "No", current), publish(id, current)]);
  expect(statuses.filter(({ status }) => status === 200)).toHaveLength(1);
});

test("[SAFE-11] a proposal grows and shrinks with what its host saves; the last wish undone, nothing waits", async () => {
  const id = await addEvent();
  await changed(id, { title: "One" });
  await changed(id, { location: "North lot", expected: { location: "The pier" } });
  expect((await settings(id)).waiting?.change).toEqual({ title: "One", location: "North lot" });
  // The form began with what is proposed, so that is what it expects.
  const { waiting } = await changed(id, { location: "South lot", expected: { location: "North lot" } });
  expect(waiting?.change).toEqual({ title: "One", location: "South lot" });
  const published = (await settings(id)).settings;
  expect(published.location).toBe("The pier");
  await changed(id, { location: published.location });
  expect((await changed(id, { title: published.title })).waiting).toBeNull();
  expect((await queue()).total).toBe(0);
  // What cannot be is refused at once, not by the organizer.
  expect((await change(id, { date: "2026-11-01" })).status).toBe(422);
  expect((await settings(id)).waiting).toBeNull();
});

test("[SAFE-11] of a weekly series one proposal stands for all that follow, and is published for all", async () => {
  const series = { seriesId: "weekly", title: "Weekly" };
  const ids = [await addEvent(series), await addEvent({ ...series, day: "2026-12-05" })];
  const [first = "", second = ""] = ids;
  await changed(first, { location: "North lot", date: "2026-11-29", scope: "following" });
  expect((await queue()).changes).toMatchObject([{ scope: "following" }]);
  for (const id of ids) expect((await item(id)).location).toBe("The pier");
  const { auditId } = (await (await publish(first)).json()) as DecidedChange;
  expect(await item(first)).toMatchObject({ location: "North lot", day: "2026-11-29" });
  expect(await item(second)).toMatchObject({ location: "North lot", day: "2026-12-06" });
  expect((await undo(auditId)).status).toBe(200);
  expect(await item(second)).toMatchObject({ location: "The pier", day: "2026-12-05" });
  const hosted = (await (await callEvent(site, "GET", "mine", { as: host.token })).json()) as HostedPage;
  expect(hosted.changesWaiting).toEqual([first]);
});

test("[SAFE-11] what can no longer happen is not published, and a deleted host's change is gone", async () => {
  const id = await addEvent({ day: "2026-11-21" });
  await changed(id, { time: "16:00" });
  // As if the organizer had come to it in the evening.
  await site.app.db.execute(sql`update event_changes set change = '{"time": "08:00"}'`);
  expect(await refusal(publish(id))).toMatchObject({ status: 422 });
  expect((await item(id)).time).toBe("6:00 PM");
  await site.app.db.execute(sql`delete from users where user_id = ${host.userId}`);
  expect((await queue()).total).toBe(0);
});
