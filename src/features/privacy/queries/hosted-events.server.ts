import { and, asc, eq, gte, inArray } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import type { Day } from "#src/shared/dates.ts";
import { dayInZone } from "#src/shared/zones.server.ts";

const { id, title, day, startTime, status, held, hostUserId } = socialEvents;

/** The ids of published events from this day on that these people host. */
export async function findHosted(tx: Transaction, userIds: readonly string[], today: Day): Promise<string[]> {
  const isToCome = and(gte(day, today), eq(status, "scheduled"), eq(held, false));
  const events = await tx
    .select({ id })
    .from(socialEvents)
    .where(and(inArray(hostUserId, [...userIds]), isToCome));
  return events.map((event) => event.id);
}

/** Of these events, those that are still to come, the next first. */
export async function readUpcoming(app: App, eventIds: readonly string[]) {
  const today = dayInZone(app.clock.now(), app.config.group.timeZone);
  return app.db
    .select({ id, title, day, startTime })
    .from(socialEvents)
    .where(and(inArray(id, [...eventIds]), gte(day, today), eq(status, "scheduled")))
    .orderBy(asc(day), asc(id));
}
