import { sql } from "drizzle-orm";

/**
 * The turn order of a waiting list `w`: by number of expired offers, then by ticket. Everyone is asked once before anyone
 * is asked twice, and people who let an offer expire keep their order.
 */
export const inTurn = sql`(select count(*) from seat_offers o
    where o.event_id = w.event_id and o.user_id = w.user_id and o.outcome = 'expired'), w.ticket`;
