import { sql } from "drizzle-orm";

/**
 * The order of a waiting list `w`: by ticket, behind the others after each offer that was not answered. Whoever sleeps
 * through an offer keeps their place among those who did, and nobody is asked twice before everybody was asked once.
 */
export const inTurn = sql`(select count(*) from seat_offers o
    where o.event_id = w.event_id and o.user_id = w.user_id and o.outcome = 'expired'), w.ticket`;
