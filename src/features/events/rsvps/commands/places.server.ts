import { eq, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import { isBlockedNow } from "#src/db/groups-now.ts";
import { moment } from "#src/db/instant.ts";
import { prepareOnce } from "#src/db/prepared.server.ts";
import { type SocialEventRow, socialEvents } from "#src/db/tables/events.ts";
import { hostTold } from "#src/features/events/hosting/commands.server.ts";
import { eventMails } from "#src/features/events/mails.server.ts";
import { EVENT_NOT_FOUND } from "#src/features/events/messages.ts";
import { readRsvpState } from "#src/features/events/rsvps/queries.server.ts";
import { type Mine, type MineNow, seatsOf, whyClosed } from "#src/features/events/rsvps/rules.ts";
import type { Answer } from "#src/features/events/rsvps/schema.ts";
import type { RsvpStateRow, SeatedEvent } from "#src/features/events/rsvps/view.ts";
import { promoteWaiting } from "#src/features/events/waiting-list/commands/promote.server.ts";
import { mailsOwed } from "#src/mail/outbox.server.ts";
import { canSeeEvent } from "#src/policy/events.ts";
import type { Person, Viewer } from "#src/policy/viewer.ts";
import { isCleanText } from "#src/shared/fields.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

// Everything that gives or takes a place first locks the event's row, which serializes reads and counts.

/** Locks an event until the end of the transaction. The caller must check the policy. */
export async function lockAnyEvent(tx: Transaction, eventId: string): Promise<SocialEventRow | undefined> {
  const query = prepareOnce(tx, "lock_event", (name) =>
    tx
      .select()
      .from(socialEvents)
      .where(eq(socialEvents.id, sql.placeholder("eventId")))
      .for("update")
      .prepare(name),
  );
  const [event] = await query.execute({ eventId });
  return event;
}

/** As {@link lockAnyEvent}; `not_found` also if the viewer may not see it. */
export async function lockEvent(tx: Transaction, viewer: Viewer, eventId: string): Promise<Result<SocialEventRow>> {
  if (!isCleanText(eventId)) return fail("not_found", EVENT_NOT_FOUND);
  const event = await lockAnyEvent(tx, eventId);
  return event && canSeeEvent(viewer, event) ? ok(event) : fail("not_found", EVENT_NOT_FOUND);
}

/**
 * Locks an event that is open for RSVPs and reads this person's state. Both statements share a round trip; the second
 * starts once the first has the lock. `conflict` if RSVPs are closed or not open yet.
 */
export async function lockRsvpState(
  tx: Transaction,
  person: Person,
  eventId: string,
  now: Date,
): Promise<Result<RsvpStateRow>> {
  if (!isCleanText(eventId)) return fail("not_found", EVENT_NOT_FOUND);
  const lock = prepareOnce(tx, "lock_event_id", (name) =>
    tx
      .select({ id: socialEvents.id })
      .from(socialEvents)
      .where(eq(socialEvents.id, sql.placeholder("eventId")))
      .for("update")
      .prepare(name),
  );
  const [, row] = await Promise.all([lock.execute({ eventId }), readRsvpState(tx, person, eventId, now)]);
  if (!row || !canSeeEvent(person, row.event)) return fail("not_found", EVENT_NOT_FOUND);
  const reason = whyClosed(row.event, now);
  return reason === null ? ok(row) : fail("conflict", reason);
}

/** A person's state at a locked event. Read after the lock, because a statement's snapshot is from its start. */
export async function readMine(tx: Transaction, eventId: string, userId: string, now: Date): Promise<MineNow> {
  const ofPerson = sql`event_id = ${sql.placeholder("eventId")} and user_id = ${sql.placeholder("userId")}`;
  const query = prepareOnce(tx, "read_mine", (name) =>
    tx
      .select({
        answer: sql<Answer | null>`(select answer from event_rsvps where ${ofPerson})`,
        isWaiting: sql<boolean>`exists (select from waiting_list where ${ofPerson} and status = 'waiting')`,
        guests: sql<number>`coalesce((select guests from waiting_list where ${ofPerson} and status = 'waiting'),
          (select guests from event_rsvps where ${ofPerson} and answer = 'going'), 0)`,
        isBlocked: isBlockedNow(sql`${sql.placeholder("userId")}`, sql`${sql.placeholder("now")}`),
      })
      .from(sql`(select) as one`)
      .prepare(name),
  );
  const [mine] = await query.execute({ eventId, userId, now: now.toISOString() });
  return mine ?? { answer: null, isWaiting: false, guests: 0, isBlocked: false };
}

/** Writes of one statement (CTEs), by names that identify its text. They don't see each other's changes. */
type Writes = Partial<
  Record<"answered" | "withdrawn" | "joined" | "resized" | "left" | "offer" | "confirmed" | "told", SQL>
>;

/** Changes of the event's counts: seats, and people waiting. */
type Counts = { readonly goes: number; readonly waits: number };

function saveMove(tx: Transaction, eventId: string, writes: Writes, { goes, waits }: Counts) {
  const named = Object.entries(writes);
  // The counts don't change, so leave the event's row and the pages that show it alone.
  if (goes === 0 && waits === 0 && named.length === 1) return tx.execute(sql.join(Object.values(writes)));
  return (
    tx
      .with(...named.map(([name, write]) => tx.$with(name, {}).as(write)))
      .update(socialEvents)
      .set({
        goingCount: sql`${socialEvents.goingCount} + ${goes}::int`,
        // Someone whose block has just ended is not counted yet.
        waitingCount: sql`greatest(${socialEvents.waitingCount} + ${waits}::int, 0)`,
        lastTicket: sql`${socialEvents.lastTicket} + ${writes.joined ? 1 : 0}::int`,
      })
      .where(eq(socialEvents.id, eventId))
      // Prepared once per connection, because parsing and planning cost more than the execution.
      .prepare(`move_${named.map(([name]) => name).join("_")}`)
      .execute()
  );
}

function writeAnswer(eventId: string, userId: string, { answer, guests }: Mine, now: Date): SQL {
  if (answer === null) return sql`delete from event_rsvps where event_id = ${eventId} and user_id = ${userId}`;
  // A changed number of guests keeps `answered_at`.
  return sql`insert into event_rsvps as r (event_id, user_id, answer, answered_at, guests)
    values (${eventId}, ${userId}, ${answer}, ${moment(now)}, ${answer === "going" ? guests : 0})
    on conflict (event_id, user_id) do update set answer = excluded.answer, guests = excluded.guests,
      answered_at = case when r.answer = excluded.answer then r.answered_at else excluded.answered_at end`;
}

function writeWaiting(event: SeatedEvent, userId: string, { isWaiting, answer, guests }: Mine, now: Date): SQL {
  return isWaiting
    ? sql`insert into waiting_list (event_id, user_id, ticket, joined_at, guests)
        values (${event.id}, ${userId}, ${event.lastTicket + 1}, ${moment(now)}, ${guests})`
    : sql`update waiting_list set status = ${answer === "going" ? "promoted" : "left"}, ended_at = ${moment(now)}
        where event_id = ${event.id} and user_id = ${userId} and status = 'waiting'`;
}

function resizeParty(eventId: string, userId: string, { guests }: Mine): SQL {
  return sql`update waiting_list set guests = ${guests}
    where event_id = ${eventId} and user_id = ${userId} and status = 'waiting'`;
}

/** Ends the open offer of a person who leaves the list, with or without the seat. */
function endOffer(eventId: string, userId: string, { answer }: Mine, now: Date): SQL {
  return sql`update seat_offers set outcome = ${answer === "going" ? "accepted" : "left"}, ended_at = ${moment(now)}
    where event_id = ${eventId} and user_id = ${userId} and outcome = 'open'`;
}

/** The confirmation mail: once per event and start, even if a person changes their mind repeatedly. */
function confirmation(event: SeatedEvent, { userId, email }: Goer, now: Date): SQL {
  const key = sql`${`${event.id}:${userId}:${event.startsAt.toISOString()}`}::text`;
  const data = { eventId: sql`${event.id}::text`, userId: sql`${userId}::text` };
  return mailsOwed(eventMails.rsvp_confirmed, { key, email: sql`${email}::text`, data, from: sql`` }, now);
}

type Goer = { readonly userId: string; readonly email: string };

/**
 * Sets a person's RSVP to a locked event to `after`: answer, waiting list, counts and mail in one statement. Promotes
 * people into freed places. Returns the changes by this person's move, without the promotions.
 */
export async function movePerson(
  tx: Transaction,
  event: SeatedEvent,
  person: Goer,
  { before, after, now }: { before: MineNow; after: Mine; now: Date },
): Promise<Counts> {
  const goes = seatsOf(after) - seatsOf(before);
  const moves = Number(after.isWaiting) - Number(before.isWaiting);
  // Blocked people are not counted while they wait.
  const waits = before.isBlocked ? 0 : moves;
  const writes: Writes = {};
  if (after.answer !== before.answer || goes !== 0) {
    writes[after.answer === null ? "withdrawn" : "answered"] = writeAnswer(event.id, person.userId, after, now);
  }
  if (before.isWaiting && after.isWaiting && after.guests !== before.guests)
    writes.resized = resizeParty(event.id, person.userId, after);
  if (moves !== 0) writes[moves > 0 ? "joined" : "left"] = writeWaiting(event, person.userId, after, now);
  if (moves < 0) writes.offer = endOffer(event.id, person.userId, after, now);
  if (after.answer === "going" && before.answer !== "going") {
    writes.confirmed = confirmation(event, person, now);
    if (event.hostUserId !== null) writes.told = hostTold(event, sql`select ${person.userId}::text as user_id`, now);
  }
  if (Object.keys(writes).length === 0) return { goes, waits };
  await saveMove(tx, event.id, writes, { goes, waits });
  const { goingCount, waitingCount } = event;
  await promoteWaiting(tx, { ...event, goingCount: goingCount + goes, waitingCount: waitingCount + waits }, now);
  return { goes, waits };
}
