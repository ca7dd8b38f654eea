import { type SQL, sql } from "drizzle-orm";
import { isBlockedNow } from "#src/db/groups-now.ts";

/**
 * The turn order of a waiting list `w`: by number of expired offers, then by ticket. Everyone is asked once before anyone
 * is asked twice, and people who let an offer expire keep their order.
 */
export const inTurn = sql`(select count(*) from seat_offers o
    where o.event_id = w.event_id and o.user_id = w.user_id and o.outcome = 'expired'), w.ticket`;

/** SQL: a person's number on the waiting list of an event, in which blocked people are not counted; null if not on it. */
export function turnOf(eventId: SQL, userId: SQL, now: SQL): SQL<number | null> {
  return sql<number | null>`(select nr::int from (
      select w.user_id, row_number() over (order by ${inTurn}) as nr from waiting_list w
      where w.event_id = ${eventId} and w.status = 'waiting'
        and (w.user_id = ${userId} or not ${isBlockedNow(sql`w.user_id`, now)})) turns
    where turns.user_id = ${userId})`;
}
