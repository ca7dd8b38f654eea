import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import { moment } from "#src/db/instant.ts";
import { hostTold } from "#src/features/events/hosting/commands.server.ts";
import { eventMails } from "#src/features/events/mails.server.ts";
import { hasLimit, isDrawPending, placesFree, whoFits, whyClosed } from "#src/features/events/rsvps/rules.ts";
import type { SeatedEvent } from "#src/features/events/rsvps/view.ts";
import { offerMails } from "#src/features/events/waiting-list/mails.server.ts";
import { isLeftOut } from "#src/features/events/waiting-list/queries/left-out.server.ts";
import { inTurn } from "#src/features/events/waiting-list/queries/in-turn.server.ts";
import { offerEnd, seatMode } from "#src/features/events/waiting-list/rules/time-left.ts";
import { addressOf } from "#src/mail/address.server.ts";
import { mailsOwed, newId } from "#src/mail/outbox.server.ts";
import type { SEAT_OFFER_KINDS } from "#src/shared/states.ts";

/**
 * Gives the free seats of a locked event to the waiting list, in the mode for the time left, and notifies the people.
 * `event` must be the current row.
 */
export async function promoteWaiting(tx: Transaction, event: SeatedEvent, now: Date): Promise<void> {
  if (event.waitingCount === 0 || whyClosed(event, now) !== null || isDrawPending(event)) return;
  const mode = hasLimit(event) ? seatMode(event.startsAt, now, event.timeZone) : "automatic";
  if (mode === "automatic") return promoteNext(tx, event, eventMails.promoted, now);
  await tx.execute(sql`update seat_offers set outcome = 'expired', ended_at = ${moment(now)}
    where event_id = ${event.id} and outcome = 'open' and expires_at <= ${moment(now)}`);
  const free = placesFree(event) - (await countKept(tx, event.id));
  if (free <= 0) return endFirstCome(tx, event.id, now);
  if (mode === "quiet") return;
  const line = await readLine(tx, event, now, NOT_ASKED);
  if (mode === "first_come") {
    // Parties too large for the free seats are included, because they may come with fewer people.
    return offerSeats(tx, event, { kind: mode, to: line, expiresAt: event.startsAt }, now);
  }
  return offerSeats(tx, event, { kind: mode, to: whoFits(line, free), expiresAt: offerEnd(now) }, now);
}

type Waiting = { ticket: number; guests: number };

const NOT_ASKED = sql`and not exists (
  select from seat_offers o where o.event_id = w.event_id and o.user_id = w.user_id and o.outcome = 'open')`;

/** The waiting list of a locked event, in turn order, without people who can get no seat (they stay on it). */
async function readLine(tx: Transaction, event: SeatedEvent, now: Date, only = sql``): Promise<Waiting[]> {
  const { rows } = await tx.execute<Waiting>(sql`
    select w.ticket, w.guests from waiting_list w where w.event_id = ${event.id} and w.status = 'waiting'
      and not ${isLeftOut(event, sql`w.user_id`, now)} ${only}
    order by ${inTurn}`);
  return rows;
}

/** How many free seats are reserved for open offers, each for a whole party, except the offer to `butFor`. */
export async function countKept(tx: Transaction, eventId: string, butFor = ""): Promise<number> {
  const { rows } = await tx.execute<{ kept: number }>(sql`
    select coalesce(sum(1 + w.guests), 0)::int as kept from seat_offers o
    join waiting_list w on w.event_id = o.event_id and w.user_id = o.user_id and w.status = 'waiting'
    where o.event_id = ${eventId} and o.outcome = 'open' and o.kind = 'offer' and o.user_id <> ${butFor}`);
  return rows[0]?.kept ?? 0;
}

/**
 * Whether a locked event has seats for a newcomer: not reserved for a draw or an offer, and of no use to anyone
 * waiting.
 */
export async function areSeatsFree(tx: Transaction, event: SeatedEvent, seats: number, now: Date): Promise<boolean> {
  if (seats > placesFree(event) || isDrawPending(event)) return false;
  if (event.waitingCount === 0) return true;
  const free = placesFree(event) - (await countKept(tx, event.id));
  return seats <= free && whoFits(await readLine(tx, event, now, NOT_ASKED), free).length === 0;
}

/** Ends the first-come offers once their seat is gone. */
async function endFirstCome(tx: Transaction, eventId: string, now: Date): Promise<void> {
  await tx.execute(sql`update seat_offers set outcome = 'taken', ended_at = ${moment(now)}
    where event_id = ${eventId} and outcome = 'open' and kind = 'first_come'`);
}

type Offer = {
  readonly kind: (typeof SEAT_OFFER_KINDS)[number];
  readonly to: readonly Waiting[];
  readonly expiresAt: Date;
};

const ticketsOf = (line: readonly Waiting[]) => sql`${sql.param(line.map(({ ticket }) => ticket))}::int[]`;

const NOTICE_OF = { offer: "seat_offered", first_come: "seat_free" } as const;

/**
 * Offers seats to people who have no open offer, with a mail and a notice each. First-come offers are sent to a person
 * at most once an hour, so that giving a seat up and taking it back cannot flood inboxes.
 */
async function offerSeats(tx: Transaction, { id }: SeatedEvent, offer: Offer, now: Date): Promise<void> {
  const { kind, to, expiresAt } = offer;
  if (to.length === 0) return;
  const notice = NOTICE_OF[kind];
  const data = { eventId: sql`${id}::text`, userId: sql`o.user_id`, offerId: sql`o.id` };
  const mails = { key: sql`o.id`, email: addressOf(sql`o.user_id`), data, from: sql`from to_tell o` };
  await tx.execute(sql`with
    next as (select user_id from waiting_list where event_id = ${id} and ticket = any(${ticketsOf(to)})),
    offered as (
      insert into seat_offers (id, event_id, user_id, kind, offered_at, expires_at)
      select ${newId(now)}, ${id}, user_id, ${kind}, ${moment(now)}, ${moment(expiresAt)} from next
      returning id, user_id),
    to_tell as (
      select id, user_id from offered where ${kind} = 'offer' or not exists (
        select from seat_offers e where e.event_id = ${id} and e.user_id = offered.user_id and e.kind = 'first_come'
          and e.offered_at >= date_trunc('hour', ${moment(now)}, 'UTC'))),
    told as (
      insert into notices (id, user_id, kind, event_id, created_at)
      select ${newId(now)}, user_id, ${notice}, ${id}, ${moment(now)} from to_tell),
    mailed as (${mailsOwed(offerMails[notice], mails, now)})
    update social_events set updated_at = updated_at where id = ${id} and exists (select from offered)`);
}

/** Gives free seats of a locked event to the next people without asking, and notifies them by `mail`. */
export async function promoteNext(
  tx: Transaction,
  event: SeatedEvent,
  mail: typeof eventMails.promoted,
  now: Date,
): Promise<void> {
  const free = placesFree(event);
  if (free <= 0) return;
  const next = whoFits(await readLine(tx, event, now), free);
  if (next.length === 0) return;
  const key = sql`${event.id}::text || ':' || p.ticket`;
  const data = { eventId: sql`${event.id}::text`, userId: sql`p.user_id` };
  const mails = { key, email: addressOf(sql`p.user_id`), data, from: sql`from promoted p` };
  const promoted: SQL = sql`select user_id from promoted`;
  await tx.execute(sql`with
    promoted as (
      update waiting_list w set status = 'promoted', ended_at = ${moment(now)}
      where w.event_id = ${event.id} and w.ticket = any(${ticketsOf(next)}) returning w.user_id, w.ticket, w.guests),
    answered as (
      insert into event_rsvps (event_id, user_id, answer, answered_at, guests)
      select ${event.id}, user_id, 'going', ${moment(now)}, guests from promoted
      on conflict (event_id, user_id) do update set answer = excluded.answer, answered_at = excluded.answered_at,
        guests = excluded.guests),
    accepted as (
      update seat_offers set outcome = 'accepted', ended_at = ${moment(now)}
      where event_id = ${event.id} and outcome = 'open' and user_id in (${promoted})),
    told as (
      insert into notices (id, user_id, kind, event_id, created_at)
      select ${newId(now)}, user_id, 'promoted', ${event.id}, ${moment(now)} from promoted),
    mailed as (${mailsOwed(mail, mails, now)}),
    host_told as (${hostTold(event, promoted, now)})
    update social_events set
      going_count = going_count + (select sum(1 + guests) from promoted),
      waiting_count = greatest(waiting_count - (select count(*) from promoted), 0)
    where id = ${event.id}`);
}
