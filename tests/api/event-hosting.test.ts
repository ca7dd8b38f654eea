import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { answer, callEvent, expectTrueCounts, newcomer, refusal, rsvpState } from "#tests/support/events.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let host: Person;
let made = 0;
type Person = Awaited<ReturnType<typeof newcomer>>;
type EventOptions = Partial<Parameters<typeof makeEvent>[0]>;

beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  // A host need not be a member.
  // A member, whose changes show at once.
  host = await newcomer(site, { groups: ["Members"] });
});
afterAll(() => site.close());

async function addEvent(event: EventOptions = {}): Promise<string> {
  made += 1;
  const hosted = makeEvent({ day: "2026-11-28", title: `Event ${made}`, hostUserId: host.userId, ...event });
  return (await site.addEvent(hosted)).id;
}
const change = (id: string, body: unknown, as = host.token) => callEvent(site, "PATCH", id, { as, body });
async function told<T>(response: Response | Promise<Response>): Promise<T> {
  const answered = await response;
  const said = (await answered.json()) as T;
  expect(answered.status, JSON.stringify(said)).toBe(200);
  return said;
}
type Item = Record<string, unknown>;
const read = async (id: string) =>
  (await told<{ socialEvents: { Item: Item } }>(site.fetch(`/api/social-events?id=${id}`))).socialEvents.Item;
type Editable = { settings: Item; guests: number; following: string[]; held: boolean };
const settings = (id: string, as = host.token) => told<Editable>(callEvent(site, "GET", `${id}/settings`, { as }));

test("[EVT-08] the host reads everything of their own event to edit it; the Host ID is in no answer", async () => {
  const id = await addEvent({
    title: "Hidden Fire",
    location: "Dune 9",
    membersOnlyLocation: true,
    privateLocation: "Gate code 4417",
    password: "Ana, 0142",
    capacity: 3,
    costCents: 1250,
  });
  const [goer, maybe, waiting] = await Promise.all([newcomer(site), newcomer(site), newcomer(site)]);
  await rsvpState(answer(site, id, goer.token, "going"));
  await rsvpState(answer(site, id, maybe.token, "maybe"));
  await rsvpState(answer(site, id, waiting.token, "not_going"));
  const editable = await settings(id);
  expect(editable).toMatchObject({ guests: 2, guestsOfAll: 2, following: [], held: false });
  expect(editable.settings).toMatchObject({
    title: "Hidden Fire",
    date: "2026-11-28",
    time: "18:00",
    location: "Dune 9",
    privateLocation: "Gate code 4417",
    membersOnly: true,
    cost: 12.5,
    spaces: 3,
  });
  expect(JSON.stringify(editable)).not.toContain("0142");
  expect(await refusal(callEvent(site, "GET", `${id}/settings`, { as: goer.token }))).toMatchObject({ status: 403 });
  expect(await refusal(callEvent(site, "GET", "no%00ne/settings", { as: host.token }))).toMatchObject({ status: 404 });
});

test("[API-01] what somebody else changed meanwhile is not overwritten: each field says what stands there now", async () => {
  const id = await addEvent({ title: "Picnic", location: "Pier" });
  const { settings: began } = await settings(id);
  await told(change(id, { title: "Great Picnic", time: "17:00" }));
  const response = await change(id, {
    title: "Little Picnic",
    description: "Bring forks.",
    expected: { title: began["title"], description: began["description"] },
  });
  expect([response.status, await response.json()]).toMatchObject([
    409,
    {
      message: "Someone else changed this event in the meantime. Your changes are not saved yet, and nothing is lost.",
      fields: { title: "It says now: Great Picnic" },
    },
  ]);
  expect(await read(id)).toMatchObject({ title: "Great Picnic", description: began["description"] });
  // Different fields are no conflict, nor is the same wish of both.
  await told(
    change(id, {
      description: "Bring forks.",
      time: "17:00",
      expected: { description: began["description"], time: "18:00" },
    }),
  );
  await told(change(id, { title: "Little Picnic", expected: { title: "Great Picnic" } }));
  expect(await read(id)).toMatchObject({ title: "Little Picnic", description: "Bring forks.", time: "5:00 PM" });
});

test("[API-01] of two who save the same field at once from the same beginning, one is told so", async () => {
  const id = await addEvent({ title: "Duel" });
  const wishes = ["18:15", "18:30", "18:45", "19:00"];
  const answers = await Promise.all(wishes.map((time) => change(id, { time, expected: { time: "18:00" } })));
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409]);
  expect(await read(id)).toMatchObject({ sequence: 1 });
});

test("[API-01] a private place that only repeats the place goes along with it", async () => {
  const id = await addEvent({ location: "Dune 9", privateLocation: "Dune 9", membersOnlyLocation: true });
  await told(change(id, { location: "Dune 12" }));
  expect((await settings(id)).settings).toMatchObject({ location: "Dune 12", privateLocation: "Dune 12" });
  await told(change(id, { privateLocation: "Ring 3" }));
  await told(change(id, { location: "Dune 13" }));
  expect((await settings(id)).settings).toMatchObject({ location: "Dune 13", privateLocation: "Ring 3" });
});

test("[EVT-13] postponed to a new date: the same address, the former date told, a higher sequence in the calendar", async () => {
  const id = await addEvent({ title: "Moved" });
  const goer = await newcomer(site);
  await rsvpState(answer(site, id, goer.token, "going"));
  await told(change(id, { status: "postponed" }));
  const calendar = async () => (await site.fetch(`/events/${id}.ics`)).text();
  expect(await calendar()).toMatch(/SEQUENCE:1\r\n[\s\S]*STATUS:TENTATIVE/);
  expect(await read(id)).not.toHaveProperty("previousStartsAt");
  await told(change(id, { status: "scheduled", date: "2026-12-05" }));
  expect(await read(id)).toMatchObject({
    socialEventId: id,
    day: "2026-12-05",
    status: "scheduled",
    previousStartsAt: "2026-11-28T18:00:00-05:00",
    going: 1,
  });
  const moved = await calendar();
  expect(moved).toMatch(/SEQUENCE:2\r\n[\s\S]*DTSTART;TZID=America\/New_York:20261205T180000[\s\S]*STATUS:CONFIRMED/);
  expect(moved).toContain(`UID:event-${id}@`);
  // Back to where it was: nothing to tell of the past.
  await told(change(id, { date: "2026-11-28" }));
  expect(await read(id)).not.toHaveProperty("previousStartsAt");
});

test("[EVT-13, API-01] canceled it stays in list and feed, marked; it comes back while there is time, else with a new date", async () => {
  const id = await addEvent({ title: "On And Off" });
  await told(change(id, { status: "cancelled" }));
  const list = await told<{ socialEvents: Item[] }>(site.fetch("/api/social-events"));
  expect(list.socialEvents.find((event) => event["socialEventId"] === id)).toMatchObject({ status: "cancelled" });
  expect(await (await site.fetch("/events.ics")).text()).toMatch(
    new RegExp(`UID:event-${id}@[\\s\\S]*?STATUS:CANCELLED`),
  );
  await told(change(id, { status: "scheduled" }));
  expect(await read(id)).toMatchObject({ status: "scheduled", sequence: 2 });
  const over = await addEvent({ day: "2026-11-14", title: "Over", status: "cancelled" });
  const response = await change(over, { status: "scheduled" });
  expect([response.status, await response.json()]).toMatchObject([
    422,
    { fields: { date: "Its time has passed. Give it a new date to run it again." } },
  ]);
  await told(change(over, { status: "scheduled", date: "2026-12-12" }));
  expect(await read(over)).toMatchObject({ day: "2026-12-12", previousStartsAt: "2026-11-14T18:00:00-05:00" });
});

test("[DASH-06] more places for a full event go to who waits, through the same call as all changes", async () => {
  const id = await addEvent({ capacity: 1 });
  const line = await Promise.all([newcomer(site), newcomer(site), newcomer(site)]);
  for (const { token } of line) await rsvpState(answer(site, id, token, "going"));
  await told(change(id, { spaces: 2, expected: { spaces: 1 } }));
  expect(await expectTrueCounts(site, id)).toEqual({ going: 2, waiting: 1 });
});

test("[ADMIN-12] an organizer's change of somebody else's event is in the log; a host's own is not", async () => {
  const admin = await newcomer(site, { groups: ["Admins"] });
  const id = await addEvent({ title: "Audited" });
  const own = await addEvent({ title: "Own", hostUserId: admin.userId });
  await told(change(id, { description: "By the host." }));
  await told(change(own, { description: "Mine." }, admin.token));
  await told(change(id, { title: "Seen", cost: 5 }, admin.token));
  const { entries } = await told<{ entries: Item[] }>(
    site.fetch("/api/admin/audit?action=event_changed", { as: admin.token }),
  );
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({
    action: "event_changed",
    subjectIds: [id],
    before: { title: "Audited", cost: 0 },
    after: { title: "Seen", cost: 5 },
    actor: { email: admin.email },
    canUndo: false,
  });
});

test("a host reads who comes to their events, which door is open and whether any is over", async () => {
  const other = await newcomer(site);
  const now = site.app.clock.now();
  const day = now.toISOString().slice(0, 10);
  const id = await addEvent({ title: "Full Court", hostUserId: other.userId, capacity: 1 });
  const soon = await addEvent({
    day,
    title: "Door Soon",
    hostUserId: other.userId,
    startsAt: new Date(now.getTime() + 3_600_000),
  });
  const replies = ["going", "maybe", "going"] as const;
  for (const reply of replies) await rsvpState(answer(site, id, (await newcomer(site)).token, reply));
  const mine = () =>
    told<{ socialEvents: Item[]; guests: Item; doorsOpen: string[]; hasPast: boolean }>(
      site.fetch("/api/social-events/mine", { as: other.token }),
    );
  expect(await mine()).toMatchObject({
    guests: { [id]: { maybe: 1, waiting: 1 }, [soon]: { maybe: 0, waiting: 0 } },
    doorsOpen: [soon],
    hasPast: false,
  });
  await addEvent({ day: "2026-10-01", title: "Long Over", hostUserId: other.userId });
  expect((await mine()).hasPast).toBe(true);
});

test("[CREATE-09] a host reads their own events, the held ones too, a page at a time; nobody else's", async () => {
  const other = await newcomer(site);
  const mine = (query: string, as = other.token) =>
    told<{ socialEvents: Item[]; next: string | null }>(site.fetch(`/api/social-events/mine${query}`, { as }));
  for (let day = 1; day <= 22; day += 1)
    await addEvent({
      day: `2026-12-${String(day).padStart(2, "0")}`,
      title: `Mine ${day}`,
      hostUserId: other.userId,
      held: day === 2,
    });
  await addEvent({ day: "2026-11-01", title: "Past A", hostUserId: other.userId });
  await addEvent({ day: "2026-10-01", title: "Past B", hostUserId: other.userId });
  const first = await mine("");
  expect(first.socialEvents).toHaveLength(20);
  expect(first.socialEvents.slice(0, 3).map(({ title, held }) => [title, held])).toEqual([
    ["Mine 1", undefined],
    ["Mine 2", true],
    ["Mine 3", undefined],
  ]);
  const second = await mine(`?after=${encodeURIComponent(first.next ?? "")}`);
  expect([second.socialEvents.map(({ title }) => title), second.next]).toEqual([["Mine 21", "Mine 22"], null]);
  expect((await mine("?when=past")).socialEvents.map(({ title }) => title)).toEqual(["Past A", "Past B"]);
  expect(await mine("", (await newcomer(site)).token)).toEqual({
    socialEvents: [],
    guests: {},
    doorsOpen: [],
    changesWaiting: [],
    hasPast: false,
    next: null,
  });
  for (const query of ["?after=x", "?when=ever"])
    expect((await site.fetch(`/api/social-events/mine${query}`, { as: other.token })).status).toBeLessThan(423);
  expect((await site.fetch("/api/social-events/mine?after=x", { as: other.token })).status).toBe(400);
});
