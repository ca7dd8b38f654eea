import { sql } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import { type Change, isReal } from "#src/db/row-changes.server.ts";
import {
  fillPlaces,
  lockPeople,
  recountEvents,
  countMembers,
} from "#src/features/events/rsvps/commands/locked-people.server.ts";
import { eraseFromEvents, removeUnseen } from "#src/features/privacy/commands/erase-events.server.ts";
import { eraseRows } from "#src/features/privacy/commands/erasure.server.ts";
import { anyOf, identify, type Person } from "#src/features/privacy/commands/person.server.ts";
import type { Day } from "#src/shared/dates.ts";

export type Forgotten = {
  readonly person: Person;
  /** The row changes, for an undo. Excludes sessions and mails, which are not restored. */
  readonly changes: readonly Change[];
};

type Circumstances = {
  readonly now: Date;
  /** Events before this day keep their attendance count; null if no event does, because the record was a mistake. */
  readonly countsSince: Day | null;
  /** How long picture files are kept for an undo. */
  readonly bytesUntil: Date;
};

/**
 * Erases one person from every table: deletes their data, and anonymizes what others need. Used when owners delete
 * themselves and when organizers delete people. Freed places go to the waiting list. After commit the caller runs
 * `afterForgetting` for the identity provider and the mailer.
 */
export async function forgetPerson(
  tx: Transaction,
  given: { readonly userIds: readonly string[]; readonly subs?: readonly string[] },
  { now, countsSince, bytesUntil }: Circumstances,
): Promise<Forgotten> {
  const { eventIds } = await lockPeople(tx, given.userIds);
  const person = await identify(tx, given);
  const events = await eraseFromEvents(tx, person, { now, bytesUntil });
  const changes = [...events.changes, ...(await eraseRows(tx, person, events.hosted))].filter(isReal);
  await countMembers(tx, changes, 1);
  const { rows } = await tx.execute<{ id: string }>(sql`select id from social_events
    where id = ${anyOf(eventIds)} and (${countsSince}::date is null or day >= ${countsSince}::date)`);
  const counted = rows.map(({ id }) => id);
  await recountEvents(tx, counted, now);
  await fillPlaces(tx, counted, now);
  const unseen = await removeUnseen(tx, events.hosted);
  return { person, changes: [...changes, ...unseen.filter(isReal)] };
}
