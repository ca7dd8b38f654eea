import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { eventCoHosts } from "#src/db/tables/attendance.ts";
import { readHistory } from "#src/features/events/forecast/queries.server.ts";
import { forecastSentence } from "#src/features/events/forecast/rules.ts";
import type { Forecast, ShowRate } from "#src/features/events/forecast/schema.ts";
import { newcomer } from "#tests/support/events.ts";
import { forecastCoverage, recordDoor } from "#tests/support/simulated-group.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let group: TestSite;
beforeAll(async () => {
  site = await startTestSite();
  group = await startTestSite();
});
afterAll(async () => {
  await site.close();
  await group.close();
});

test("[DAY-03] on a simulated group the 80 % range covers 70 to 90 % of held-out events", async () => {
  const share = await forecastCoverage(group.app, 60);
  expect(share).toBeGreaterThanOrEqual(0.7);
  expect(share).toBeLessThanOrEqual(0.9);
});

test("[DAY-02] called-off, weather and excused events never count, nor those without a door list", async () => {
  const [person, other] = [await newcomer(site), await newcomer(site)];
  const admin = await site.tokenFor(["Admins"]);
  const past = async (title: string, more: Partial<Parameters<typeof makeEvent>[0]> = {}) =>
    (await site.addEvent(makeEvent({ day: "2026-11-01", title, ...more }))).id;
  const held = { holdReason: "weather", decision: "runs", decisionDefault: "runs" } as const;
  const [came, missed, excused, off, weather, unkept, old] = await Promise.all([
    past("Came"),
    past("Missed"),
    past("Excused"),
    past("Off", { status: "cancelled" }),
    past("Weather", { ...held, decidesAt: new Date("2026-11-01T12:00:00Z") }),
    past("Unkept"),
    past("Old", { day: "2026-03-01" }),
  ]);
  const all = [came, missed, excused, off, weather, unkept, old];
  const here = [came, missed, excused, off, weather, old].map((eventId) => ({
    eventId,
    userId: other.userId,
    presence: "here" as const,
  }));
  await recordDoor(
    site.app,
    all.map((eventId) => ({ eventId, userId: person.userId })),
    [
      ...here,
      { eventId: came, userId: person.userId, presence: "here" },
      { eventId: excused, userId: person.userId, presence: "excused" },
    ],
  );
  const read = async (path: string, as: string) => (await (await site.fetch(path, { as })).json()) as ShowRate;
  expect(await read("/api/profile/show-rate", person.token)).toEqual({ came: 1, of: 2 });
  expect(await read(`/api/admin/show-rate?userId=${person.userId}`, admin)).toEqual({ came: 1, of: 2 });
  // People who came without an RSVP have no rate.
  expect(await read("/api/profile/show-rate", other.token)).toEqual({ came: 0, of: 0 });
});

test("[DAY-02] hosts and co-hosts whom nobody ticks are no no-shows, and ticked ones are no walk-ins", async () => {
  const fresh = await startTestSite();
  try {
    const { app } = fresh;
    const [host, coHost, guest] = [await newcomer(fresh), await newcomer(fresh), await newcomer(fresh)];
    const days = Array.from({ length: 6 }, (_, at) => `2026-11-0${at + 1}` as const);
    const events = await Promise.all(
      days.map((day) => fresh.addEvent(makeEvent({ day, title: `Court ${day}`, hostUserId: host.userId }))),
    );
    const next = await fresh.addEvent(makeEvent({ day: "2026-11-28", title: "Next", hostUserId: host.userId }));
    const all = [...events, next].map(({ id }) => id);
    for (const id of all)
      await app.db.insert(eventCoHosts).values({ eventId: id, userId: coHost.userId, namedAt: app.clock.now() });
    const everyone = [host, coHost, guest];
    // The door has only the guest; at one event the host ticked everyone.
    const ticks = events.flatMap(({ id }, at) =>
      (at === 0 ? everyone : [guest]).map(({ userId }) => ({ eventId: id, userId, presence: "here" as const })),
    );
    await recordDoor(
      app,
      all.flatMap((eventId) => everyone.map(({ userId }) => ({ eventId, userId }))),
      ticks,
    );
    const rate = async (as: string) => (await (await fresh.fetch("/api/profile/show-rate", { as })).json()) as ShowRate;
    expect([await rate(host.token), await rate(coHost.token), await rate(guest.token)]).toEqual([
      { came: 0, of: 0 },
      { came: 0, of: 0 },
      { came: 6, of: 6 },
    ]);
    // Everyone who counts always came, and both hosts are certain.
    const history = await readHistory(app, next.id, app.clock.now());
    expect(history).toMatchObject({ going: 3, expected: 3, variance: 0, events: 6, walkIns: 0 });
    const admin = await fresh.tokenFor(["Admins"]);
    const insights = await fresh.fetch("/api/admin/insights?from=2026-11-01&to=2026-11-20", { as: admin });
    expect([insights.status, await insights.text()]).toEqual([200, expect.stringContaining('"missed":0')]);
  } finally {
    await fresh.close();
  }
});

test("[DAY-03] only hosts and organizers read a forecast; with too little history it says nothing", async () => {
  const host = await newcomer(site);
  const { id } = await site.addEvent(makeEvent({ day: "2026-11-28", title: "Next", hostUserId: host.userId }));
  const read = async (as: string) => site.fetch(`/api/social-events/${id}/forecast`, { as });
  const forecast = (await (await read(host.token)).json()) as Forecast;
  expect(forecast).toMatchObject({ range: null, going: 0 });
  expect(forecastSentence(forecast)).toBeNull();
  expect(forecastSentence({ range: { low: 31, high: 38 }, going: 46, basedOn: 20 })).toBe(
    "31–38 will probably come. 46 people said that they are going.",
  );
  expect((await read((await newcomer(site)).token)).status).toBe(403);
});
