import { and, asc, count, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { eventChanges } from "#src/db/tables/event-changes.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { eventRsvps } from "#src/db/tables/rsvps.ts";
import { whyDoorClosed } from "#src/features/events/door/rules.ts";
import { courseOf } from "#src/features/events/door/view.ts";
import type { HostedPage } from "#src/features/events/hosting/schema.ts";
import { BAD_CURSOR } from "#src/features/events/messages.ts";
import { isPosition } from "#src/features/events/queries.server.ts";
import { viewEvent } from "#src/features/events/view.ts";
import { decodeCursor, encodeCursor } from "#src/http/cursor.ts";
import type { Person } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import { dayInZone } from "#src/shared/zones.server.ts";

/** Events on one page of a host's own. */
const HOSTED_A_PAGE = 20;

/** Event id → how many answered 'maybe'; events without any are left out. */
async function countMaybes(app: App, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const counts = await app.db
    .select({ eventId: eventRsvps.eventId, people: count() })
    .from(eventRsvps)
    .where(and(inArray(eventRsvps.eventId, [...ids]), eq(eventRsvps.answer, "maybe")))
    .groupBy(eventRsvps.eventId);
  return new Map(counts.map(({ eventId, people }) => [eventId, people]));
}

/** Those of these events with a change that waits for an organizer. */
async function changesWaiting(app: App, ids: readonly string[]): Promise<string[]> {
  const changes = await app.db
    .select({ id: eventChanges.eventId })
    .from(eventChanges)
    .where(and(inArray(eventChanges.eventId, [...ids]), isNull(eventChanges.refusedAt)));
  return changes.map(({ id }) => id);
}

/** The events that a person hosts: those to come soonest first, or those that are over newest first. */
export async function listHostedEvents(
  app: App,
  person: Person,
  { when, after }: { when: "upcoming" | "past"; after?: string | undefined },
): Promise<Result<HostedPage>> {
  const position = after === undefined ? undefined : decodeCursor(after, isPosition);
  if (position === null) return fail("bad_request", BAD_CURSOR);
  const isPast = when === "past";
  const today = dayInZone(app.clock.now(), app.config.group.timeZone);
  const order = isPast ? desc : asc;
  const place = sql`(${socialEvents.day}, ${socialEvents.startTime}, ${socialEvents.id})`;
  const rows = await app.db
    .select()
    .from(socialEvents)
    .where(
      and(
        eq(socialEvents.hostUserId, person.userId),
        isPast ? sql`${socialEvents.day} < ${today}` : sql`${socialEvents.day} >= ${today}`,
        position &&
          sql`${place} ${isPast ? sql`<` : sql`>`} (${position[0]}::date, ${position[1]}::time, ${position[2]}::text)`,
      ),
    )
    .orderBy(order(socialEvents.day), order(socialEvents.startTime), order(socialEvents.id))
    .limit(HOSTED_A_PAGE + 1);
  const shown = rows.slice(0, HOSTED_A_PAGE);
  const last = rows.length > HOSTED_A_PAGE ? shown.at(-1) : undefined;
  const ids = shown.map(({ id }) => id);
  const [past] = await app.db
    .select({ id: socialEvents.id })
    .from(socialEvents)
    .where(and(eq(socialEvents.hostUserId, person.userId), sql`${socialEvents.day} < ${today}`))
    .limit(1);
  const maybes = await countMaybes(app, ids);
  const now = app.clock.now();
  return ok({
    socialEvents: shown.map((row) => viewEvent(row, person)),
    guests: Object.fromEntries(
      shown.map(({ id, waitingCount }) => [id, { maybe: maybes.get(id) ?? 0, waiting: waitingCount }]),
    ),
    doorsOpen: shown.filter((row) => whyDoorClosed(courseOf(row, person), now) === "").map(({ id }) => id),
    changesWaiting: await changesWaiting(app, ids),
    hasPast: past !== undefined,
    next: last ? encodeCursor([last.day, last.startTime, last.id]) : null,
  });
}
