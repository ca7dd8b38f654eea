import { and, asc, eq, gte, inArray, or, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import type { Day } from "#src/shared/dates.ts";
import { dayInZone } from "#src/shared/zones.server.ts";

const { id, title, day, startTime, status, held, hostUserId } = socialEvents;

/** Upcoming: from this day on, or postponed without a date. */
const isToCome = (today: Day) => or(and(gte(day, today), eq(status, "scheduled")), eq(status, "postponed"));

/** The ids of upcoming published events that these people host. */
export async function findHosted(tx: Transaction, userIds: readonly string[], today: Day): Promise<string[]> {
  const events = await tx
    .select({ id })
    .from(socialEvents)
    .where(and(inArray(hostUserId, [...userIds]), isToCome(today), eq(held, false)));
  return events.map((event) => event.id);
}

/** The upcoming ones among these events, next first; with `person`, only those they co-host. */
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
