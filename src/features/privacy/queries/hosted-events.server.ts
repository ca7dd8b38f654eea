import { and, asc, eq, gte, inArray, or, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import type { Day } from "#src/shared/dates.ts";
import { dayInZone } from "#src/shared/zones.server.ts";

const { id, title, day, startTime, status, held, hostUserId } = socialEvents;

/** Still to come: from this day on, or postponed to a day that is not known yet. */
const isToCome = (today: Day) => or(and(gte(day, today), eq(status, "scheduled")), eq(status, "postponed"));

/** The ids of published events to come that these people host. */
export async function findHosted(tx: Transaction, userIds: readonly string[], today: Day): Promise<string[]> {
  const events = await tx
    .select({ id })
    .from(socialEvents)
    .where(and(inArray(hostUserId, [...userIds]), isToCome(today), eq(held, false)));
  return events.map((event) => event.id);
}

/** Of these events, those that are still to come, the next first; with a person: that they are a co-host of. */
export async function readUpcoming(app: App, eventIds: readonly string[], coHost?: string) {
  const isCoHosted =
    coHost === undefined
      ? undefined
      : sql`exists (select from event_co_hosts c where c.event_id = ${id} and c.user_id = ${coHost})`;
  const today = dayInZone(app.clock.now(), app.config.group.timeZone);
  return app.db
    .select({ id, title, day, startTime, status })
    .from(socialEvents)
    .where(and(inArray(id, [...eventIds]), isToCome(today), isCoHosted))
    .orderBy(asc(day), asc(id));
}
