import { and, asc, between, desc, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { prepareOnce } from "#src/db/prepared.server.ts";
import { type SocialEventRow, socialEvents } from "#src/db/tables/events.ts";
import { BAD_CURSOR, EVENT_NOT_FOUND } from "#src/features/events/messages.ts";
import type { EventCounts, EventPage, EventView } from "#src/features/events/schema.ts";
import { viewCounts, viewEvent, viewSingleEvent } from "#src/features/events/view.ts";
import { decodeCursor, pageOf } from "#src/http/cursor.ts";
import { canSeeEvent, eventScope, photoScope, requireEventManager } from "#src/policy/events.ts";
import type { Admin, Person, Viewer } from "#src/policy/viewer.ts";
import { addDays, type Day, isDay } from "#src/shared/dates.ts";
import { isCleanText } from "#src/shared/fields.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import { dayInZone } from "#src/shared/zones.server.ts";

const EVENTS_A_PAGE = 20;

// Written as a plain column, not `= $1`, so that the partial indexes apply.
const PUBLISHED = sql`not ${socialEvents.held}`;
const PUBLISHED_FOR_ALL = sql`${socialEvents.generalPublic} and not ${socialEvents.held}`;

const WAITING = sql`${socialEvents.held} and ${socialEvents.refusedAt} is null`;
const PHOTOS_FOR_ALL = sql`not ${socialEvents.membersOnlyLocation}`;

/** The viewer's scope as SQL. Lists exclude events that the viewer may not see, and all held events. */
function inScope(viewer: Viewer): SQL {
  return eventScope(viewer).closeFriends ? PUBLISHED : PUBLISHED_FOR_ALL;
}

function today(app: App): Day {
  return dayInZone(app.clock.now(), app.config.group.timeZone);
}

/** Where a page of events ended. */
type Position = readonly [day: string, startTime: string, id: string];

export function isPosition(value: unknown): value is Position {
  return (
    Array.isArray(value) &&
    value.length === 3 &&
    value.every((part) => typeof part === "string" && isCleanText(part)) &&
    isDay(String(value[0])) &&
    /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(String(value[1]))
  );
}

type ListOptions = { after?: string | undefined; chat?: string | undefined; limit?: number | undefined };

/** The kinds of list: comparison with a day, order, and an extra condition. */
const LISTS = {
  upcoming: { only: undefined, order: asc, beyond: sql`>` },
  past: {
    only: sql`${socialEvents.showPhotos} and cardinality(${socialEvents.imgList}) > 0`,
    order: desc,
    beyond: sql`<`,
  },
} as const;

/** The start of a page: after the cursor, but never on the wrong side of the day (a cursor may be old or forged). */
function startOf(kind: ListKind, day: Day, position: Position | undefined): Position {
  const isWithin = position && (kind === "upcoming" ? position[0] >= day : position[0] < day);
  return isWithin ? position : [day, "00:00:00", ""];
}

type ListKind = keyof typeof LISTS;
type Shape = {
  readonly kind: ListKind;
  readonly scope: SQL;
  /** Include events with members-only photos. */
  readonly membersPhotos: boolean;
  readonly byChat: boolean;
  readonly limit: number;
};

function prepareList(app: App, name: string, { kind, scope, membersPhotos, byChat, limit }: Shape) {
  const { only, order, beyond } = LISTS[kind];
  const place = sql`(${socialEvents.day}, ${socialEvents.startTime}, ${socialEvents.id})`;
  const start = sql`(${sql.placeholder("afterDay")}::date, ${sql.placeholder("afterTime")}::time, ${sql.placeholder("afterId")})`;
  return (
    app.db
      .select()
      .from(socialEvents)
      .where(
        and(
          scope,
          only,
          kind === "past" && !membersPhotos ? PHOTOS_FOR_ALL : undefined,
          byChat ? eq(socialEvents.chat, sql.placeholder("chat")) : undefined,
          // The only bound: with a second one on the day, a late page would scan the index from the list's start.
          sql`${place} ${beyond} ${start}`,
        ),
      )
      .orderBy(order(socialEvents.day), order(socialEvents.startTime), order(socialEvents.id))
      // A literal: with a parameter as the limit, PostgreSQL replans each time.
      .limit(limit)
      .prepare(name)
  );
}

// Building a query costs more than reading twenty rows, so each shape of list is built once.
function preparedList(app: App, viewer: Viewer, shape: Omit<Shape, "scope" | "membersPhotos">) {
  const scope = inScope(viewer);
  const { membersPhotos } = photoScope(viewer);
  const name = [
    "list_events",
    shape.kind,
    scope === PUBLISHED_FOR_ALL && "public",
    membersPhotos && "members_photos",
    shape.byChat && "chat",
    String(shape.limit),
  ]
    .filter(Boolean)
    .join("_");
  return prepareOnce(app.db, name, () => prepareList(app, name, { ...shape, scope, membersPhotos }));
}

async function listPage(
  app: App,
  viewer: Viewer,
  kind: ListKind,
  day: Day,
  { after, chat, limit = EVENTS_A_PAGE }: ListOptions,
): Promise<Result<EventPage>> {
  const position = after === undefined ? undefined : decodeCursor(after, isPosition);
  if (position === null || !isCleanText(chat ?? "")) return fail("bad_request", BAD_CURSOR);
  const [afterDay, afterTime, afterId] = startOf(kind, day, position);
  // One extra row tells whether there is a next page.
  const query = preparedList(app, viewer, { kind, byChat: chat !== undefined, limit: limit + 1 });
  const rows = await query.execute({ chat, afterDay, afterTime, afterId });
  const { shown, next } = pageOf(rows, limit, (last) => [last.day, last.startTime, last.id]);
  return ok({
    socialEvents: shown.map((row) => viewEvent(row, viewer)),
    next,
  });
}

/** Events of today and later, soonest first. */
export function listUpcomingEvents(app: App, viewer: Viewer, options: ListOptions = {}): Promise<Result<EventPage>> {
  return listPage(app, viewer, "upcoming", today(app), options);
}

/** Past events that have photos to show, newest first. */
export function listPastEvents(app: App, viewer: Viewer, options: ListOptions = {}): Promise<Result<EventPage>> {
  return listPage(app, viewer, "past", today(app), options);
}

/** Events that the join wizard offers: from yesterday on, for people who join the morning after. */
export function listEventsToChoose(app: App, viewer: Viewer, limit: number): Promise<Result<EventPage>> {
  return listPage(app, viewer, "upcoming", addDays(today(app), -1), { limit });
}

const EVENTS_A_READ = 500;

/** All events of the days from `first` to `last`, soonest first. */
export async function listEventsBetween(app: App, viewer: Viewer, first: Day, last: Day): Promise<EventView[]> {
  const { day, startTime, id } = socialEvents;
  const events: EventView[] = [];
  let after: SQL | undefined;
  for (;;) {
    const rows = await app.db
      .select()
      .from(socialEvents)
      .where(and(inScope(viewer), between(day, first, last), after))
      .orderBy(asc(day), asc(startTime), asc(id))
      .limit(EVENTS_A_READ);
    events.push(...rows.map((row) => viewEvent(row, viewer)));
    const newest = rows.at(-1);
    if (!newest || rows.length < EVENTS_A_READ) return events;
    after = sql`(${day}, ${startTime}, ${id}) > (${newest.day}::date, ${newest.startTime}::time, ${newest.id}::text)`;
  }
}

/** These events, if the viewer may see them, soonest first. The caller must bound the number of ids. */
export async function listEventsByIds(app: App, viewer: Viewer, ids: readonly string[]): Promise<EventView[]> {
  const rows = await app.db
    .select()
    .from(socialEvents)
    .where(and(inScope(viewer), inArray(socialEvents.id, [...ids])))
    .orderBy(asc(socialEvents.day), asc(socialEvents.startTime), asc(socialEvents.id));
  return rows.map((row) => viewEvent(row, viewer));
}

/** A held event with its creator and its keyset position. */
export type HeldRow = {
  readonly event: EventView;
  readonly hostUserId: string | null;
  readonly seriesId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** `createdAt` to the microsecond, as text. */
  readonly place: string;
};

/** Events that wait for review, longest waiting first; from a keyset position if one is given. */
export async function listHeldEvents(
  app: App,
  admin: Admin,
  limit: number,
  after?: readonly [place: string, id: string],
): Promise<HeldRow[]> {
  const { createdAt, id } = socialEvents;
  const rows = await app.db
    .select({ row: socialEvents, place: sql<string>`${createdAt}::text` })
    .from(socialEvents)
    .where(and(WAITING, after && sql`(${createdAt}, ${id}) > (${after[0]}::timestamptz, ${after[1]}::text)`))
    .orderBy(asc(createdAt), asc(id))
    .limit(limit);
  return rows.map(({ row, place }) => ({
    event: viewEvent(row, admin),
    hostUserId: row.hostUserId,
    seriesId: row.seriesId,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    place,
  }));
}

/** A held event; null once it is decided or deleted. */
export async function readWaiting(app: App, eventId: string) {
  const { id, title, day } = socialEvents;
  const [event] = await app.db
    .select({ title, day })
    .from(socialEvents)
    .where(and(eq(id, eventId), WAITING));
  return event ?? null;
}

/** Number of events that wait for review. */
export async function countHeldEvents(app: App, _admin: Admin): Promise<number> {
  return app.db.$count(socialEvents, WAITING);
}

/** Events of today and the `days` after it, soonest first. */
export function listEventsWithin(app: App, viewer: Viewer, days: number): Promise<EventView[]> {
  return listEventsBetween(app, viewer, today(app), addDays(today(app), days));
}

/** Limit of events offered to copy. */
const MAX_TO_COPY = 50;

/** The newest events by id, past or upcoming. */
export async function listEventsToCopy(app: App, viewer: Viewer): Promise<EventView[]> {
  const rows = await app.db
    .select()
    .from(socialEvents)
    .where(inScope(viewer))
    .orderBy(desc(socialEvents.id))
    .limit(MAX_TO_COPY);
  return rows.map((row) => viewEvent(row, viewer));
}

/** One event. `not_found` also if the viewer may not see it. */
export async function findEvent(app: App, viewer: Viewer, id: string): Promise<Result<SocialEventRow>> {
  // A URL may contain characters that PostgreSQL rejects; no event has such an id.
  if (!isCleanText(id)) return fail("not_found", EVENT_NOT_FOUND);
  const [row] = await app.db.select().from(socialEvents).where(eq(socialEvents.id, id));
  return row && canSeeEvent(viewer, row) ? ok(row) : fail("not_found", EVENT_NOT_FOUND);
}

/** {@link findEvent}, as the viewer may see it. */
export async function getEvent(app: App, viewer: Viewer, id: string): Promise<Result<EventView>> {
  const event = await findEvent(app, viewer, id);
  return event.ok ? ok(viewSingleEvent(event.value, viewer)) : event;
}

/** {@link findEvent}, for its hosts and organizers. */
export async function findManagedEvent(app: App, person: Person, id: string) {
  const event = await findEvent(app, person, id);
  if (!event.ok) return event;
  const manager = requireEventManager(person, event.value);
  return manager.ok ? ok({ event: event.value, manager: manager.value }) : manager;
}

/** An event's counts, its version, and the facts by which `policy/events.ts` decides visibility. */
export type EventNews = {
  readonly facts: Parameters<typeof canSeeEvent>[1];
  readonly counts: EventCounts;
  /** Changes with every edit, but not with the counts. */
  readonly version: string;
};

/** Current news of an event; null if there is no such event. */
export async function readEventNews(app: App, id: string): Promise<EventNews | null> {
  if (!isCleanText(id)) return null;
  const [row] = await app.db
    .select({
      id: socialEvents.id,
      generalPublic: socialEvents.generalPublic,
      held: socialEvents.held,
      hostUserId: socialEvents.hostUserId,
      capacity: socialEvents.capacity,
      goingCount: socialEvents.goingCount,
      waitingCount: socialEvents.waitingCount,
      updatedAt: socialEvents.updatedAt,
    })
    .from(socialEvents)
    .where(eq(socialEvents.id, id));
  return row ? { facts: row, counts: viewCounts(row), version: row.updatedAt.toISOString() } : null;
}
