import type { App } from "#src/context/app.ts";
import { lockOpenEvent, movePerson, readMine } from "#src/features/events/rsvps/commands/places.server.ts";
import { getRsvpState } from "#src/features/events/rsvps/queries.server.ts";
import type { Mine, Places } from "#src/features/events/rsvps/rules.ts";
import type { RsvpState } from "#src/features/events/rsvps/schema.ts";
import { afterJoining, afterLeaving } from "#src/features/events/waiting-list/rules/waiting.ts";
import type { Person } from "#src/policy/viewer.ts";
import { ok, type Result } from "#src/shared/result.ts";

type Change = (mine: Mine, places: Places) => Result<Mine>;

async function changeWaiting(app: App, person: Person, eventId: string, change: Change): Promise<Result<RsvpState>> {
  const now = app.clock.now();
  const done = await app.db.transaction(async (tx): Promise<Result<void>> => {
    const event = await lockOpenEvent(tx, person, eventId, now);
    if (!event.ok) return event;
    const before = await readMine(tx, eventId, person.userId);
    const after = change(before, event.value);
    if (!after.ok) return after;
    await movePerson(tx, event.value, person, { before, after: after.value, now });
    return ok(undefined);
  });
  return done.ok ? getRsvpState(app, person, eventId) : done;
}

/** Joins the waiting list of a full event. A person who already waits keeps their place. */
export function joinWaitingList(app: App, person: Person, eventId: string): Promise<Result<RsvpState>> {
  return changeWaiting(app, person, eventId, afterJoining);
}

export function leaveWaitingList(app: App, person: Person, eventId: string): Promise<Result<RsvpState>> {
  return changeWaiting(app, person, eventId, afterLeaving);
}
