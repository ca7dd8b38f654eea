import { sql } from "drizzle-orm";
import { makeEvent, makeUser } from "#seeds/factories.ts";
import type { App } from "#src/context/app.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { users } from "#src/db/tables/users.ts";
import { readHistory } from "#src/features/events/forecast/queries.server.ts";
import { forecastOf } from "#src/features/events/forecast/rules.ts";
import { addDays } from "#src/shared/dates.ts";

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

type Rsvp = { readonly eventId: string; readonly userId: string };
type Mark = Rsvp & { readonly presence: "here" | "excused" };

/** Stores RSVPs of a day before each event, and marks made at the door. */
export async function recordDoor(app: App, going: readonly Rsvp[], marks: readonly Mark[]): Promise<void> {
  await app.db.execute(sql`insert into event_rsvps (event_id, user_id, answer, answered_at)
    select g."eventId", g."userId", 'going', e.starts_at - interval '1 day'
    from jsonb_to_recordset(${JSON.stringify(going)}::jsonb) as g("eventId" text, "userId" text)
    join social_events e on e.id = g."eventId"`);
  await app.db.execute(sql`insert into event_attendance (event_id, id, user_id, presence, marked_at)
    select m."eventId", m."userId", m."userId", m.presence, e.starts_at
    from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) as m("eventId" text, "userId" text, presence text)
    join social_events e on e.id = m."eventId"`);
}

/**
 * Simulates a group with two events a week for three years, and forecasts each of the last `heldOut` events from what
 * came before. People show up with rates from never to always, around 70 %, and each event has a mood that all share.
 * Returns the share of events, 0 to 1, whose attendance was within the 80 % range.
 */
export async function forecastCoverage(app: App, heldOut: number): Promise<number> {
  const random = seeded(17);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const people = Array.from({ length: 90 }, (_, index) => ({
    userId: `p-${index}`,
    habit: 0.9 + normal(),
    eager: random(),
  }));
  await app.db.insert(users).values(people.map(({ userId }) => makeUser({ userId })));
  const events = Array.from({ length: 312 }, (_, index) => {
    const day = addDays("2023-11-20", Math.floor(index * 3.5));
    return makeEvent({ day, title: `Night ${index}`, goingCount: 0 });
  });
  await app.db.insert(socialEvents).values(events);
  const going: Rsvp[] = [];
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
  await recordDoor(app, going, marks);
  let covered = 0;
  for (const { id, startsAt } of events.slice(-heldOut)) {
    const { range } = forecastOf(await readHistory(app, id, startsAt));
    const truth = came.get(id) ?? 0;
    if (range && range.low <= truth && truth <= range.high) covered += 1;
  }
  return covered / heldOut;
}
