import { and, asc, desc, eq, inArray, isNull, sql, type SQL } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { eventChanges } from "#src/db/tables/event-changes.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import type { EditableEvent, HostedPage, Proposed, WaitingChange } from "#src/features/events/hosting/schema.ts";
import { viewDifference, viewEditable, viewWaiting } from "#src/features/events/hosting/view.ts";
import { BAD_CURSOR, EVENT_NOT_FOUND } from "#src/features/events/messages.ts";
import { hasHostId } from "#src/features/events/photos/queries/photos.server.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { viewEvent } from "#src/features/events/view.ts";
import { decodeCursor, encodeCursor } from "#src/http/cursor.ts";
import { canSeeEvent, changesAtOnce, requireEventManager } from "#src/policy/events.ts";
import type { Admin, Person } from "#src/policy/viewer.ts";
import { isDay } from "#src/shared/dates.ts";
import { isCleanText } from "#src/shared/fields.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import { dayInZone } from "#src/shared/zones.server.ts";

/** The later events of the same series that are still to come, as a condition. */
export function isFollowing(eventId: string, now: Date): SQL {
  return sql`${socialEvents.seriesId} = (select series_id from social_events where id = ${eventId})
    and ${socialEvents.startsAt} > (select starts_at from social_events where id = ${eventId})
    and ${socialEvents.startsAt} > ${now.toISOString()}::timestamptz and ${socialEvents.id} <> ${eventId}`;
}

/** How many people hear of a change of these events, each counted once. */
async function countGuests(app: App, eventIds: readonly string[]): Promise<number> {
  const these = sql`= any(${sql.param([...eventIds])}::text[])`;
  const { rows } = await app.db.execute<{ count: number }>(sql`select count(*)::int as count from (
    select user_id from event_rsvps where event_id ${these} and answer in ('going', 'maybe')
    union select user_id from waiting_list where event_id ${these} and status = 'waiting') as guests`);
  return rows[0]?.count ?? 0;
}

/** An event as its host or an organizer edits it. */
export async function getEditableEvent(app: App, person: Person, eventId: string): Promise<Result<EditableEvent>> {
  if (!isCleanText(eventId)) return fail("not_found", EVENT_NOT_FOUND);
  const [event] = await app.db.select().from(socialEvents).where(eq(socialEvents.id, eventId));
  if (!event || !canSeeEvent(person, event)) return fail("not_found", EVENT_NOT_FOUND);
  const manager = requireEventManager(person, event);
  if (!manager.ok) return manager;
  const rows = await app.db
    .select({ id: socialEvents.id })
    .from(socialEvents)
    .where(isFollowing(eventId, app.clock.now()))
    .orderBy(asc(socialEvents.startsAt));
  const following = rows.map(({ id }) => id);
  const guests = await countGuests(app, [eventId]);
  const guestsOfAll = following.length === 0 ? guests : await countGuests(app, [eventId, ...following]);
  const mustWait = !changesAtOnce(person, event, await hasHostId(app.db, person));
  const [proposed] = await app.db.select().from(eventChanges).where(eq(eventChanges.eventId, eventId));
  const waiting = viewWaiting(proposed);
  return ok(viewEditable(event, manager.value, { guests, guestsOfAll, following, mustWait, waiting }));
}

/** Why an organizer did not publish the change of an event; null when none is refused. */
export async function readChangeRefusal(app: App, eventId: string): Promise<string | null> {
  const [row] = await app.db.select().from(eventChanges).where(eq(eventChanges.eventId, eventId));
  return viewWaiting(row)?.refusal ?? null;
}

/** A change that waits for an organizer, and its place in the queue. */
export type WaitingRow = {
  readonly event: EventView;
  readonly hostUserId: string;
  readonly before: Proposed;
  readonly after: Proposed;
  readonly scope: WaitingChange["scope"];
  readonly version: string;
  readonly proposedAt: Date;
  /** `proposedAt` to the microsecond, as text. */
  readonly place: string;
};
const WAITING = isNull(eventChanges.refusedAt);

/** Hosts' changes that wait for an organizer, longest waiting first; behind a place in the queue when one is given. */
export async function listWaitingChanges(
  app: App,
  admin: Admin,
  limit: number,
  after?: readonly [place: string, id: string],
): Promise<WaitingRow[]> {
  const { proposedAt, eventId } = eventChanges;
  const rows = await app.db
    .select({ change: eventChanges, event: socialEvents, place: sql<string>`${proposedAt}::text` })
    .from(eventChanges)
    .innerJoin(socialEvents, eq(socialEvents.id, eventId))
    .where(and(WAITING, after && sql`(${proposedAt}, ${eventId}) > (${after[0]}::timestamptz, ${after[1]}::text)`))
    .orderBy(asc(proposedAt), asc(eventId))
    .limit(limit);
  return rows.map(({ change, event, place }) => ({
    event: viewEvent(event, admin),
    hostUserId: change.userId,
    ...viewDifference(event, change),
    scope: change.scope,
    version: change.version,
    proposedAt: change.proposedAt,
    place,
  }));
}

export async function countWaitingChanges(app: App, _admin: Admin): Promise<number> {
  return app.db.$count(eventChanges, WAITING);
}

/** Events on one page of a host's own. */
const HOSTED_A_PAGE = 20;

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
  const changes = await app.db
    .select({ id: eventChanges.eventId })
    .from(eventChanges)
    .where(
      and(
        inArray(
          eventChanges.eventId,
          shown.map(({ id }) => id),
        ),
        isNull(eventChanges.refusedAt),
      ),
    );
  return ok({
    socialEvents: shown.map((row) => viewEvent(row, person)),
    changesWaiting: changes.map(({ id }) => id),
    next: last ? encodeCursor([last.day, last.startTime, last.id]) : null,
  });
}
