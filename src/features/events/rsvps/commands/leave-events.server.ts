import { sql } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { movePerson, readMine } from "#src/features/events/rsvps/commands/places.server.ts";
import type { Day } from "#src/shared/dates.ts";

const GONE = { answer: null, isWaiting: false } as const;

/**
 * Takes back the answers of people to events of this day and later, and leaves their waiting lists, for when the people
 * are about to be deleted: the counts stay true, and places that become free go to who waits for them. What is past
 * stays counted.
 */
export async function leaveEvents(
  tx: Transaction,
  userIds: readonly string[],
  { since, now }: { since: Day; now: Date },
): Promise<void> {
  const theirs = sql`= any(${sql.param([...userIds])}::text[])`;
  const events = await tx
    .select({ id: socialEvents.id })
    .from(socialEvents)
    .where(
      sql`${socialEvents.day} >= ${since} and ${socialEvents.id} in (
        select event_id from event_rsvps where user_id ${theirs}
        union select event_id from waiting_list where user_id ${theirs} and status = 'waiting')`,
    )
    // Always in the same order: two who leave at once wait for one another and never both.
    .orderBy(socialEvents.id)
    .for("update");
  for (const { id } of events) {
    for (const userId of userIds) {
      // Read anew for each: who left before them changed its counts.
      const [event] = await tx
        .select()
        .from(socialEvents)
        .where(sql`${socialEvents.id} = ${id}`);
      if (!event) continue;
      const before = await readMine(tx, id, userId);
      await movePerson(tx, event, { userId, email: "" }, { before, after: GONE, now });
    }
  }
}
