import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { eventChanges } from "#src/db/tables/event-changes.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import type { Proposed, WaitingChange } from "#src/features/events/edit/schema.ts";
import { versionSeen, viewDifference, viewWaiting } from "#src/features/events/changes/view.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { viewEvent } from "#src/features/events/view.ts";
import type { Admin } from "#src/policy/viewer.ts";

/** Why an organizer did not publish the change of an event; null when none is refused. */
export async function readChangeRefusal(app: App, eventId: string): Promise<string | null> {
  const [row] = await app.db.select().from(eventChanges).where(eq(eventChanges.eventId, eventId));
  return viewWaiting(row)?.refusal ?? null;
}

/** A change that waits for review, with its position in the queue. */
export type WaitingRow = {
  readonly event: EventView;
  readonly hostUserId: string;
  readonly before: Proposed;
  readonly after: Proposed;
  readonly scope: WaitingChange["scope"];
  readonly version: string;
  readonly proposedAt: Date;
  /** `proposedAt` to the microsecond, as text. */
  readonly place: string;
};
const WAITING = isNull(eventChanges.refusedAt);

/** Hosts' changes that wait for review, longest waiting first; from a keyset position if one is given. */
export async function listWaitingChanges(
  app: App,
  admin: Admin,
  limit: number,
  after?: readonly [place: string, id: string],
): Promise<WaitingRow[]> {
  const { proposedAt, eventId } = eventChanges;
  const rows = await app.db
    .select({ change: eventChanges, event: socialEvents, place: sql<string>`${proposedAt}::text` })
    .from(eventChanges)
    .innerJoin(socialEvents, eq(socialEvents.id, eventId))
    .where(and(WAITING, after && sql`(${proposedAt}, ${eventId}) > (${after[0]}::timestamptz, ${after[1]}::text)`))
    .orderBy(asc(proposedAt), asc(eventId))
    .limit(limit);
  return rows.map(({ change, event, place }) => ({
    event: viewEvent(event, admin),
    hostUserId: change.userId,
    ...viewDifference(event, change),
    scope: change.scope,
    version: versionSeen(event, change),
    proposedAt: change.proposedAt,
    place,
  }));
}

/** The published event of a pending change; null once the change is decided or withdrawn. */
export async function readWaitingChange(app: App, eventId: string) {
  const [event] = await app.db
    .select({ title: socialEvents.title, day: socialEvents.day })
    .from(eventChanges)
    .innerJoin(socialEvents, eq(socialEvents.id, eventChanges.eventId))
    .where(and(WAITING, eq(eventChanges.eventId, eventId)));
  return event ?? null;
}

export async function countWaitingChanges(app: App, _admin: Admin): Promise<number> {
  return app.db.$count(eventChanges, WAITING);
}
