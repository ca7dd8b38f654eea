import type { App } from "#src/context/app.ts";
import { changeRsvp } from "#src/features/events/rsvps/commands/answer.server.ts";
import type { RsvpState } from "#src/features/events/rsvps/schema.ts";
import { afterJoining, afterLeaving } from "#src/features/events/waiting-list/rules/waiting.ts";
import type { Person } from "#src/policy/viewer.ts";
import type { Result } from "#src/shared/result.ts";

/** Joins the waiting list of a full event. A person who already waits keeps their place. */
export async function joinWaitingList(app: App, person: Person, eventId: string): Promise<Result<RsvpState>> {
  return changeRsvp(app, person, eventId, afterJoining);
}

export function leaveWaitingList(app: App, person: Person, eventId: string): Promise<Result<RsvpState>> {
  return changeRsvp(app, person, eventId, afterLeaving);
}
