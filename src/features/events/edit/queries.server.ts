import { asc, eq, sql, type SQL } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { eventChanges } from "#src/db/tables/event-changes.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import type { EditableEvent } from "#src/features/events/edit/schema.ts";
import { viewEditable } from "#src/features/events/edit/view.ts";
import { viewWaiting } from "#src/features/events/changes/view.ts";
import { hasHostId } from "#src/features/events/photos/queries.server.ts";
import { findManagedEvent } from "#src/features/events/queries.server.ts";
import { changesAtOnce } from "#src/policy/events.ts";
import type { Person } from "#src/policy/viewer.ts";
import { ok, type Result } from "#src/shared/result.ts";

/** SQL condition: later events of the same series that have not started. */
export function isFollowing(eventId: string, now: Date): SQL {
  return sql`${socialEvents.seriesId} = (select series_id from social_events where id = ${eventId})
    and ${socialEvents.startsAt} > (select starts_at from social_events where id = ${eventId})
    and ${socialEvents.startsAt} > ${now.toISOString()}::timestamptz and ${socialEvents.id} <> ${eventId}`;
}

/** Number of people who would be notified of a change of these events, each counted once. */
async function countGuests(app: App, eventIds: readonly string[]): Promise<number> {
  const these = sql`= any(${sql.param([...eventIds])}::text[])`;
  const { rows } = await app.db.execute<{ count: number }>(sql`select count(*)::int as count from (
    select user_id from event_rsvps where event_id ${these} and answer in ('going', 'maybe')
    union select user_id from waiting_list where event_id ${these} and status = 'waiting') as guests`);
  return rows[0]?.count ?? 0;
}

/** An event for the edit form of its hosts and organizers. */
export async function getEditableEvent(app: App, person: Person, eventId: string): Promise<Result<EditableEvent>> {
  const managed = await findManagedEvent(app, person, eventId);
  if (!managed.ok) return managed;
  const { event, manager } = managed.value;
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
  return ok(viewEditable(event, manager, { guests, guestsOfAll, following, mustWait, waiting }));
}
