import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent, makeUser } from "#seeds/factories.ts";
import { readHistory } from "#src/features/events/forecast/queries.server.ts";
import { forecastOf, forecastSentence } from "#src/features/events/forecast/rules.ts";
import type { Forecast, ShowRate } from "#src/features/events/forecast/schema.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { users } from "#src/db/tables/users.ts";
import { addDays } from "#src/shared/dates.ts";
import { newcomer } from "#tests/support/events.ts";
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

/** Numbers from 0 to 1, always the same (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Answer = { readonly eventId: string; readonly userId: string };
type Mark = Answer & { readonly presence: "here" | "excused" };

/** Writes what people said and who was marked at the door. */
async function record({ app }: TestSite, going: readonly Answer[], marks: readonly Mark[]): Promise<void> {
  await app.db.execute(sql`insert into event_rsvps (event_id, user_id, answer, answered_at)
    select g."eventId", g."userId", 'going', e.starts_at - interval '1 day'
    from jsonb_to_recordset(${JSON.stringify(going)}::jsonb) as g("eventId" text, "userId" text)
    join social_events e on e.id = g."eventId"`);
  await app.db.execute(sql`insert into event_attendance (event_id, id, user_id, presence, marked_at)
    select m."eventId", m."userId", m."userId", m.presence, e.starts_at
    from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) as m("eventId" text, "userId" text, presence text)
    join social_events e on e.id = m."eventId"`);
}

test("[DAY-03] on simulated groups the 80 % range covers 70 to 90 % of held-out events", async () => {
  const random = seeded(17);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const { app } = group;
  // Rates of people from never to always, around 70 %.
  const people = Array.from({ length: 90 }, (_, index) => ({
    userId: `p-${index}`,
    habit: 0.9 + normal(),
    eager: random(),
  }));
  await app.db.insert(users).values(people.map(({ userId }) => makeUser({ userId })));
  // Two a week for three years; each has a mood that all share.
  const events = Array.from({ length: 312 }, (_, index) => {
    const day = addDays("2023-11-20", Math.floor(index * 3.5));
    return makeEvent({ day, title: `Night ${index}`, goingCount: 0 });
  });
  await app.db.insert(socialEvents).values(events);
  const going: Answer[] = [];
  const marks: Mark[] = [];
  const came = new Map<string, number>();
  for (const { id } of events) {
    const mood = 0.5 * normal();
    let here = 0;
    for (const { userId, habit, eager } of people) {
      const isGoing = random() < 0.2 + 0.6 * eager;
      const shows = random() < 1 / (1 + Math.exp(-(habit + mood)));
      const comes = isGoing ? shows : random() < 0.04;
      if (isGoing) going.push({ eventId: id, userId });
      if (comes) marks.push({ eventId: id, userId, presence: "here" });
      here += Number(comes);
    }
    came.set(id, here);
  }
  await record(group, going, marks);
  const heldOut = events.slice(156);
  let covered = 0;
  for (const { id, startsAt } of heldOut) {
    const { range } = forecastOf(await readHistory(app, id, startsAt));
    const truth = came.get(id) ?? 0;
    if (range && range.low <= truth && truth <= range.high) covered += 1;
  }
  const share = covered / heldOut.length;
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
  await record(
    site,
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
