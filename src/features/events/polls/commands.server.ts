import { eq, isNotNull, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { eventPolls, pollOptions } from "#src/db/tables/rsvps.ts";
import { NO_POLL } from "#src/features/events/polls/messages.ts";
import { checkBallot } from "#src/features/events/polls/rules.ts";
import { lockEvent } from "#src/features/events/rsvps/commands/places.server.ts";
import { getStanding } from "#src/features/events/rsvps/queries.server.ts";
import type { EventStanding } from "#src/features/events/rsvps/schema.ts";
import { requireEventManager } from "#src/policy/events.ts";
import type { Person, Viewer } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** An event and its poll, locked: votes and the poll's closing wait for one another. */
async function lockPoll(tx: Transaction, viewer: Viewer, eventId: string) {
  const event = await lockEvent(tx, viewer, eventId);
  if (!event.ok) return event;
  // Another statement, because it must see what was done until the lock was had.
  const [poll] = await tx
    .select({
      isClosed: isNotNull(eventPolls.closedAt).mapWith(Boolean),
      multiple: eventPolls.multiple,
      optionIds: sql<
        string[]
      >`array(select ${pollOptions.id} from ${pollOptions} where ${pollOptions.eventId} = ${eventId})`,
    })
    .from(eventPolls)
    .where(eq(eventPolls.eventId, eventId));
  return poll ? ok({ event: event.value, poll }) : fail("not_found", NO_POLL);
}

/** A person's votes, in place of their earlier ones. */
export async function votePoll(
  app: App,
  person: Person,
  eventId: string,
  optionIds: readonly string[],
): Promise<Result<EventStanding>> {
  const done = await app.db.transaction(async (tx): Promise<Result<void>> => {
    const found = await lockPoll(tx, person, eventId);
    if (!found.ok) return found;
    const chosen = checkBallot(found.value.poll, optionIds);
    if (!chosen.ok) return chosen;
    const ids = sql`${sql.param(chosen.value)}::text[]`;
    // What stays chosen is not touched: when somebody voted is when they first did.
    await tx.execute(sql`with gone as (
        delete from poll_votes v using poll_options o
        where o.id = v.option_id and o.event_id = ${eventId} and v.user_id = ${person.userId} and o.id <> all (${ids}))
      insert into poll_votes (option_id, user_id, voted_at)
      select id, ${person.userId}, ${app.clock.now().toISOString()}::timestamptz from unnest(${ids}) as id
      on conflict (option_id, user_id) do nothing`);
    return ok(undefined);
  });
  return done.ok ? getStanding(app, person, eventId) : done;
}

/** Closes a poll, or opens it again. By who manages the event. */
export async function setPollClosed(
  app: App,
  person: Person,
  eventId: string,
  closed: boolean,
): Promise<Result<EventStanding>> {
  const done = await app.db.transaction(async (tx): Promise<Result<void>> => {
    const found = await lockPoll(tx, person, eventId);
    if (!found.ok) return found;
    const manager = requireEventManager(person, found.value.event);
    if (!manager.ok) return manager;
    if (found.value.poll.isClosed !== closed) {
      const closedAt = closed ? app.clock.now() : null;
      await tx.update(eventPolls).set({ closedAt }).where(eq(eventPolls.eventId, eventId));
    }
    return ok(undefined);
  });
  return done.ok ? getStanding(app, person, eventId) : done;
}
