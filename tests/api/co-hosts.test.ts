import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import type { CoHosts } from "#src/features/events/co-hosts/schema.ts";
import type { HostedPage } from "#src/features/events/hosting/schema.ts";
import { setMailPreferences } from "#src/mail/preferences.server.ts";
import { callEvent, newcomer, refusal, rsvpState } from "#tests/support/events.ts";
import { expectReady } from "#tests/support/live-reader.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

type Someone = Awaited<ReturnType<typeof newcomer>>;

let site: TestSite;
let host: Someone;
let admin: string;
let made = 0;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "100" });
  host = await newcomer(site);
  admin = await site.tokenFor(["Admins"]);
});
afterAll(() => site.close());

/** An event that begins within the hour, with people who answered. */
async function eventWith(...guests: readonly [person: Someone, answer: string][]) {
  made += 1;
  const startsAt = new Date(site.app.clock.now().getTime() + 1_800_000);
  const day = startsAt.toISOString().slice(0, 10) as `${number}-${number}-${number}`;
  const event = makeEvent({ day, startsAt, title: `Shared ${made}`, hostUserId: host.userId });
  await site.addEvent(event);
  for (const [{ userId }, answer] of guests)
    await site.app.db.execute(
      sql`insert into event_rsvps (event_id, user_id, answer, answered_at) values (${event.id}, ${userId}, ${answer}, now())`,
    );
  return event.id;
}

const name = (id: string, who: Someone, as = host.token) =>
  callEvent(site, "PUT", `${id}/co-hosts/${who.userId}`, { as });
const takeBack = (id: string, who: Someone, as = host.token) =>
  callEvent(site, "DELETE", `${id}/co-hosts/${who.userId}`, { as });
const state = (id: string, as?: string) => rsvpState(callEvent(site, "GET", `${id}/rsvp`, { as }));
async function listed(id: string, as: string): Promise<CoHosts> {
  const answer = await callEvent(site, "GET", `${id}/co-hosts`, { as });
  expect(answer.status).toBe(200);
  return (await answer.json()) as CoHosts;
}

/** What a host does, each with the status that this caller gets. */
async function statuses(id: string, as: string): Promise<number[]> {
  const soon = new Date(site.app.clock.now().getTime() + 600_000).toISOString();
  const hold = { decision: "hold", reason: "weather", decidesAt: soon, default: "runs" };
  const calls = [
    callEvent(site, "GET", `${id}/door`, { as }),
    callEvent(site, "GET", `${id}/forecast`, { as }),
    callEvent(site, "GET", `${id}/attendees`, { as }),
    callEvent(site, "PATCH", id, { as, body: { spaces: 30, scope: "this", was: {} } }),
    callEvent(site, "PUT", `${id}/decision`, { as, body: hold }),
    callEvent(site, "POST", `${id}/courts/link`, { as }),
  ];
  return Promise.all(calls.map(async (call) => (await call).status));
}

test("[DAY-12] a co-host can do what the host can, and nothing after they were taken back", async () => {
  const ana = await newcomer(site);
  const id = await eventWith([ana, "going"]);
  expect(await statuses(id, ana.token)).toEqual([403, 403, 403, 403, 403, 403]);
  expect((await name(id, ana)).status).toBe(200);
  expect(await statuses(id, ana.token)).toEqual([200, 200, 200, 200, 200, 201]);
  expect(await state(id, ana.token)).toMatchObject({ canManage: true, canKeepDoor: true });
  const mine = await site.fetch("/api/social-events/mine?when=upcoming", { as: ana.token });
  const { socialEvents } = (await mine.json()) as HostedPage;
  expect(socialEvents.map(({ socialEventId }) => socialEventId)).toEqual([id]);
  expect((await takeBack(id, ana)).status).toBe(200);
  expect(await statuses(id, ana.token)).toEqual([403, 403, 403, 403, 403, 403]);
});

test("[DAY-12] who can become a co-host stands in the order of the alphabet, with accents too", async () => {
  const named = (firstName: string) => newcomer(site, { user: { firstName } });
  const [zed, emil, fay] = [await named("Zed"), await named("Émil"), await named("fay")];
  const id = await eventWith([zed, "going"], [emil, "going"], [fay, "maybe"]);
  const { guests } = await listed(id, host.token);
  expect(guests.map(({ userId }) => userId)).toEqual([emil.userId, fay.userId, zed.userId]);
});

test("[DAY-12] only the host and organizers name co-hosts, among people who come; a co-host can leave", async () => {
  const [ana, ben, cy] = [await newcomer(site), await newcomer(site), await newcomer(site)];
  const id = await eventWith([ana, "going"], [ben, "maybe"], [cy, "not_going"]);
  expect(await refusal(name(id, cy))).toMatchObject({ status: 404, message: expect.stringContaining("has not") });
  expect((await name(id, host)).status).toBe(409);
  await name(id, ana);
  expect((await name(id, ben, ana.token)).status).toBe(403);
  expect((await name(id, ben, ben.token)).status).toBe(403);
  expect((await name(id, ben, admin)).status).toBe(200);
  expect((await takeBack(id, ben, ana.token)).status).toBe(403);
  const known = await listed(id, host.token);
  expect([known.coHosts.map(({ userId }) => userId), known.guests]).toEqual([[ana.userId, ben.userId], []]);
  expect(await listed(id, ana.token)).toMatchObject({ canName: false, guests: [], coHosts: [{ isMe: true }, {}] });
  expect((await takeBack(id, ana, ana.token)).status).toBe(200);
  expect((await listed(id, host.token)).guests.map(({ userId }) => userId)).toEqual([ana.userId]);
});

test("[DAY-12] an event has ten co-hosts at most, also when they are named at once", async () => {
  const guests = await Promise.all(Array.from({ length: 12 }, () => newcomer(site)));
  const id = await eventWith(...guests.map((guest): [Someone, string] => [guest, "going"]));
  const answers = await Promise.all(guests.map((guest) => name(id, guest)));
  const named = answers.filter(({ status }) => status === 200);
  expect([named.length, answers.filter(({ status }) => status === 409).length]).toEqual([10, 2]);
  expect((await listed(id, host.token)).coHosts).toHaveLength(10);
});

test("[DAY-12] the event names its co-hosts to people who are signed in, and not to the whole web", async () => {
  const ana = await newcomer(site);
  await site.app.db.execute(sql`update users set first_name = 'Ana', last_name = 'Reed' where user_id = ${ana.userId}`);
  const id = await eventWith([ana, "going"]);
  await name(id, ana);
  expect((await state(id, (await newcomer(site)).token)).coHosts).toEqual(["Ana Reed"]);
  expect((await state(id)).coHosts).toEqual([]);
});

test("[DAY-12] a new co-host gets one mail that says what they can do; who was taken back meanwhile gets none", async () => {
  const [ana, ben] = [await newcomer(site), await newcomer(site)];
  const id = await eventWith([ana, "going"], [ben, "going"]);
  const before = (await site.mails()).length;
  await name(id, ana);
  await name(id, ana);
  await name(id, ben);
  await takeBack(id, ben);
  const sent = (await site.mails()).slice(before);
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([[ana.email, `You are a co-host: Shared ${made}`]]);
  expect(sent[0]?.text).toContain("You can do what the host can");
});

test("[DAY-12] a person who is named again and again gets one mail a day, and none who wants no mails of hosts", async () => {
  const [ana, ben] = [await newcomer(site), await newcomer(site)];
  const id = await eventWith([ana, "going"], [ben, "going"]);
  const off = { unsubscribed: true };
  await site.app.db.transaction((tx) => setMailPreferences(tx, ben.email, off, site.app.clock.now()));
  const before = (await site.mails()).length;
  for (let times = 0; times < 3; times += 1)
    for (const guest of [ana, ben]) {
      await name(id, guest);
      await site.mails();
      await takeBack(id, guest);
      vi.spyOn(site.app.clock, "now").mockReturnValue(new Date(site.app.clock.now().getTime() + 1000));
    }
  vi.restoreAllMocks();
  expect((await site.mails()).slice(before).map(({ to }) => to)).toEqual([ana.email]);
});

test("[DAY-12, FORM-07] what people write to the host of an event goes to the co-hosts too", async () => {
  const ana = await newcomer(site);
  const id = await eventWith([ana, "going"]);
  await name(id, ana);
  const before = (await site.mails()).length;
  const form = { email: "asks@example.com", formType: "contact", message: "Is there parking?", eventId: id };
  expect((await site.post("/api/form-submission", form)).status).toBe(200);
  const readers = (await site.mails()).slice(before).map(({ to }) => to);
  expect(readers).toEqual(expect.arrayContaining([host.email, ana.email]));
});

test("[DAY-12] what an organizer does to the co-hosts of others is written down, in words", async () => {
  const ana = await newcomer(site);
  await site.app.db.execute(sql`update users set first_name = 'Ana', last_name = 'Reed' where user_id = ${ana.userId}`);
  const id = await eventWith([ana, "going"]);
  await name(id, ana, admin);
  await takeBack(id, ana);
  const { rows } = await site.app.db.execute(
    sql`select action, subject_ids, after from audit_log where ${id} = any(subject_ids)`,
  );
  expect(rows).toEqual([{ action: "event_changed", subject_ids: [id, ana.userId], after: { "co-host": "Ana Reed" } }]);
});

test("[DAY-12] the open door of a co-host closes when they are taken back", async () => {
  const ana = await newcomer(site);
  const id = await eventWith([ana, "going"]);
  await name(id, ana);
  const listen = () => site.fetch(`/api/live?door=${id}`, { as: ana.token });
  const reader = await expectReady(await listen());
  await takeBack(id, ana);
  const { rows } = await site.app.db.execute<{ subject: string }>(
    sql`select subject from change_log where topic = 'account_changed' and subject = ${ana.sub}`,
  );
  // Once for the naming, and once for its end.
  expect(rows).toHaveLength(2);
  site.live.hearAccount(ana.sub);
  expect(await reader.next()).toBeNull();
  expect((await listen()).status).toBe(403);
});

test("[DAY-12] a co-host changes the event, but not who hosts it or how the host is paid", async () => {
  const [ana, ben] = [await newcomer(site, { groups: ["Members"] }), await newcomer(site)];
  const id = await eventWith([ana, "going"], [ben, "going"]);
  expect((await name(id, ana)).status).toBe(200);
  const change = (as: string, body: object) => callEvent(site, "PATCH", id, { as, body });
  expect((await change(ana.token, { description: "Bring shoes." })).status).toBe(200);
  const refused = await change(ana.token, { organizerVenmo: "thief", organizerCashApp: "$thief", host: "Ana Reed" });
  expect(refused.status).toBe(422);
  const { fields } = (await refused.json()) as { fields: Record<string, string> };
  expect(Object.keys(fields).toSorted()).toEqual(["host", "organizerCashApp", "organizerVenmo"]);
  expect(fields["host"]).toBe("Only the host of this event or an organizer may change this.");
  expect((await change(admin, { organizerVenmo: "real" })).status).toBe(200);
});
