import { type SQL, sql } from "drizzle-orm";
import { groupsNow, isBlockedNow } from "#src/db/groups-now.ts";
import { hosts } from "#src/db/hosting.ts";
import { moment } from "#src/db/instant.ts";
import type { SocialEventRow } from "#src/db/tables/events.ts";
import { ACTION_ROLES } from "#src/shared/roles.ts";

type Event = Pick<SocialEventRow, "id" | "hostUserId" | "generalPublic">;

/** SQL condition: a waiting person can get no seat, because they are blocked or can no longer see the event. */
export function isLeftOut(event: Event, userId: SQL, now: Date): SQL<boolean> {
  return sql<boolean>`(${isBlockedNow(userId, moment(now))} or ${isOutOfSight(event, userId, now)})`;
}

/**
 * SQL condition: a guest can no longer see an event, which is for close friends. The SQL equivalent of `canSeeEvent`, except
 * for organizers who are only listed in ADMIN_EMAILS.
 */
export function isOutOfSight({ id, hostUserId, generalPublic }: Event, userId: SQL, now: Date): SQL<boolean> {
  if (generalPublic) return sql<boolean>`false`;
  const isFriend = sql`exists (select from accounts where accounts.user_id = ${userId}
    and (${groupsNow(moment(now))} && array['Members', 'Admins'] or (accounts.email_verified and exists (
      select from account_roles r where r.sub = accounts.sub
        and r.role = any(${sql.param([...ACTION_ROLES.manage_events])}::text[])))))`;
  return sql<boolean>`not (${isFriend} or ${hosts(userId, sql`${id}::text`, sql`${hostUserId}::text`)})`;
}
