import { type SQL, sql } from "drizzle-orm";

/** SQL: whether a person is the host or a co-host of an event. Never null: walk-ins and deleted hosts have no id. */
export function hosts(userId: SQL, eventId: SQL, hostUserId: SQL): SQL<boolean> {
  return sql<boolean>`(coalesce(${userId} = ${hostUserId}, false) or exists (
    select from event_co_hosts co where co.event_id = ${eventId} and co.user_id = ${userId}))`;
}
