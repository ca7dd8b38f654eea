import { sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { moment } from "#src/db/instant.ts";
import { fillPlaces, recountEvents } from "#src/features/events/rsvps/commands/locked-people.server.ts";
import { lockAnyEvent } from "#src/features/events/rsvps/commands/places.server.ts";
import {
  afterAnswer,
  headsOf,
  type Mine,
  type MineNow,
  placesFree,
  seatsOf,
  type Wish,
} from "#src/features/events/rsvps/rules.ts";
import type { SeatedEvent } from "#src/features/events/rsvps/view.ts";
import { areSeatsFree, countKept } from "#src/features/events/waiting-list/commands/promote.server.ts";
import {
  NO_SEAT_FOR_GUESTS,
  OFFER_OVER,
  SEAT_TAKEN,
  tooFewSeats,
  tooManyGuests,
} from "#src/features/events/waiting-list/messages.ts";
import { BLOCKED } from "#src/policy/viewer.ts";
import { addDays } from "#src/shared/dates.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import type { SEAT_OFFER_KINDS, SEAT_OFFER_OUTCOMES } from "#src/shared/states.ts";
import { dayInZone } from "#src/shared/zones.server.ts";

type LastOffer = {
  kind: (typeof SEAT_OFFER_KINDS)[number];
  outcome: (typeof SEAT_OFFER_OUTCOMES)[number];
  over: boolean;
};

type Asked = { readonly userId: string; readonly before: MineNow; readonly wish: Wish };

/**
 * Whether a person on the waiting list of a locked event gets seats for this party by responding 'going' now.
 * `conflict` if the offer is over, or the seats are taken or too few. A change of party size without an offer keeps
 * waiting.
 */
async function mayTakeSeats(
  tx: Transaction,
  event: SeatedEvent,
  { userId, before, guests }: Pick<Asked, "userId" | "before"> & { readonly guests: number },
  now: Date,
): Promise<Result<boolean>> {
  const { rows } = await tx.execute<LastOffer>(sql`
    select kind, outcome, expires_at <= ${moment(now)} as over from seat_offers
    where event_id = ${event.id} and user_id = ${userId} order by id desc limit 1`);
  const [offer] = rows;
  if (!offer || offer.outcome === "accepted" || offer.outcome === "left") return ok(false);
  if (offer.outcome !== "open" || offer.over) {
    if (guests !== before.guests) return ok(false);
    return fail("conflict", offer.outcome === "taken" ? SEAT_TAKEN : OFFER_OVER);
  }
  // The seats of an offer are reserved for its party, but its host may have reduced the places.
  const isKept = offer.kind === "offer" && guests <= before.guests;
  const free = placesFree(event) - (isKept ? 0 : await countKept(tx, event.id, userId));
  if (headsOf({ guests }) <= free) return ok(true);
  return fail("conflict", free <= 0 ? SEAT_TAKEN : tooFewSeats(free));
}

/**
 * As {@link afterAnswer} for a locked event. Waiting people take the seats offered to them by responding 'going';
 * people who are going get seats for more guests, or keep what they have. `invalid` if the host allows fewer guests.
 */
export async function afterWish(
  tx: Transaction,
  event: SeatedEvent,
  { userId, before, wish }: Asked,
  now: Date,
): Promise<Result<Mine>> {
  // Checked here too, because a mailed link needs no account. 'Not going' is always allowed.
  if (before.isBlocked && (wish.answer === "going" || wish.answer === "maybe")) return fail("forbidden", BLOCKED);
  if (wish.answer !== "going") return ok(afterAnswer(wish, before, false));
  const { answer, guests = before.guests } = wish;
  // Accepted guests stay if the host later allows fewer.
  if (guests > Math.max(event.guestsPerPerson, before.guests)) {
    const words = tooManyGuests(event.guestsPerPerson);
    return fail("invalid", words, { fields: { guests: words } });
  }
  if (before.isWaiting) {
    const taken = await mayTakeSeats(tx, event, { userId, before, guests }, now);
    if (!taken.ok) return taken;
    return ok(taken.value ? { answer, isWaiting: false, guests } : afterAnswer({ answer, guests }, before, false));
  }
  const more = headsOf({ guests }) - seatsOf(before);
  const fits = more <= 0 || (await areSeatsFree(tx, event, more, now));
  if (!fits && before.answer === "going") return fail("conflict", NO_SEAT_FOR_GUESTS);
  return ok(afterAnswer({ answer, guests }, before, fits));
}

/**
 * Expires overdue offers, makes offers that were delayed until the morning or the last hours, and recounts events where
 * somebody blocked waits, because blocks expire by themselves. Returns how many events were checked.
 */
export async function moveOffers(app: App): Promise<number> {
  const now = app.clock.now();
  const today = dayInZone(now, "UTC");
  const { rows } = await app.db.execute<{ id: string }>(sql`
    select e.id, e.starts_at from social_events e
    where not e.held and e.status = 'scheduled' and e.waiting_count > 0 and e.going_count < e.capacity and e.starts_at > ${moment(now)}
      and e.day between ${addDays(today, -1)}::date and ${addDays(today, 2)}::date and e.starts_at <= ${moment(now)} + interval '24 hours'
    union select e.id, e.starts_at from person_blocks b
      join waiting_list w on w.user_id = b.user_id join social_events e on e.id = w.event_id
    where e.starts_at > ${moment(now)} and w.status = 'waiting' and b.lifted_at is null
    order by starts_at, id`);
  for (const { id } of rows) {
    await app.db.transaction(async (tx) => {
      await lockAnyEvent(tx, id);
      await recountEvents(tx, [id], now);
      await fillPlaces(tx, [id], now);
    });
  }
  return rows.length;
}
