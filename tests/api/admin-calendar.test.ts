import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { auditLog } from "#src/db/tables/admin.ts";
import { chatCalendar } from "#src/db/tables/chat-calendar.ts";
import { chatMessages, chats } from "#src/db/tables/chats.ts";
import type { NewSocialEvent } from "#src/db/tables/events.ts";
import type { AdminEvents, CalendarAnswer } from "#src/features/admin/schema/calendar.ts";
import type { CalendarEntry, CalendarOutcome, ChatProviderPort } from "#src/ports/chat-provider/port.ts";
import { makeChat, makeEvent } from "#seeds/factories.ts";
import { callEvent } from "#tests/support/events.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const BASE = "/api/admin";

let site: TestSite;
let admin: string;
let second: string;
/** What the site was made with, to be put back after a test that has others. */
let own: Pick<TestSite["app"], "chatProvider" | "clock">;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  admin = await site.tokenFor(["Admins"]);
  second = await site.tokenFor(["Admins"], { email: "second@example.com" });
  own = { chatProvider: site.app.chatProvider, clock: site.app.clock };
});
afterAll(() => site.close());
beforeEach(async () => {
  Object.assign(site.app, own);
  await site.app.db.execute(sql`truncate social_events, chats, chat_calendar, calendar_posts, audit_log cascade`);
  await site.app.db.insert(chats).values([makeChat(), makeChat({ id: "dance", name: "Dance" })]);
});

const addEvent = (event: Partial<NewSocialEvent> = {}) => site.addEvent(makeEvent({ day: "2026-11-28", ...event }));
/** Later by so many seconds. */
function wait(seconds: number): void {
  const { clock } = site.app;
  Object.assign(site.app, { clock: { now: () => new Date(clock.now().getTime() + seconds * 1000) } });
}

async function command(type: string, eventIds: readonly string[], as = admin): Promise<CalendarAnswer> {
  const answer = await site.post(BASE, { type, eventIds }, as);
  expect(answer.status).toBe(200);
  return (await answer.json()) as CalendarAnswer;
}
const post = (ids: readonly string[], as?: string) => command("calendarEvents", ids, as);
const sendChanges = (ids: readonly string[], as?: string) => command("calendarChanges", ids, as);
async function list(days?: number | string): Promise<AdminEvents> {
  const answer = await site.fetch(`${BASE}?type=socialEvents${days === undefined ? "" : `&days=${days}`}`, {
    as: admin,
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as AdminEvents;
}
const change = (id: string, body: unknown) => callEvent(site, "PATCH", id, { as: admin, body });
const inCalendar = () => site.app.db.select().from(chatCalendar);
const actions = async () => (await site.app.db.select().from(auditLog).orderBy(auditLog.id)).map((row) => row.action);

type Calls = { created: CalendarEntry[]; looked: number };
/** A chat elsewhere that, like most, knows no keys: whoever creates twice has two. */
function chatElsewhere(more: (calls: Calls) => Partial<ChatProviderPort> = () => ({})): Calls {
  const calls: Calls = { created: [], looked: 0 };
  const chatProvider: ChatProviderPort = {
    post: (message) => own.chatProvider.post(message),
    async createCalendarEvent(entry) {
      calls.created.push(entry);
      return { ok: true, calendarEventId: `elsewhere-${calls.created.length}` };
    },
    async findCalendarEvent({ url }) {
      calls.looked += 1;
      const at = calls.created.findIndex((entry) => entry.url === url);
      return at < 0 ? null : `elsewhere-${at + 1}`;
    },
    updateCalendarEvent: async (calendarEventId) => ({ ok: true, calendarEventId }),
    cancelCalendarEvent: async (calendarEventId) => ({ ok: true, calendarEventId }),
    ...more(calls),
  };
  Object.assign(site.app, { chatProvider });
  return calls;
}

test("[ADMIN-07] events of the days ahead are listed, 14 days unless told; bad numbers are refused in words", async () => {
  const days = ["2026-11-21", "2026-12-05", "2026-12-06", "2026-12-21", "2026-12-22"];
  for (const day of days) await addEvent({ day, generalPublic: day !== "2026-12-05" });
  const listed = async (ahead?: number) => (await list(ahead)).upcomingEvents.map(({ day }) => day);
  expect(await listed()).toEqual(days.slice(0, 2));
  expect(await listed(15)).toEqual(days.slice(0, 3));
  expect(await listed(30)).toEqual(days.slice(0, 4));
  for (const wrong of ["0", "31", "-1", "1.5", "ten", ""]) {
    const answer = await site.fetch(`${BASE}?type=socialEvents&days=${wrong}`, { as: admin });
    const body = (await answer.json()) as { fields: Record<string, string> };
    expect([wrong, answer.status, body.fields["days"]]).toEqual([
      wrong,
      422,
      "Days ahead must be a positive integer, 1 to 30.",
    ]);
  }
  expect((await site.fetch(`${BASE}?type=everything`, { as: admin })).status).toBe(422);
});

test("[ADMIN-07, ADMIN-12] a posted event is in its chat's calendar, said there, marked as posted, and in the log", async () => {
  const { id } = await addEvent({ shortLocation: "North lot" });
  expect(await post([id])).toEqual({
    totalProcessed: 1,
    totalSuccessful: 1,
    results: [
      { event: id, title: "Beach Volleyball", success: true, message: "Posted to the calendar of Volleyball.", error: null },
    ],
  });
  const [kept] = await inCalendar();
  expect(kept).toMatchObject({
    chatId: "volleyball",
    name: "Beach Volleyball",
    startsAt: new Date("2026-11-28T23:00:00Z"),
    endsAt: new Date("2026-11-29T01:00:00Z"),
    timeZone: "America/New_York",
    placeName: "North lot",
    placeAddress: "South Beach Park, Jacksonville Beach",
    url: `http://sandbar.test/events/${id}`,
  });
  const [message] = await site.app.db.select().from(chatMessages);
  expect(message).toMatchObject({ chatId: "volleyball", system: true });
  expect(message?.text).toContain(`http://sandbar.test/events/${id}`);
  const { upcomingEvents, calendar } = await list();
  expect(upcomingEvents[0]?.poll).toBe(kept?.id);
  expect(calendar[id]).toEqual({ standing: "posted", hasChanges: false, isUnderWay: false, lastError: "" });
  const [entry] = await site.app.db.select().from(auditLog);
  expect(entry).toMatchObject({
    actorEmail: "admins@example.com",
    action: "event_posted",
    subjectIds: [id],
    before: { poll: "" },
    after: { poll: kept?.id, chat: "Volleyball" },
  });
});

test("[ADMIN-07] what cannot be posted says why, each by itself, and the others are posted", async () => {
  const good = await addEvent({ title: "Good" });
  const posted = await addEvent({ title: "Posted", poll: "123456" });
  const short = await addEvent({ title: "Short", poll: "12345" });
  const secret = await addEvent({ title: "Private", generalPublic: false });
  const held = await addEvent({ title: "Held", held: true });
  const off = await addEvent({ title: "Off", status: "cancelled" });
  const lost = await addEvent({ title: "Lost", chat: "Rock Climbing" });
  const answer = await post([good, posted, short, secret, held, off, lost, { id: "2026-01-01-nothing" }, good].map(({ id }) => id));
  expect([answer.totalProcessed, answer.totalSuccessful]).toEqual([8, 2]);
  expect(answer.results.map(({ success, message, error }) => [success, message, error])).toEqual([
    [true, "Posted to the calendar of Volleyball.", null],
    [false, "Not posted.", "It is in the calendar already."],
    [true, "Posted to the calendar of Volleyball.", null],
    [false, "Not posted.", "It is for close friends, so it can't be in a calendar that everybody in the chat reads."],
    [false, "Not posted.", "It is not published yet."],
    [false, "Not posted.", "It is cancelled."],
    [false, "Not posted.", "There is no chat called Rock Climbing to post it to."],
    [false, "Not posted.", "This event is not there any more. Please reload the list."],
  ]);
  expect((await inCalendar()).map(({ name }) => name).toSorted()).toEqual(["Good", "Short"]);
});

test("[ADMIN-07] nothing chosen, or nonsense, is refused in words", async () => {
  const says = async (body: unknown) => {
    const answer = await site.post(BASE, body, admin);
    return [answer.status, ((await answer.json()) as { message: string }).message];
  };
  expect(await says({ type: "calendarEvents", eventIds: [] })).toEqual([
    422,
    "Please select events to post to the calendar",
  ]);
  for (const body of [{}, { type: "calendarEvents" }, { type: "calendarEvents", eventIds: "all" }, { type: "other", eventIds: [] }])
    expect(await says(body)).toEqual([422, "Some of this cannot be used."]);
  expect(await says({ type: "calendarEvents", eventIds: ["\0"] })).toEqual([422, "Some of this cannot be used."]);
});

test("[ADMIN-07] a members-only place is not told to the chat's calendar", async () => {
  const { id } = await addEvent({
    membersOnlyLocation: true,
    location: "12 Secret Lane",
    privateLocation: "Gate 4711",
    shortLocation: "Secret Lane",
  });
  const calls = chatElsewhere();
  await post([id]);
  expect(calls.created[0]?.place).toEqual({ name: "join group for location", address: "" });
  expect(JSON.stringify(calls.created)).not.toMatch(/Secret|4711/);
});

test("[ADMIN-07] two organisers who press at once, again and again: one post, and the others read why not", async () => {
  const events = [await addEvent({ title: "One" }), await addEvent({ title: "Two" }), await addEvent({ title: "Three" })];
  const ids = events.map(({ id }) => id);
  const calls = chatElsewhere();
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => post(n % 2 === 0 ? ids : ids.toReversed(), n % 2 === 0 ? admin : second)),
  );
  expect(calls.created.map(({ name }) => name).toSorted()).toEqual(["One", "Three", "Two"]);
  expect(answers.reduce((sum, { totalSuccessful }) => sum + totalSuccessful, 0)).toBe(3);
  const errors = new Set(answers.flatMap(({ results }) => results.flatMap(({ error }) => error ?? [])));
  expect([...errors].toSorted()).toEqual([
    "It is in the calendar already.",
    ...(errors.size > 1
      ? ["Somebody is at it at this moment, or was and got no answer. Please try again in half a minute."]
      : []),
  ]);
  expect(await actions()).toEqual(["event_posted", "event_posted", "event_posted"]);
});

test("[ADMIN-07] the process dies after the chat has it and before that is noted: the next try finds it, and posts nothing", async () => {
  const { id } = await addEvent();
  let isCreated: () => void = () => undefined;
  const created = new Promise<void>((resolve) => (isCreated = resolve));
  const calls = chatElsewhere((made) => ({
    // It has the event, and whoever waits for the answer never goes on: what a dead process looks like from outside.
    createCalendarEvent(entry) {
      made.created.push(entry);
      isCreated();
      return new Promise<CalendarOutcome>(() => undefined);
    },
  }));
  void post([id]).catch(() => undefined);
  await created;
  // Nobody knows whether the first is dead, so nobody posts.
  const [early] = (await post([id], second)).results;
  expect(early?.error).toMatch(/^Somebody is at it at this moment/);
  expect((await list()).calendar[id]).toMatchObject({ standing: "unsure", isUnderWay: true });
  wait(61);
  expect((await list()).calendar[id]).toMatchObject({ standing: "unsure", isUnderWay: false });
  expect(await post([id], second)).toMatchObject({ totalSuccessful: 1 });
  expect(calls).toMatchObject({ created: [{ key: id }], looked: 1 });
  expect((await list()).upcomingEvents[0]?.poll).toBe("elsewhere-1");
  expect(await actions()).toEqual(["event_posted"]);
});

test("[ADMIN-07] the note cannot be written: that is said, and the next try looks before it posts", async () => {
  const { id } = await addEvent();
  const calls = chatElsewhere();
  await site.app.db.execute(
    sql`alter table social_events add constraint no_note check (poll = '') not valid`,
  );
  const [first] = (await post([id])).results;
  await site.app.db.execute(sql`alter table social_events drop constraint no_note`);
  expect(first).toMatchObject({ success: false });
  expect(first?.error).toMatch(/^It was sent to the chat, but the site could not note/);
  expect(await actions()).toEqual([]);
  wait(61);
  expect(await post([id])).toMatchObject({ totalSuccessful: 1 });
  expect(calls).toMatchObject({ created: [{ key: id }], looked: 1 });
});

test("[ADMIN-07] a chat that does not answer: one event fails, the others are posted, and a later try posts it once", async () => {
  const [one, two] = [await addEvent({ title: "One" }), await addEvent({ title: "Two" })];
  let isAway = true;
  const calls = chatElsewhere((made) => ({
    async createCalendarEvent(entry) {
      if (entry.name === "One" && isAway) throw new Error("ETIMEDOUT");
      made.created.push(entry);
      return { ok: true, calendarEventId: `elsewhere-${made.created.length}` };
    },
  }));
  const answer = await post([one.id, two.id]);
  expect(answer.results.map(({ success }) => success)).toEqual([false, true]);
  expect(answer.results[0]?.error).toMatch(/^The chat did not answer, so nobody knows yet/);
  expect((await list()).calendar[one.id]).toMatchObject({ standing: "unsure", isUnderWay: true });
  // What was on its way may still arrive: until then nobody tries.
  isAway = false;
  expect((await post([one.id])).totalSuccessful).toBe(0);
  wait(21);
  expect((await post([one.id])).totalSuccessful).toBe(1);
  expect(calls.looked).toBe(1);
  expect(calls.created.map(({ name }) => name)).toEqual(["Two", "One"]);
});

test("[ADMIN-07] a chat that refuses says why; the event can be tried again at once", async () => {
  const { id } = await addEvent();
  let reason: string | null = "events are switched off";
  chatElsewhere((made) => ({
    async createCalendarEvent(entry) {
      if (reason !== null) return { ok: false, fault: "refused", reason };
      made.created.push(entry);
      return { ok: true, calendarEventId: "elsewhere-1" };
    },
  }));
  const [refused] = (await post([id])).results;
  expect(refused?.error).toBe("The chat did not accept it: events are switched off");
  expect((await list()).calendar[id]).toEqual({
    standing: "failed",
    hasChanges: false,
    isUnderWay: false,
    lastError: "The chat did not accept it: events are switched off",
  });
  reason = null;
  expect((await post([id])).totalSuccessful).toBe(1);
  expect((await list()).calendar[id]).toMatchObject({ standing: "posted", lastError: "" });
});

test("[ADMIN-07] what changes after it was posted can be sent on; what has not changed is not said again", async () => {
  const { id } = await addEvent();
  expect((await sendChanges([id])).results[0]?.error).toBe("It is not in the calendar. Post it first.");
  await post([id]);
  expect((await sendChanges([id])).results[0]).toMatchObject({ success: true, message: "The calendar has it as it is." });
  await change(id, { time: "19:30", location: "The pier" });
  expect((await list()).calendar[id]).toMatchObject({ hasChanges: true });
  const answers = await Promise.all([sendChanges([id]), sendChanges([id], second)]);
  expect(answers.some(({ totalSuccessful }) => totalSuccessful === 1)).toBe(true);
  const [kept] = await inCalendar();
  expect(kept).toMatchObject({ startsAt: new Date("2026-11-29T00:30:00Z"), placeAddress: "The pier" });
  expect((await list()).calendar[id]).toMatchObject({ hasChanges: false });
  expect(await actions()).toEqual(["event_posted", "event_changes_sent"]);
  expect(await site.app.db.$count(chatMessages)).toBe(2);
});

test("[ADMIN-07] an event that moved out of the days ahead stays in the list until its change is sent", async () => {
  const { id } = await addEvent();
  await post([id]);
  await change(id, { date: "2027-02-13" });
  expect((await list()).upcomingEvents.map(({ socialEventId }) => socialEventId)).toEqual([id]);
  await sendChanges([id]);
  expect((await list()).upcomingEvents).toEqual([]);
});

test("[ADMIN-07] a cancelled event is taken out of the calendar; when it takes place again it can be posted again", async () => {
  const { id } = await addEvent();
  await post([id]);
  await change(id, { status: "cancelled" });
  expect((await list()).calendar[id]).toMatchObject({ standing: "posted", hasChanges: true });
  const [sent] = (await sendChanges([id])).results;
  expect(sent).toMatchObject({ success: true, message: "The calendar and the chat know that it is cancelled." });
  expect((await inCalendar())[0]?.cancelledAt).not.toBeNull();
  const { upcomingEvents, calendar } = await list();
  expect([upcomingEvents[0]?.poll, calendar[id]?.standing, calendar[id]?.hasChanges]).toEqual(["", "withdrawn", false]);
  await change(id, { status: "scheduled" });
  expect((await post([id])).totalSuccessful).toBe(1);
  expect((await inCalendar()).map(({ cancelledAt }) => cancelledAt === null).toSorted()).toEqual([false, true]);
  expect(await actions()).toEqual(["event_posted", "event_withdrawn", "event_posted"]);
});

test("[ADMIN-07] what somebody took out of the chat's calendar over there is not posted any more", async () => {
  const { id } = await addEvent();
  chatElsewhere(() => ({ updateCalendarEvent: async () => ({ ok: false, fault: "unknown_event" }) }));
  await post([id]);
  await change(id, { title: "Renamed" });
  const [sent] = (await sendChanges([id])).results;
  expect(sent?.error).toMatch(/^Somebody took it out of the chat's calendar over there/);
  expect((await list()).upcomingEvents[0]?.poll).toBe("");
});

test("[ADMIN-07, API-01] only organisers post; a member is refused, a visitor is not known, and nothing happens", async () => {
  const { id } = await addEvent();
  const member = await site.tokenFor(["Members"]);
  const ask = (as?: string) => site.post(BASE, { type: "calendarEvents", eventIds: [id] }, as);
  expect([(await ask(member)).status, (await ask()).status]).toEqual([403, 401]);
  expect(await inCalendar()).toEqual([]);
  // A group that is taken away counts at the next call.
  await site.app.db.execute(sql`update accounts set groups = '{}' where email = 'second@example.com'`);
  expect((await ask(second)).status).toBe(403);
  second = await site.tokenFor(["Admins"], { email: "second@example.com" });
  await site.app.db.execute(sql`update accounts set groups = '{Admins}' where email = 'second@example.com'`);
});
