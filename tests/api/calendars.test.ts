import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { socialEvents as eventsTable } from "#src/db/tables/events.ts";
import { googleCalendarUrl, outlookCalendarUrl } from "#src/features/events/calendar/rules.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { readCalendar } from "#tests/support/read-calendar.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const EVENING = makeEvent({
  day: "2026-11-28",
  title: "Volley, ball; \\ fun\nand more",
  id: "2026-11-28-volley-ball",
  description: `Bring water.\n\n${"Grüße vom Strand 🏖️ ".repeat(20)}`,
  startTime: "18:00:00",
  lengthMinutes: 150,
  sequence: 3,
  bring: "A towel, two dollars",
});
// The night in which the clocks go back: it begins before and ends after.
const CLOCKS = makeEvent({ day: "2026-10-31", title: "Late Fire", startTime: "23:30:00", lengthMinutes: 180 });
// It begins and ends at 1:30, an hour apart.
const TWICE = makeEvent({ day: "2026-11-01", title: "Extra Hour", startTime: "01:30:00", lengthMinutes: 60 });
// There is no 2:30 in that night.
const SKIPPED = makeEvent({ day: "2027-03-14", title: "Lost Hour", startTime: "02:30:00", lengthMinutes: 120 });
const SUMMER = makeEvent({ day: "2027-07-04", title: "Fireworks", startTime: "20:00:00", lengthMinutes: null });
const OFF = makeEvent({ day: "2026-11-29", title: "Off", status: "cancelled", sequence: 1 });
const LATER = makeEvent({ day: "2026-11-30", title: "Later", status: "postponed", sequence: 1 });
const HIDDEN = makeEvent({
  day: "2026-12-01",
  title: "Hidden Place",
  membersOnlyLocation: true,
  location: "SECRET-PLACE",
  privateLocation: "SECRET-GATE",
});
const FRIENDS = makeEvent({ day: "2026-12-02", title: "Friends Only", generalPublic: false });

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
  for (const event of [EVENING, CLOCKS, TWICE, SKIPPED, SUMMER, OFF, LATER, HIDDEN, FRIENDS])
    await site.addEvent(event);
});
afterAll(() => site.close());

async function askCalendar(path: string) {
  const answer = await site.fetch(path);
  expect(answer.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
  const text = await answer.text();
  return { text, ...readCalendar(text) };
}

test("[EVT-13] the feed of public events: every line short, every zone defined, nothing that is not public", async () => {
  const { text, calendar, events, of } = await askCalendar("/events.ics");
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75);
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  expect(calendar.getFirstPropertyValue("method")).toBe("PUBLISH");
  expect(calendar.getAllSubcomponents("vtimezone").map((zone) => zone.getFirstPropertyValue("tzid"))).toEqual([
    "America/New_York",
  ]);
  expect(events.map(({ summary }) => summary)).toEqual([
    "Late Fire",
    "Extra Hour",
    "Volley, ball; \\ fun\nand more",
    "Off",
    "Postponed: Later",
    "Hidden Place",
    "Lost Hour",
    "Fireworks",
  ]);
  expect(of("Hidden Place")?.location).toBe("join group for location");
  expect(text).not.toMatch(/SECRET|Friends Only/);
});

test("[EVT-13] a zone is defined under the name that its events have, also where it shares another's rules", async () => {
  const event = makeEvent({ day: "2026-12-05", title: "Dam", timeZone: "Europe/Amsterdam" });
  await site.addEvent(event);
  onTestFinished(async () => void (await site.app.db.delete(eventsTable).where(eq(eventsTable.id, event.id))));
  const { calendar, of } = await askCalendar(`/events/${event.id}.ics`);
  const [zone] = calendar.getAllSubcomponents("vtimezone");
  expect([zone?.getFirstPropertyValue("tzid"), of("Dam")?.startDate.zone.tzid]).toEqual([
    "Europe/Amsterdam",
    "Europe/Amsterdam",
  ]);
});

// The server's own zone must not show: these hold whatever TZ is.
test.each([
  ["Volley, ball; \\ fun\nand more", "2026-11-28T18:00:00", "2026-11-28T23:00:00.000Z", "2026-11-29T01:30:00.000Z"],
  ["Late Fire", "2026-10-31T23:30:00", "2026-11-01T03:30:00.000Z", "2026-11-01T06:30:00.000Z"],
  ["Fireworks", "2027-07-04T20:00:00", "2027-07-05T00:00:00.000Z", "2027-07-05T00:00:00.000Z"],
])("[EVT-13] %s stands at its local time, which is the right moment", async (title, local, start, end) => {
  const { of } = await askCalendar("/events.ics");
  const event = of(title);
  expect(event?.startDate.toString()).toBe(local);
  expect(event?.startDate.zone.tzid).toBe("America/New_York");
  expect([event?.startDate, event?.endDate].map((time) => time?.toJSDate().toISOString())).toEqual([start, end]);
});

test("[EVT-13] an end in the hour that the clocks repeat is the right one, and not the start", async () => {
  const { text } = await askCalendar(`/events/${TWICE.id}.ics`);
  expect(text).toContain("DTSTART;TZID=America/New_York:20261101T013000\r\nDTEND:20261101T063000Z\r\n");
  const late = await askCalendar(`/events/${CLOCKS.id}.ics`);
  expect(late.text).toContain("DTEND:20261101T063000Z\r\n");
});

test("[EVT-01, EVT-13] an event in the hour that the clocks skip stands at one time everywhere", async () => {
  const answer = await site.fetch(`/api/social-events?id=${SKIPPED.id}`);
  const { socialEvents } = (await answer.json()) as { socialEvents: { Item: EventView } };
  expect(socialEvents.Item).toMatchObject({
    time: "3:30 AM",
    endTime: "5:30 AM",
    startsAt: "2027-03-14T03:30:00-04:00",
    zoneName: "EDT",
  });
  const { text } = await askCalendar(`/events/${SKIPPED.id}.ics`);
  expect(text).toContain("DTSTART;TZID=America/New_York:20270314T033000\r\n");
});

test("[EVT-13] an event's own file says what it is, and what became of it, under an id that stays", async () => {
  const { events } = await askCalendar(`/events/${EVENING.id}.ics`);
  const [event] = events;
  expect(events).toHaveLength(1);
  expect([event?.uid, event?.sequence, event?.component.getFirstPropertyValue("status")]).toEqual([
    `event-${EVENING.id}@sandbar.localhost`,
    3,
    "CONFIRMED",
  ]);
  expect(event?.description).toBe(
    `${EVENING.description}\n\nBring: A towel, two dollars\n\nhttp://sandbar.localhost/events/${EVENING.id}`,
  );
  const statuses = [OFF, LATER].map(async ({ id }) => (await askCalendar(`/events/${id}.ics`)).events[0]);
  expect(
    (await Promise.all(statuses)).map((other) => [other?.sequence, other?.component.getFirstPropertyValue("status")]),
  ).toEqual([
    [1, "CANCELLED"],
    [1, "TENTATIVE"],
  ]);
  const [, postponed] = await Promise.all(statuses);
  expect(postponed?.summary).toBe("Postponed: Later");
  for (const id of [FRIENDS.id, "2026-01-01-nothing", "%00", "..%2f..%2fetc"])
    expect((await site.fetch(`/events/${id}.ics`)).status, id).toBe(404);
});

test("[EVT-13] [EVT-08] a signed-in person's file says what they may read, and no cache keeps it for others", async () => {
  const ask = async (id: string, as?: string) => {
    const answer = await site.fetch(`/events/${id}.ics`, as === undefined ? {} : { as });
    return { answer, text: (await answer.text()).replaceAll("\r\n ", "") };
  };
  const member = await site.signedIn({ groups: ["Members"], email: "file-member@example.com" });
  const other = await site.signedIn({ email: "file-other@example.com" });
  const theirs = await ask(HIDDEN.id, member.token);
  expect(theirs.text).toContain("LOCATION:SECRET-PLACE · SECRET-GATE");
  expect([theirs.answer.headers.get("cache-control"), theirs.answer.headers.get("vary")]).toEqual([
    "private, no-store",
    expect.stringContaining("authorization"),
  ]);
  const organizer = await site.signedIn({ groups: ["Admins"], email: "file-organizer@example.com" });
  await site.app.db.update(accounts).set({ userId: null }).where(eq(accounts.sub, organizer.sub));
  const withoutPerson = await ask(HIDDEN.id, organizer.token);
  expect(withoutPerson.text).toContain("LOCATION:SECRET-PLACE");
  expect(withoutPerson.answer.headers.get("cache-control")).toBe("private, no-store");
  for (const as of [undefined, other.token]) expect((await ask(HIDDEN.id, as)).text).not.toContain("SECRET");
  expect((await ask(FRIENDS.id, member.token)).answer.status).toBe(200);
  expect((await ask(HIDDEN.id)).answer.headers.get("vary")).toContain("authorization");
  expect((await ask(HIDDEN.id, "no.valid.token")).answer.status).toBe(401);
});

test("[EVT-13] Google and Outlook are handed the same moments", async () => {
  const answer = await site.fetch(`/api/social-events?id=${EVENING.id}`);
  const { socialEvents } = (await answer.json()) as { socialEvents: { Item: EventView } };
  const google = new URL(googleCalendarUrl(socialEvents.Item, "http://sandbar.localhost/x")).searchParams;
  expect([google.get("dates"), google.get("ctz"), google.get("text")]).toEqual([
    "20261128T230000Z/20261129T013000Z",
    "America/New_York",
    EVENING.title,
  ]);
  const outlook = new URL(outlookCalendarUrl(socialEvents.Item, "http://sandbar.localhost/x")).searchParams;
  expect([outlook.get("startdt"), outlook.get("enddt")]).toEqual([
    "2026-11-28T23:00:00.000Z",
    "2026-11-29T01:30:00.000Z",
  ]);
});

test("[EVT-13] a busy year is in the feed as a whole", async () => {
  const { events: before } = await askCalendar("/events.ics");
  // Many begin at the same minute, so that only their ids tell where a page ended.
  const many = Array.from({ length: 1_001 }, (_, index) => {
    const day = index < 700 ? "2027-01-09" : "2027-01-10";
    return makeEvent({ day, id: `${day}-game-${String(index).padStart(4, "0")}`, title: `Game ${index}` });
  });
  await site.app.db.insert(eventsTable).values(many);
  const { events } = await askCalendar("/events.ics");
  expect(events).toHaveLength(before.length + many.length);
  expect(new Set(events.map(({ summary }) => summary)).size).toBe(before.length + many.length);
});
