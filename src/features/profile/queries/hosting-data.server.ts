import { asc, eq, inArray } from "drizzle-orm";
import { eventCosts } from "#src/db/tables/costs.ts";
import { eventChanges } from "#src/db/tables/event-changes.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { eventPolls, pollOptions } from "#src/db/tables/rsvps.ts";
import type { Reader } from "#src/features/profile/queries/profile.server.ts";

/** Text that a person wrote as a host. */
export async function readHosting(db: Reader, userIds: string[]) {
  const isHosted = inArray(socialEvents.hostUserId, userIds);
  const events = await db.select().from(socialEvents).where(isHosted).orderBy(asc(socialEvents.id));
  const ids = events.map(({ id }) => id);
  const polls = await db.select().from(eventPolls).where(inArray(eventPolls.eventId, ids));
  const options = await db
    .select({ eventId: pollOptions.eventId, label: pollOptions.label })
    .from(pollOptions)
    .innerJoin(eventPolls, eq(eventPolls.eventId, pollOptions.eventId))
    .where(inArray(pollOptions.eventId, ids))
    .orderBy(asc(pollOptions.position));
  return {
    events,
    polls: polls.map(({ eventId, question }) => ({
      eventId,
      question,
      options: options.flatMap((option) => (option.eventId === eventId ? [option.label] : [])),
    })),
    costs: await db.select().from(eventCosts).where(inArray(eventCosts.eventId, ids)),
    changes: await db.select().from(eventChanges).where(inArray(eventChanges.userId, userIds)),
  };
}
export type Hosting = Awaited<ReturnType<typeof readHosting>>;
