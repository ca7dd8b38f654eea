import { and, asc, desc, eq, gte, lt, sql, type SQL } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { BAD_CURSOR, EVENT_NOT_FOUND } from "#src/features/events/messages.ts";
import type { EventPage, EventView } from "#src/features/events/schema.ts";
import { viewEvent } from "#src/features/events/view.ts";
import { decodeCursor, encodeCursor } from "#src/http/cursor.ts";
import { canSeeEvent, eventScope } from "#src/policy/events.ts";
import type { Viewer } from "#src/policy/viewer.ts";
import { addDays, type Day, isDay } from "#src/shared/dates.ts";
import { isCleanText } from "#src/shared/fields.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import { dayInZone } from "#src/shared/zones.server.ts";

/** Events on one page of a list. */
const EVENTS_A_PAGE = 20;

/** The scope of a viewer as SQL: what they may not know of is not in any list. */
function inScope(viewer: Viewer): SQL | undefined {
  // Written as the column alone, not `= true` by parameter: only so do the partial indexes apply.
  return eventScope(viewer).closeFriends ? undefined : sql`${socialEvents.generalPublic}`;
}

function today(app: App): Day {
  return dayInZone(app.clock.now(), app.config.group.timeZone);
}

type Position = readonly [day: string, startTime: string, id: string];

function isPosition(value: unknown): value is Position {
  return (
    Array.isArray(value) &&
    value.length === 3 &&
    value.every((part) => typeof part === "string" && isCleanText(part)) &&
    isDay(String(value[0])) &&
    /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(String(value[1]))
  );
}

type ListOptions = { after?: string | undefined; chat?: string | undefined; limit?: number | undefined };

async function listPage(
  app: App,
  viewer: Viewer,
  where: SQL | undefined,
  direction: "asc" | "desc",
  { after, chat, limit = EVENTS_A_PAGE }: ListOptions,
): Promise<Result<EventPage>> {
  const position = after === undefined ? undefined : decodeCursor(after, isPosition);
  if (position === null || !isCleanText(chat ?? "")) return fail("bad_request", BAD_CURSOR);
  const place = sql`(${socialEvents.day}, ${socialEvents.startTime}, ${socialEvents.id})`;
  const beyond = position && sql`(${position[0]}::date, ${position[1]}::time, ${position[2]})`;
  const order = direction === "asc" ? asc : desc;
  const rows = await app.db
    .select()
    .from(socialEvents)
    .where(
      and(
        inScope(viewer),
        where,
        chat === undefined ? undefined : eq(socialEvents.chat, chat),
        beyond && (direction === "asc" ? sql`${place} > ${beyond}` : sql`${place} < ${beyond}`),
      ),
    )
    .orderBy(order(socialEvents.day), order(socialEvents.startTime), order(socialEvents.id))
    // One more than is shown tells whether there is a next page.
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return ok({
    socialEvents: shown.map((row) => viewEvent(row, viewer)),
    next: last ? encodeCursor([last.day, last.startTime, last.id]) : null,
  });
}

/** Events of today and later, soonest first. */
export function listUpcomingEvents(app: App, viewer: Viewer, options: ListOptions = {}): Promise<Result<EventPage>> {
  return listPage(app, viewer, gte(socialEvents.day, today(app)), "asc", options);
}

/** Past events that have photos to show, newest first. */
export function listPastEvents(app: App, viewer: Viewer, options: ListOptions = {}): Promise<Result<EventPage>> {
  const withPhotos = sql`${socialEvents.showPhotos}`;
  return listPage(app, viewer, and(lt(socialEvents.day, today(app)), withPhotos), "desc", options);
}

/** What the join wizard offers: from yesterday on, because someone may write the morning after. */
export function listEventsToChoose(app: App, viewer: Viewer, limit: number): Promise<Result<EventPage>> {
  return listPage(app, viewer, gte(socialEvents.day, addDays(today(app), -1)), "asc", { limit });
}

/** One event. `not_found` also when this viewer may not know that it exists. */
export async function getEvent(app: App, viewer: Viewer, id: string): Promise<Result<EventView>> {
  // An address may hold what the database cannot: there is no such event.
  if (!isCleanText(id)) return fail("not_found", EVENT_NOT_FOUND);
  const [row] = await app.db.select().from(socialEvents).where(eq(socialEvents.id, id)).limit(1);
  if (!row || !canSeeEvent(viewer, row)) return fail("not_found", EVENT_NOT_FOUND);
  return ok(viewEvent(row, viewer));
}
