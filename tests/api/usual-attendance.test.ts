import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { socialEvents } from "#src/db/tables/events.ts";
import { countUsual } from "#src/features/events/jobs.server.ts";
import { seedDemoTown } from "#seeds/demo-town.server.ts";
import { makeEvent } from "#seeds/factories.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.close());

type Event = Partial<Parameters<typeof makeEvent>[0]>;

/** Past events of one kind, by how many the host marked as here. */
async function addPast(counts: readonly number[], more: Event): Promise<void> {
  for (const [index, came] of counts.entries()) {
    const event = makeEvent({ day: `2026-10-${String(index + 10)}`, title: `Past ${more.chat} ${index}`, ...more });
    await site.app.db.insert(socialEvents).values(event);
    await site.app.db.execute(sql`
      insert into event_attendance (event_id, id, name, presence, marked_at)
      select ${event.id}, 'w' || n, 'Walk-in', 'here', now() from generate_series(1, ${came}::int) n`);
  }
}

async function usually(event: Event): Promise<unknown> {
  const { id } = await site.addEvent(makeEvent({ day: "2026-11-28", title: `Next ${event.chat}`, ...event }));
  await countUsual(site.app);
  const answer = (await (await site.fetch(`/api/social-events?id=${id}`)).json()) as {
    socialEvents: { Item: { usually: unknown } };
  };
  return answer.socialEvents.Item.usually;
}

test("[EVT-11, M14] three past events of a kind that people came to make an estimate; two do not, nor those that nobody came to", async () => {
  await addPast([6, 9, 20], { chat: "Dance" });
  await addPast([6, 9, 0, 0], { chat: "Pickleball" });
  await addPast([5, 5, 5], { chat: "Rock Climbing", status: "cancelled" });
  // What people said counts for nothing: these have no marks.
  await addPast([0, 0, 0], { chat: "Volleyball", goingCount: 21 });
  expect(await usually({ chat: "Dance" })).toEqual({ min: 6, max: 20 });
  expect(await usually({ chat: "Pickleball" })).toBeNull();
  expect(await usually({ chat: "Rock Climbing" })).toBeNull();
  expect(await usually({ chat: "Volleyball" })).toBeNull();
});

test("[EVT-11] a series knows itself better than its kind does, and the last ten events count", async () => {
  await addPast([99, 8, 9, 10, 8, 9, 10, 8, 9, 10, 14], { chat: "Yoga Runs Workouts", seriesId: "runs" });
  await addPast([40, 41, 42], { chat: "Other Events" });
  expect(await usually({ chat: "Other Events", seriesId: "runs" })).toEqual({ min: 8, max: 14 });
});

test("[EVT-11] who is here counts, guests too, and nobody who is not; once it begins an event has no estimate", async () => {
  await site.app.db.execute(sql`
    update event_attendance set presence = case when id in ('w1', 'w2', 'w3') then 'here' else 'away' end, guests = 1
    where event_id = '2026-10-12-past-dance-2'`);
  await countUsual(site.app);
  const read = async () => {
    const { rows } = await site.app.db.execute(
      sql`select usual_low, usual_high from social_events where title = 'Next Dance'`,
    );
    return rows;
  };
  expect(await read()).toEqual([{ usual_low: 6, usual_high: 9 }]);
  expect(await countUsual(site.app)).toBe(0);
  await site.app.db.execute(sql`update social_events set starts_at = '2026-11-20T12:00Z' where title = 'Next Dance'`);
  await countUsual(site.app);
  expect(await read()).toEqual([{ usual_low: null, usual_high: null }]);
});

test("[EVT-11] in the demo town every event without an answer says 'usually 8–14 people', or nothing", async () => {
  const town = await startTestSite({ SEED_PASSWORD: "Sand-castle-7" });
  try {
    await seedDemoTown(town.app);
    await countUsual(town.app);
    const { rows } = await town.app.db.execute(sql`
      select distinct usual_low, usual_high from social_events where usual_low is not null`);
    expect(rows).toEqual([{ usual_low: 8, usual_high: 14 }]);
  } finally {
    await town.close();
  }
});
