import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { chatMessages } from "#src/db/tables/chats.ts";
import { type CalendarSite, startCalendarSite } from "#tests/support/calendar-site.ts";

let at: CalendarSite;
beforeAll(async () => {
  at = await startCalendarSite();
});
afterAll(() => at.site.close());
beforeEach(() => at.reset());

test("[ADMIN-07] what changes after it was posted can be sent on; what has not changed is not said again", async () => {
  const { id } = await at.addEvent();
  expect((await at.sendChanges([id])).results[0]?.error).toBe("It is not in the calendar. Post it first.");
  await at.post([id]);
  expect((await at.sendChanges([id])).results[0]).toMatchObject({
    success: true,
    message: "The calendar is up to date.",
  });
  await at.change(id, { time: "19:30", location: "The pier" });
  expect((await at.list()).calendar[id]).toMatchObject({ hasChanges: true });
  const answers = await Promise.all([at.sendChanges([id]), at.sendChanges([id], at.second)]);
  expect(answers.some(({ totalSuccessful }) => totalSuccessful === 1)).toBe(true);
  const [kept] = await at.inCalendar();
  expect(kept).toMatchObject({ startsAt: new Date("2026-11-29T00:30:00Z"), placeAddress: "The pier" });
  expect((await at.list()).calendar[id]).toMatchObject({ hasChanges: false });
  expect(await at.actions()).toEqual(["event_posted", "event_changes_sent"]);
  expect(await at.site.app.db.$count(chatMessages)).toBe(2);
});

test("[ADMIN-07] an event that moved out of the days ahead stays in the list until its change is sent", async () => {
  const { id } = await at.addEvent();
  await at.post([id]);
  await at.change(id, { date: "2027-02-13" });
  expect((await at.list()).upcomingEvents.map(({ socialEventId }) => socialEventId)).toEqual([id]);
  await at.sendChanges([id]);
  expect((await at.list()).upcomingEvents).toEqual([]);
});

test("[ADMIN-07] a canceled event is taken out of the calendar; when it takes place again it can be posted again", async () => {
  const { id } = await at.addEvent();
  await at.post([id]);
  await at.change(id, { status: "cancelled" });
  expect((await at.list()).calendar[id]).toMatchObject({ status: "posted", hasChanges: true });
  const [sent] = (await at.sendChanges([id])).results;
  expect(sent).toMatchObject({ success: true, message: "It is marked as canceled in the calendar and the chat." });
  expect((await at.inCalendar())[0]?.cancelledAt).not.toBeNull();
  const { upcomingEvents, calendar } = await at.list();
  expect([upcomingEvents[0]?.poll, calendar[id]?.status, calendar[id]?.hasChanges]).toEqual(["", "withdrawn", false]);
  await at.change(id, { status: "scheduled" });
  expect((await at.post([id])).totalSuccessful).toBe(1);
  expect((await at.inCalendar()).filter(({ cancelledAt }) => cancelledAt === null)).toHaveLength(1);
  expect(await at.inCalendar()).toHaveLength(2);
  expect(await at.actions()).toEqual(["event_posted", "event_withdrawn", "event_posted"]);
});

test("[ADMIN-07] what somebody took out of the chat's calendar over there is not posted anymore", async () => {
  const { id } = await at.addEvent();
  at.chatElsewhere(() => ({ updateCalendarEvent: async () => ({ ok: false, fault: "unknown_event" }) }));
  await at.post([id]);
  await at.change(id, { title: "Renamed" });
  const [sent] = (await at.sendChanges([id])).results;
  expect(sent?.error).toMatch(/^Someone deleted it in the chat app/);
  expect((await at.list()).upcomingEvents[0]?.poll).toBe("");
});
