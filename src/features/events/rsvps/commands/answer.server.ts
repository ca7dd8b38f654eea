import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { lockRsvpState, movePerson } from "#src/features/events/rsvps/commands/places.server.ts";
import { NOTHING_TO_WITHDRAW } from "#src/features/events/rsvps/messages.ts";
import { getRsvpState } from "#src/features/events/rsvps/queries.server.ts";
import { type Mine, type MineNow, mineOf, type Wish } from "#src/features/events/rsvps/rules.ts";
import type { RsvpState } from "#src/features/events/rsvps/schema.ts";
import { type SeatedEvent, viewMoved } from "#src/features/events/rsvps/view.ts";
import type { Person } from "#src/policy/viewer.ts";
import { afterWish } from "#src/features/events/waiting-list/commands/offers.server.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** Computes a person's new RSVP to a locked event. */
type Decide = (before: MineNow, event: SeatedEvent, tx: Transaction, now: Date) => Result<Mine> | Promise<Result<Mine>>;

/** Changes a person's RSVP or waiting list entry in one transaction. Returns the resulting RSVP state. */
export async function changeRsvp(
  app: App,
  person: Person,
  eventId: string,
  decide: Decide,
): Promise<Result<RsvpState>> {
  const now = app.clock.now();
  const done = await app.db.transaction(async (tx): Promise<Result<RsvpState | null>> => {
    const row = await lockRsvpState(tx, person, eventId, now);
    if (!row.ok) return row;
    const { event } = row.value;
    const before = mineOf(row.value);
    const after = await decide(before, event, tx, now);
    if (!after.ok) return after;
    const moved = await movePerson(tx, event, person, { before, after: after.value, now });
    // With a waiting list, positions, offers and promotions must be read again.
    if (event.waitingCount + moved.waits > 0) return ok(null);
    return ok(viewMoved(row.value, { ...after.value, ...moved }, person, app.config.freeChatAccess));
  });
  if (!done.ok) return done;
  return done.value === null ? getRsvpState(app, person, eventId) : ok(done.value);
}

/**
 * Sets a person's RSVP; null removes it. 'Going' joins the waiting list if there are no seats for the whole party.
 * Leaving gives the seats to the next people in the same transaction.
 */
export async function answerEvent(app: App, person: Person, eventId: string, wish: Wish): Promise<Result<RsvpState>> {
  return changeRsvp(app, person, eventId, (before, event, tx, now) => {
    if (wish.answer === null && before.answer === null && !before.isWaiting)
      return fail("conflict", NOTHING_TO_WITHDRAW);
    return afterWish(tx, event, { userId: person.userId, before, wish }, now);
  });
}
