import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { callEvent } from "#tests/support/events.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let user: string;
let member: string;
let host: { token: string; userId: string };
beforeAll(async () => {
  site = await startTestSite();
  [user, member, host] = await Promise.all([
    site.tokenFor([]),
    site.tokenFor(["Members"]),
    site.signedIn({ email: "host@example.com", groups: ["Members"] }),
  ]);
});
afterAll(() => site.close());

async function item(id: string, as?: string): Promise<EventView> {
  const answer = await site.fetch(`/api/social-events?id=${id}`, as === undefined ? {} : { as });
  return ((await answer.json()) as { socialEvents: { Item: EventView } }).socialEvents.Item;
}

const change = (id: string, body: object) => callEvent(site, "PATCH", id, { as: host.token, body });

async function changed(id: string, body: object): Promise<EventView> {
  expect((await change(id, body)).status).toBe(200);
  return item(id);
}

test("[DAY-11] a host says what to bring and where the place is on the map; what is no point is refused in a sentence", async () => {
  const { id } = await site.addEvent(makeEvent({ day: "2027-01-03", title: "Pinned", hostUserId: host.userId }));
  const wished = { bring: "Water and a towel", mapPoint: "30.29380, -81.39050" };
  expect(await changed(id, wished)).toMatchObject(wished);
  for (const mapPoint of ["the pier", "95, 10", "30.2938", "30,2938, -81,3905", "30.29; -81.39"]) {
    const refused = await change(id, { mapPoint });
    expect([mapPoint, refused.status]).toEqual([mapPoint, 422]);
    expect(((await refused.json()) as { fields: { mapPoint: string } }).fields.mapPoint).toContain(
      "like 30.2938, -81.3905",
    );
  }
  expect(await changed(id, { mapPoint: "" })).toMatchObject({ mapPoint: "" });
});

test("[DAY-11] the point on the map is as private as the place", async () => {
  const id = "2027-01-02-hidden-point";
  await site.addEvent(
    makeEvent({
      day: "2027-01-02",
      id,
      title: "Hidden Point",
      membersOnlyLocation: true,
      mapPoint: "30.29380, -81.39050",
    }),
  );
  for (const as of [undefined, user]) expect(JSON.stringify(await item(id, as))).not.toContain("30.29380");
  expect(await item(id, member)).toMatchObject({ mapPoint: "30.29380, -81.39050" });
});

// NOAA's calculator for 30.31 N, 81.41 W: 5:25 PM on November 28, 8:31 PM on July 4 (the minute may differ by one).
test("[EVT-08, CREATE-05] a place changed to 'join group for location' is for members from then on, and stays where it was", async () => {
  const made = makeEvent({ day: "2027-01-04", title: "Now Hidden", location: "North Pier", hostUserId: host.userId });
  const { id } = await site.addEvent(made);
  const hidden = { location: "join group for location", membersOnly: true };
  expect(await changed(id, { location: "Join group for location" })).toMatchObject(hidden);
  expect(await item(id, member)).toMatchObject({ location: "North Pier", membersOnly: true });
  // With a place of its own, as in a new event.
  expect(await changed(id, { location: "join group for location", privateLocation: "Gate 4" })).toMatchObject(hidden);
  expect(await item(id, member)).toMatchObject({ location: "Gate 4", privateLocation: "Gate 4" });
});

test("[DAY-11] the sunset by the group's clock, for events that it falls into or near", async () => {
  const at = async (day: `${number}-${number}-${number}`, startTime: string, lengthMinutes: number | null) => {
    const id = `${day}-sun-${startTime.slice(0, 2)}`;
    await site.addEvent(makeEvent({ day, id, title: "Sun", startTime, lengthMinutes }));
    return (await item(id)).sunset;
  };
  expect(await at("2026-12-05", "16:00:00", 60)).toMatch(/^5:2[3-7] PM$/);
  expect(await at("2027-07-04", "20:00:00", 120)).toMatch(/^8:3[0-3] PM$/);
  expect(await at("2027-07-05", "21:00:00", null)).toMatch(/^8:3[0-3] PM$/);
  expect(await at("2027-07-06", "06:45:00", 60)).toBeUndefined();
  expect(await at("2026-12-06", "19:00:00", 120)).toBeUndefined();
});

test("[DAY-04] a minimum beyond the spaces is refused where it is typed", async () => {
  const body = {
    title: "Two Seats",
    socialEventId: "2027-01-04-two-seats",
    date: "2027-01-04",
    time: "18:00",
    length: "2 hrs",
    location: "South Beach Park",
    description: "Too few seats",
    cost: 0,
    host: "Ana",
    spacesLeft: 2,
  };
  const refused = await site.post("/api/social-events", { ...body, minimum: 4 }, host.token);
  expect(refused.status).toBe(422);
  expect(((await refused.json()) as { fields: object }).fields).toEqual({
    minimum: "There are fewer spaces than that, so the event could never run.",
  });
  expect((await site.post("/api/social-events", { ...body, minimum: 2 }, host.token)).status).toBe(201);
});
