import { and, eq, inArray } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { eventRsvps, waitingList } from "#src/db/tables/rsvps.ts";
import type { Upcoming } from "#src/features/dashboard/schema.ts";
import { listEventsWithin } from "#src/features/events/queries.server.ts";
import type { SignedIn } from "#src/policy/viewer.ts";
import { ok, type Result } from "#src/shared/result.ts";

/** A person's RSVPs to these events; a place on the waiting list counts. */
async function readAnswers(app: App, userId: string | null, eventIds: string[]): Promise<Upcoming["answers"]> {
  if (userId === null || eventIds.length === 0) return {};
  const said = await app.db
    .select({ eventId: eventRsvps.eventId, answer: eventRsvps.answer })
    .from(eventRsvps)
    .where(and(eq(eventRsvps.userId, userId), inArray(eventRsvps.eventId, eventIds)));
  const waits = await app.db
    .select({ eventId: waitingList.eventId })
    .from(waitingList)
    .where(
      and(eq(waitingList.userId, userId), eq(waitingList.status, "waiting"), inArray(waitingList.eventId, eventIds)),
    );
  return Object.fromEntries([
    ...said.map(({ eventId, answer }) => [eventId, answer] as const),
    ...waits.map(({ eventId }) => [eventId, "waiting"] as const),
  ]);
}

/** The dashboard's initial data: the events of the next days with the person's RSVPs. */
export async function listMyUpcoming(app: App, signedIn: SignedIn, days: number): Promise<Result<Upcoming>> {
  const upcomingEvents = await listEventsWithin(app, signedIn, days);
  const ids = upcomingEvents.map(({ socialEventId }) => socialEventId);
  const now = app.clock.now().toISOString();
  return ok({ upcomingEvents, now, answers: await readAnswers(app, signedIn.userId, ids) });
}
