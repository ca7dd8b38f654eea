import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { auditLog } from "#src/db/tables/admin.ts";
import { chatMessages } from "#src/db/tables/chats.ts";
import { eventPolls, pollOptions } from "#src/db/tables/rsvps.ts";
import type { CalendarOutcome } from "#src/ports/chat-provider/port.ts";
import { type CalendarSite, startCalendarSite } from "#tests/support/calendar-site.ts";

const BASE = "/api/admin";

let at: CalendarSite;
beforeAll(async () => {
  at = await startCalendarSite();
});
afterAll(() => at.site.close());
beforeEach(() => at.reset());

test("[ADMIN-07] events of the days ahead are listed, 14 days unless told; bad numbers are refused in words", async () => {
  const days = ["2026-11-21", "2026-12-05", "2026-12-06", "2026-12-21", "2026-12-22"];
  for (const day of days) await at.addEvent({ day, generalPublic: day !== "2026-12-05" });
  const listed = async (ahead?: number) => (await at.list(ahead)).upcomingEvents.map(({ day }) => day);
  expect(await listed()).toEqual(days.slice(0, 2));
  expect(await listed(15)).toEqual(days.slice(0, 3));
  expect(await listed(30)).toEqual(days.slice(0, 4));
  for (const wrong of ["0", "31", "-1", "1.5", "ten", ""]) {
    const answer = await at.site.fetch(`${BASE}?type=socialEvents&days=${wrong}`, { as: at.admin });
    const body = (await answer.json()) as { fields: Record<string, string> };
    expect([wrong, answer.status, body.fields["days"]]).toEqual([
      wrong,
      422,
      "Days ahead must be a positive integer, 1 to 30.",
    ]);
  }
  expect((await at.site.fetch(`${BASE}?type=everything`, { as: at.admin })).status).toBe(422);
});

test("[ADMIN-07, ADMIN-12] a posted event is in its chat's calendar, said there, marked as posted, and in the log", async () => {
  const { id } = await at.addEvent({ shortLocation: "North lot" });
  expect(await at.post([id])).toEqual({
    totalProcessed: 1,
    totalSuccessful: 1,
    results: [
      {
        event: id,
        title: "Beach Volleyball",
        success: true,
        message: "Posted to the calendar of Volleyball.",
        error: null,
      },
    ],
  });
  const [kept] = await at.inCalendar();
  expect(kept).toMatchObject({
    chatId: "volleyball",
    name: "Beach Volleyball",
    startsAt: new Date("2026-11-28T23:00:00Z"),
    endsAt: new Date("2026-11-29T01:00:00Z"),
    timeZone: "America/New_York",
    placeName: "North lot",
    placeAddress: "South Beach Park, Jacksonville Beach",
    url: `http://sandbar.localhost/events/${id}`,
  });
  const [message] = await at.site.app.db.select().from(chatMessages);
  expect(message).toMatchObject({ chatId: "volleyball", system: true });
  expect(message?.text).toContain(`http://sandbar.localhost/events/${id}`);
  const { upcomingEvents, calendar } = await at.list();
  expect(upcomingEvents[0]?.poll).toBe(kept?.id);
  expect(calendar[id]).toEqual({ status: "posted", hasChanges: false, isUnderWay: false, lastError: "" });
  const [entry] = await at.site.app.db.select().from(auditLog);
  expect(entry).toMatchObject({
    actorEmail: "admins@example.com",
    action: "event_posted",
    subjectIds: [id],
    before: { poll: "" },
    after: { poll: kept?.id, chat: "Volleyball" },
  });
});

test("[ADMIN-07, DASH-06] a poll for everybody is posted with its event, one for members is not", async () => {
  const asks = await at.addEvent({ title: "Asks", pollText: "Which court?" });
  const open = await at.addEvent({ title: "Open" });
  const hidden = await at.addEvent({ title: "Hidden" });
  for (const [{ id }, isHidden] of [
    [open, false],
    [hidden, true],
  ] as const) {
    const poll = { eventId: id, question: "What to bring?", membersOnly: isHidden };
    await at.site.app.db.insert(eventPolls).values(poll);
    await at.site.app.db.insert(pollOptions).values({ id: `${id}-net`, eventId: id, position: 0, label: "A net" });
  }
  await at.post([asks.id, open.id, hidden.id]);
  const said = (await at.site.app.db.select().from(chatMessages).orderBy(chatMessages.seq)).map(({ text }) => text);
  expect(said[0]).toContain("\nPoll: Which court?\n");
  expect(said[1]).toContain("\nPoll: What to bring?\n• A net\n");
  expect(said[2]).not.toContain("Poll");
});

test("[ADMIN-07] what cannot be posted says why, each by itself, and the others are posted", async () => {
  const good = await at.addEvent({ title: "Good" });
  const posted = await at.addEvent({ title: "Posted", poll: "123456" });
  const short = await at.addEvent({ title: "Short", poll: "12345" });
  const secret = await at.addEvent({ title: "Private", generalPublic: false });
  const held = await at.addEvent({ title: "Held", held: true });
  const off = await at.addEvent({ title: "Off", status: "cancelled" });
  const lost = await at.addEvent({ title: "Lost", chat: "Rock Climbing" });
  const answer = await at.post(
    [good, posted, short, secret, held, off, lost, { id: "2026-01-01-nothing" }, good].map(({ id }) => id),
  );
  expect([answer.totalProcessed, answer.totalSuccessful]).toEqual([8, 2]);
  expect(answer.results.map(({ success, message, error }) => [success, message, error])).toEqual([
    [true, "Posted to the calendar of Volleyball.", null],
    [false, "Not posted.", "It is in the calendar already."],
    [true, "Posted to the calendar of Volleyball.", null],
    [false, "Not posted.", "It's for close friends, so it can't go in a calendar that everyone in the chat can see."],
    [false, "Not posted.", "It is not published yet."],
    [false, "Not posted.", "It is canceled."],
    [false, "Not posted.", "There is no chat called Rock Climbing to post it to."],
    [false, "Not posted.", "This event no longer exists. Please reload the list."],
  ]);
  expect((await at.inCalendar()).map(({ name }) => name).toSorted()).toEqual(["Good", "Short"]);
});

test("[ADMIN-07] nothing chosen, or nonsense, is refused in words", async () => {
  const says = async (body: unknown) => {
    const answer = await at.site.post(BASE, body, at.admin);
    return [answer.status, ((await answer.json()) as { message: string }).message];
  };
  expect(await says({ type: "calendarEvents", eventIds: [] })).toEqual([
    422,
    "Please select events to post to the calendar",
  ]);
  for (const body of [
    {},
    { type: "calendarEvents" },
    { type: "calendarEvents", eventIds: "all" },
    { type: "other", eventIds: [] },
  ])
    expect(await says(body)).toEqual([422, "Please check the marked fields."]);
  expect(await says({ type: "calendarEvents", eventIds: ["\0"] })).toEqual([422, "Please check the marked fields."]);
});

test("[ADMIN-07] a members-only place is not told to the chat's calendar", async () => {
  const { id } = await at.addEvent({
    membersOnlyLocation: true,
    location: "12 Secret Lane",
    privateLocation: "Gate 4711",
    shortLocation: "Secret Lane",
  });
  const calls = at.chatElsewhere();
  await at.post([id]);
  expect(calls.created[0]?.place).toEqual({ name: "join group for location", address: "" });
  expect(JSON.stringify(calls.created)).not.toMatch(/Secret|4711/);
});

test("[ADMIN-07] two organizers who press at once, again and again: one post, and the others read why not", async () => {
  const events = [
    await at.addEvent({ title: "One" }),
    await at.addEvent({ title: "Two" }),
    await at.addEvent({ title: "Three" }),
  ];
  const ids = events.map(({ id }) => id);
  const calls = at.chatElsewhere();
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      at.post(n % 2 === 0 ? ids : ids.toReversed(), n % 2 === 0 ? at.admin : at.second),
    ),
  );
  expect(calls.created.map(({ name }) => name).toSorted()).toEqual(["One", "Three", "Two"]);
  expect(answers.reduce((sum, { totalSuccessful }) => sum + totalSuccessful, 0)).toBe(3);
  const errors = new Set(answers.flatMap(({ results }) => results.flatMap(({ error }) => error ?? [])));
  expect([...errors].toSorted()).toEqual([
    ...(errors.size > 1
      ? ["Another organizer is posting right now, or the chat did not respond. Please try again in half a minute."]
      : []),
    "It is in the calendar already.",
  ]);
  expect(await at.actions()).toEqual(["event_posted", "event_posted", "event_posted"]);
});

test("[ADMIN-07] the process dies after the chat has it and before that is noted: the next try finds it, and posts nothing", async () => {
  const { id } = await at.addEvent();
  let isCreated: () => void = () => undefined;
  const created = new Promise<void>((resolve) => (isCreated = resolve));
  const calls = at.chatElsewhere((made) => ({
    // The event was created, but the response never arrives: a process that died.
    createCalendarEvent(entry) {
      made.created.push(entry);
      isCreated();
      return new Promise<CalendarOutcome>(() => undefined);
    },
  }));
  void at.post([id]).catch(() => undefined);
  await created;
  // The first attempt may still be alive, so no other posts.
  const [early] = (await at.post([id], at.second)).results;
  expect(early?.error).toMatch(/^Another organizer is posting right now/);
  expect((await at.list()).calendar[id]).toMatchObject({ status: "unsure", isUnderWay: true });
  at.wait(61);
  expect((await at.list()).calendar[id]).toMatchObject({ status: "unsure", isUnderWay: false });
  expect(await at.post([id], at.second)).toMatchObject({ totalSuccessful: 1 });
  expect(calls).toMatchObject({ created: [{ key: id }], looked: 1 });
  expect((await at.list()).upcomingEvents[0]?.poll).toBe("elsewhere-1");
  expect(await at.actions()).toEqual(["event_posted"]);
});

test("[ADMIN-07] the note cannot be written: that is said, and the next try looks before it posts", async () => {
  const { id } = await at.addEvent();
  const calls = at.chatElsewhere();
  await at.site.app.db.execute(sql`alter table social_events add constraint no_note check (poll = '') not valid`);
  const [first] = (await at.post([id])).results;
  await at.site.app.db.execute(sql`alter table social_events drop constraint no_note`);
  expect(first).toMatchObject({ success: false });
  expect(first?.error).toMatch(/^It was sent to the chat, but we couldn't save the result/);
  expect(await at.actions()).toEqual([]);
  at.wait(61);
  expect(await at.post([id])).toMatchObject({ totalSuccessful: 1 });
  expect(calls).toMatchObject({ created: [{ key: id }], looked: 1 });
});

test("[ADMIN-07] a chat that does not answer: one event fails, the others are posted, and a later try posts it once", async () => {
  const [one, two] = [await at.addEvent({ title: "One" }), await at.addEvent({ title: "Two" })];
  let isAway = true;
  const calls = at.chatElsewhere((made) => ({
    async createCalendarEvent(entry) {
      if (entry.name === "One" && isAway) throw new Error("ETIMEDOUT");
      made.created.push(entry);
      return { ok: true, calendarEventId: `elsewhere-${made.created.length}` };
    },
  }));
  const answer = await at.post([one.id, two.id]);
  expect(answer.results.map(({ success }) => success)).toEqual([false, true]);
  expect(answer.results[0]?.error).toMatch(/^The chat didn't respond, so we don't know/);
  expect((await at.list()).calendar[one.id]).toMatchObject({ status: "unsure", isUnderWay: true });
  // The call in flight may still arrive: no other attempt until then.
  isAway = false;
  expect((await at.post([one.id])).totalSuccessful).toBe(0);
  at.wait(21);
  expect((await at.post([one.id])).totalSuccessful).toBe(1);
  expect(calls.looked).toBe(1);
  expect(calls.created.map(({ name }) => name)).toEqual(["Two", "One"]);
});

test("[ADMIN-07] a chat that refuses says why; the event can be tried again at once", async () => {
  const { id } = await at.addEvent();
  let reason: string | null = "events are switched off";
  at.chatElsewhere((made) => ({
    async createCalendarEvent(entry) {
      if (reason !== null) return { ok: false, fault: "refused", reason };
      made.created.push(entry);
      return { ok: true, calendarEventId: "elsewhere-1" };
    },
  }));
  const [refused] = (await at.post([id])).results;
  expect(refused?.error).toBe("The chat did not accept it: events are switched off");
  expect((await at.list()).calendar[id]).toEqual({
    status: "failed",
    hasChanges: false,
    isUnderWay: false,
    lastError: "The chat did not accept it: events are switched off",
  });
  reason = null;
  expect((await at.post([id])).totalSuccessful).toBe(1);
  expect((await at.list()).calendar[id]).toMatchObject({ status: "posted", lastError: "" });
});

test("[ADMIN-07, API-01] only organizers post; a member is refused, a visitor is not known, and nothing happens", async () => {
  const { id } = await at.addEvent();
  const member = await at.site.tokenFor(["Members"]);
  const ask = (as?: string) => at.site.post(BASE, { type: "calendarEvents", eventIds: [id] }, as);
  expect([(await ask(member)).status, (await ask()).status]).toEqual([403, 401]);
  expect(await at.inCalendar()).toEqual([]);
  // A group that is taken away counts at the next call.
  await at.site.app.db.execute(sql`update accounts set groups = '{}' where email = 'second@example.com'`);
  expect((await ask(at.second)).status).toBe(403);
  await at.site.app.db.execute(sql`update accounts set groups = '{Admins}' where email = 'second@example.com'`);
});

test("[ADMIN-07] a finished event is not posted, and a refused event is named by its title", async () => {
  const { id } = await at.addEvent({ day: "2026-11-20", title: "Yesterday’s Volleyball" });
  expect(await at.post([id])).toEqual({
    totalProcessed: 1,
    totalSuccessful: 0,
    results: [
      { event: id, title: "Yesterday’s Volleyball", success: false, message: "Not posted.", error: "It is over." },
    ],
  });
  expect(await at.inCalendar()).toEqual([]);
});
