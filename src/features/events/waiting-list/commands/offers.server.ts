import { eq, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { moment } from "#src/db/instant.ts";
import { type SocialEventRow, socialEvents } from "#src/db/tables/events.ts";
import { afterAnswer, type Mine, placesFree } from "#src/features/events/rsvps/rules.ts";
import type { Answer } from "#src/features/events/rsvps/schema.ts";
import { countKept, promoteWaiting } from "#src/features/events/waiting-list/commands/promote.server.ts";
import { OFFER_OVER, SEAT_TAKEN } from "#src/features/events/waiting-list/messages.ts";
import { addDays } from "#src/shared/dates.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import type { SEAT_OFFER_KINDS, SEAT_OFFER_OUTCOMES } from "#src/shared/states.ts";
import { dayInZone } from "#src/shared/zones.server.ts";

type LastOffer = {
  kind: (typeof SEAT_OFFER_KINDS)[number];
  outcome: (typeof SEAT_OFFER_OUTCOMES)[number];
  over: boolean;
};

/**
 * Whether a person on the waiting list of a locked event gets a seat by answering 'going' now. `conflict` if the offer is
 * over or the seat was taken.
 */
async function mayTakeSeat(
  tx: Transaction,
  event: SocialEventRow,
  userId: string,
  now: Date,
): Promise<Result<boolean>> {
  const { rows } = await tx.execute<LastOffer>(sql`
    select kind, outcome, expires_at <= ${moment(now)} as over from seat_offers
    where event_id = ${event.id} and user_id = ${userId} order by id desc limit 1`);
  const [offer] = rows;
  if (!offer || offer.outcome === "accepted" || offer.outcome === "left") return ok(false);
  if (offer.outcome === "taken") return fail("conflict", SEAT_TAKEN);
  if (offer.outcome === "expired" || offer.over) return fail("conflict", OFFER_OVER);
  // The seat of an offer is kept, but its host may have taken places away.
  const kept = offer.kind === "offer" ? 0 : await countKept(tx, event.id);
  return placesFree(event) - kept > 0 ? ok(true) : fail("conflict", SEAT_TAKEN);
}

type Wish = { readonly userId: string; readonly before: Mine; readonly answer: Answer | null };

/** As {@link afterAnswer} for a locked event; people who wait take the seat offered to them by answering 'going'. */
export async function afterWish(
  tx: Transaction,
  event: SocialEventRow,
  { userId, before, answer }: Wish,
  now: Date,
): Promise<Result<Mine>> {
  if (answer === "going" && before.isWaiting) {
    const taken = await mayTakeSeat(tx, event, userId, now);
    if (!taken.ok) return taken;
    if (taken.value) return ok({ answer, isWaiting: false });
  }
  return ok(afterAnswer(answer, before, event));
}

/** Ends overdue offers and makes those that wait for the morning or for the last hours. Returns how many events it saw. */
export async function moveOffers(app: App): Promise<number> {
  const now = app.clock.now();
  const today = dayInZone(now, "UTC");
  const { rows } = await app.db.execute<{ id: string }>(sql`
    select id from social_events e
    where e.day between ${addDays(today, -1)}::date and ${addDays(today, 2)}::date and not e.held
      and e.status = 'scheduled' and e.waiting_count > 0 and e.going_count < e.capacity
      and e.starts_at > ${moment(now)} and e.starts_at <= ${moment(now)} + interval '24 hours'
    order by e.starts_at, e.id`);
  for (const { id } of rows) {
    await app.db.transaction(async (tx) => {
      const [event] = await tx.select().from(socialEvents).where(eq(socialEvents.id, id)).for("update");
      if (event) await promoteWaiting(tx, event, now);
    });
  }
  return rows.length;
}
