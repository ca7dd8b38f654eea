import { sql } from "drizzle-orm";
import { demoEvents } from "#seeds/demo-events.ts";
import { demoPeople } from "#seeds/demo-people.ts";
import type { App } from "#src/context/app.ts";
import { eventRsvps, RSVP_ANSWERS, socialEvents } from "#src/db/tables/events.ts";
import { users } from "#src/db/tables/users.ts";
import { dayInZone } from "#src/shared/zones.server.ts";

// Two processes may find the database empty at the same moment; any number that nothing else locks will do.
const SEED_LOCK = 0x73656564;

/** Fills an empty database with the demo town, events around today. False, and nothing done, when it is not empty. */
export async function seedDemoTown(app: App): Promise<boolean> {
  return app.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`);
    const { rows } = await tx.execute(
      sql`select 1 where exists (select from users) or exists (select from social_events)`,
    );
    if (rows.length > 0) return false;
    const { timeZone } = app.config.group;
    const now = app.clock.now();
    const people = await tx.insert(users).values(demoPeople(now)).returning({ userId: users.userId });
    const events = demoEvents(dayInZone(now, timeZone), timeZone);
    await tx.insert(socialEvents).values(events.map(({ event, going }) => ({ ...event, goingCount: going })));
    const [GOING, MAYBE] = RSVP_ANSWERS;
    await tx.insert(eventRsvps).values(
      events.flatMap(({ event, going, maybe }) =>
        people.slice(0, going + maybe).map(({ userId }, index) => ({
          eventId: event.id,
          userId,
          answer: index < going ? GOING : MAYBE,
          answeredAt: now,
        })),
      ),
    );
    return true;
  });
}
