import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { eventRsvps, waitingList } from "#src/db/tables/rsvps.ts";
import type { Upcoming } from "#src/features/dashboard/schema.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
  // From yesterday to beyond the longest window: 2026-11-21 is today.
  for (const day of ["2026-11-20", "2026-11-21", "2026-11-22", "2026-12-05", "2026-12-06", "2026-12-21", "2026-12-22"])
    await site.addEvent(makeEvent({ day, title: "Day" }));
  await site.addEvent(
    makeEvent({
      day: "2026-11-22",
      title: "Friends",
      startTime: "20:00:00",
      generalPublic: false,
      location: "12 Ocean Street",
      membersOnlyLocation: true,
      privateLocation: "Gate 7",
    }),
  );
});
afterAll(() => site.close());

const CALL = "/api/pending-join-requests";

async function upcoming(token: string, query = "type=socialEvents"): Promise<Upcoming> {
  const answer = await site.fetch(`${CALL}?${query}`, { as: token });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Upcoming;
}
const daysOf = ({ upcomingEvents }: Upcoming) => upcomingEvents.map(({ day, title }) => `${day} ${title}`);

test("[DASH-02] the next 14 days, soonest first; without the past and without close friends' events", async () => {
  const user = await site.tokenFor([]);
  const expected = ["2026-11-21 Day", "2026-11-22 Day", "2026-12-05 Day"];
  expect(daysOf(await upcoming(user))).toEqual(expected);
  expect(daysOf(await upcoming(user, "type=socialEvents&days=14"))).toEqual(expected);
});

test("[DASH-02] a member's list has close friends' events and the places", async () => {
  const list = await upcoming(await site.tokenFor(["Members"]));
  expect(daysOf(list)).toContain("2026-11-22 Friends");
  expect(list.upcomingEvents.find(({ title }) => title === "Friends")).toMatchObject({
    location: "12 Ocean Street",
    privateLocation: "Gate 7",
  });
});

test("[DASH-02] from 1 to 30 days, whole; anything else is refused in words", async () => {
  const token = await site.tokenFor([]);
  expect(daysOf(await upcoming(token, "type=socialEvents&days=1"))).toEqual(["2026-11-21 Day", "2026-11-22 Day"]);
  expect(daysOf(await upcoming(token, "type=socialEvents&days=30")).at(-1)).toBe("2026-12-21 Day");
  for (const days of ["0", "31", "-1", "1.5", "abc", "", "1e1", "%2014", "99999999999"]) {
    const answer = await site.fetch(`${CALL}?type=socialEvents&days=${days}`, { as: token });
    expect([answer.status, ((await answer.json()) as { fields: object }).fields], days).toEqual([
      422,
      { days: "Days ahead must be a positive integer, 1 to 30." },
    ]);
  }
  // What else may be asked there is for organizers.
  for (const query of ["", "?days=14", "?type=other"])
    expect((await site.fetch(CALL + query, { as: token })).status).toBe(403);
});

test("[DASH-02] only for who is signed in", async () => {
  expect((await site.fetch(`${CALL}?type=socialEvents`)).status).toBe(401);
  expect((await site.fetch(`${CALL}?type=socialEvents`, { as: "a.b.c" })).status).toBe(401);
});

test("[DASH-06] one's own answers come with the list, and nobody else's", async () => {
  const ana = await site.signedIn({ email: "ana@example.com" });
  const ben = await site.signedIn({ email: "ben@example.com" });
  const joinedAt = site.app.clock.now();
  await site.app.db.insert(eventRsvps).values([
    { eventId: "2026-11-21-day", userId: ana.userId, answer: "maybe" },
    { eventId: "2026-12-05-day", userId: ben.userId, answer: "going" },
  ]);
  await site.app.db.insert(waitingList).values([
    { eventId: "2026-11-22-day", userId: ana.userId, ticket: 1, joinedAt },
    { eventId: "2026-12-05-day", userId: ana.userId, ticket: 1, status: "left", joinedAt, endedAt: joinedAt },
  ]);
  expect((await upcoming(ana.token)).answers).toEqual({ "2026-11-21-day": "maybe", "2026-11-22-day": "waiting" });
});
