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

/** What becomes of a person's RSVP to a locked event. */
type Decide = (before: MineNow, event: SeatedEvent, tx: Transaction, now: Date) => Result<Mine> | Promise<Result<Mine>>;

/** Changes a person's RSVP or place on the waiting list in one transaction, and returns how the event stands then. */
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
    // Places in line, offers and promotions are read again.
    if (event.waitingCount + moved.waits > 0) return ok(null);
    return ok(viewMoved(row.value, { ...after.value, ...moved }, person, app.config.freeChatAccess));
  });
  if (!done.ok) return done;
  return done.value === null ? getRsvpState(app, person, eventId) : ok(done.value);
}

/**
 * A person's answer to an event; null takes it back. 'Going' to an event that has no seats for the whole party joins its
 * waiting list; leaving gives the place to who is next, in the same transaction.
 */
export async function answerEvent(app: App, person: Person, eventId: string, wish: Wish): Promise<Result<RsvpState>> {
  return changeRsvp(app, person, eventId, (before, event, tx, now) => {
    if (wish.answer === null && before.answer === null && !before.isWaiting)
      return fail("conflict", NOTHING_TO_WITHDRAW);
    return afterWish(tx, event, { userId: person.userId, before, wish }, now);
  });
}
