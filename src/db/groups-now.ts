import { type SQL, sql } from "drizzle-orm";
import { accounts } from "#src/db/tables/accounts.ts";

/**
 * The groups of an account at this moment: those it was put in by hand, and Members while a membership of its person
 * runs. Membership is not written into `accounts.groups`, so that its end takes nothing away that somebody gave, and
 * nothing needs to happen for it to end. For queries that read from `accounts`.
 */
export function groupsNow(now: SQL): SQL<string[]> {
  return sql<string[]>`case when exists (
      select from memberships where memberships.user_id = ${accounts.userId} and memberships.member_until > ${now}::timestamptz
    ) then array_append(array_remove(${accounts.groups}, 'Members'), 'Members') else ${accounts.groups} end`;
}
