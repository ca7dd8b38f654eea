import { eq, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { type SocialEventRow, socialEvents } from "#src/db/tables/events.ts";
import { CHANGE_REFUSED, MOMENT_PASSED } from "#src/features/events/messages.ts";
import { addressOf, lockEvent, promoteWaiting } from "#src/features/events/rsvps/commands/places.server.ts";
import { type EventNews, newsBetween } from "#src/features/events/rules.ts";
import type { EventChange, EventView } from "#src/features/events/schema.ts";
import { viewEvent } from "#src/features/events/view.ts";
import { mailsOwed, newId } from "#src/mail/outbox.server.ts";
import { requireEventManager } from "#src/policy/events.ts";
import type { Person } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import { instantOf } from "#src/shared/zones.server.ts";

/** The event as it is after a change; its id stays, whatever its day. */
function changed(event: SocialEventRow, change: EventChange, now: Date): SocialEventRow {
  const day = change.date ?? event.day;
  const startTime = change.time === undefined ? event.startTime : `${change.time}:00`;
  const after: SocialEventRow = {
    ...event,
    title: change.title ?? event.title,
    day,
    startTime,
    startsAt: instantOf(day, startTime, event.timeZone),
    // Null is an answer of its own here: unknown.
    lengthMinutes: change.lengthMinutes === undefined ? event.lengthMinutes : change.lengthMinutes,
    location: change.location ?? event.location,
    privateLocation: change.privateLocation ?? event.privateLocation,
    description: change.description ?? event.description,
    capacity: change.spaces === undefined ? event.capacity : change.spaces,
    status: change.status ?? event.status,
    membersOnlyLocation: change.membersOnly ?? event.membersOnlyLocation,
    updatedAt: now,
    // What was refused and then changed waits for an organiser once more.
    refusedAt: null,
    refusalReason: "",
  };
  return { ...after, sequence: event.sequence + (newsBetween(event, after).length > 0 ? 1 : 0) };
}

/** Only what a change may touch: the counts of the row belong to the answers. */
async function saveEvent(tx: Transaction, event: SocialEventRow): Promise<void> {
  const { title, day, startTime, startsAt, lengthMinutes, location, privateLocation, description } = event;
  const { capacity, status, membersOnlyLocation, sequence, updatedAt, refusedAt, refusalReason } = event;
  await tx
    .update(socialEvents)
    .set({
      title,
      day,
      startTime,
      startsAt,
      lengthMinutes,
      location,
      privateLocation,
      description,
      capacity,
      status,
      membersOnlyLocation,
      sequence,
      updatedAt,
      refusedAt,
      refusalReason,
    })
    .where(eq(socialEvents.id, event.id));
}

/** Tells everyone who comes, may come or waits: one statement each for the site and for the mails. */
async function tellOfChange(
  tx: Transaction,
  before: SocialEventRow,
  after: SocialEventRow,
  news: readonly EventNews[],
): Promise<void> {
  const { id, sequence, updatedAt: now } = after;
  const isCancelled = after.status === "cancelled" && before.status !== "cancelled";
  const kind = isCancelled ? "event_cancelled" : "event_changed";
  const people = sql`select user_id from event_rsvps where event_id = ${id} and answer in ('going', 'maybe')
    union select user_id from waiting_list where event_id = ${id} and status = 'waiting'`;
  await tx.execute(sql`insert into notices (id, user_id, kind, event_id, created_at)
    select ${newId(now)}, user_id, ${kind}, ${id}, ${now.toISOString()}::timestamptz from (${people}) as people`);
  const data = JSON.stringify({ eventId: id, news, before: { day: before.day, startTime: before.startTime } });
  const mails = sql`select ${`${kind}:${id}:`}::text || user_id || ${`:${sequence}`}::text as key,
    ${addressOf(sql`people.user_id`)} as email, ${data}::jsonb || jsonb_build_object('userId', user_id) as data
    from (${people}) as people`;
  await tx.execute(mailsOwed(kind, mails, now));
}

/**
 * Changes an event, by its host or an organiser. Another time, place or status is told to everyone it concerns; more
 * places go to those who wait, as many as there are; fewer send nobody away.
 */
export async function changeEvent(
  app: App,
  person: Person,
  eventId: string,
  change: EventChange,
): Promise<Result<EventView>> {
  return app.db.transaction(async (tx): Promise<Result<EventView>> => {
    const now = app.clock.now();
    const event = await lockEvent(tx, person, eventId);
    if (!event.ok) return event;
    const before = event.value;
    const manager = requireEventManager(person, before);
    if (!manager.ok) return manager;
    const after = changed(before, change, now);
    const isMoved = before.startsAt.getTime() !== after.startsAt.getTime();
    // The record of a past event may be put right; one that is to come stays to come.
    if (isMoved && before.startsAt > now && after.startsAt <= now) {
      return fail("invalid", CHANGE_REFUSED, { fields: { date: MOMENT_PASSED } });
    }
    await saveEvent(tx, after);
    const news = newsBetween(before, after);
    if (news.length > 0 && (before.startsAt > now || after.startsAt > now)) await tellOfChange(tx, before, after, news);
    await promoteWaiting(tx, after, now);
    const [row] = await tx.select().from(socialEvents).where(eq(socialEvents.id, before.id));
    return ok(viewEvent(row ?? after, person));
  });
}
