import type { App } from "#src/context/app.ts";
import { lockOpenEvent, movePerson, readMine } from "#src/features/events/rsvps/commands/places.server.ts";
import { NOTHING_TO_WITHDRAW } from "#src/features/events/rsvps/messages.ts";
import { getRsvpState } from "#src/features/events/rsvps/queries.server.ts";
import type { Wish } from "#src/features/events/rsvps/rules.ts";
import type { RsvpState } from "#src/features/events/rsvps/schema.ts";
import type { Person } from "#src/policy/viewer.ts";
import { afterWish } from "#src/features/events/waiting-list/commands/offers.server.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/**
 * A person's answer to an event; null takes it back. 'Going' to an event that has no seats for the whole party joins its
 * waiting list; leaving gives the place to who is next, in the same transaction.
 */
export async function answerEvent(app: App, person: Person, eventId: string, wish: Wish): Promise<Result<RsvpState>> {
  const now = app.clock.now();
  const done = await app.db.transaction(async (tx): Promise<Result<void>> => {
    const event = await lockOpenEvent(tx, person, eventId, now);
    if (!event.ok) return event;
    const before = await readMine(tx, eventId, person.userId);
    if (wish.answer === null && before.answer === null && !before.isWaiting)
      return fail("conflict", NOTHING_TO_WITHDRAW);
    const after = await afterWish(tx, event.value, { userId: person.userId, before, wish }, now);
    if (!after.ok) return after;
    await movePerson(tx, event.value, person, { before, after: after.value, now });
    return ok(undefined);
  });
  return done.ok ? getRsvpState(app, person, eventId) : done;
}
