import { type SQL, sql } from "drizzle-orm";
import type { GrantedRole } from "#src/shared/roles.ts";

// Table names are written out: Drizzle omits them in single-table selects, so a subquery would read its own column.

/**
 * SQL for an account's current groups: those granted by hand, and Members while a membership is active. Membership is
 * not stored in `accounts.groups`, so it expires without a job and never removes a granted group. For queries that
 * select from `accounts`.
 */
export function groupsNow(now: SQL): SQL<string[]> {
  return sql<string[]>`case when exists (
      select from memberships where memberships.user_id = accounts.user_id and memberships.member_until > ${now}::timestamptz
    ) then array_append(array_remove(accounts.groups, 'Members'), 'Members') else accounts.groups end`;
}

/** SQL for the roles granted to an account in the console. For queries that select from `accounts`. */
export function rolesNow(): SQL<GrantedRole[]> {
  return sql<GrantedRole[]>`array(select r.role from account_roles r where r.sub = accounts.sub order by r.role)`;
}

/** SQL for the ids of the events that the person of an account co-hosts. For queries that select from `accounts`. */
export function coHostOfNow(): SQL<string[]> {
  return sql<string[]>`array(select c.event_id from event_co_hosts c
    where c.user_id = accounts.user_id order by c.event_id)`;
}

/** SQL condition: the address shares its inbox with a person who is blocked now. */
export function isInboxBlockedNow(email: SQL, now: SQL): SQL<boolean> {
  return sql<boolean>`exists (select from users k where k.email <> '' and mail_inbox(k.email) = mail_inbox(${email})
    and ${isBlockedNow(sql`k.user_id`, now)})`;
}

/** SQL condition: a person is blocked now. */
export function isBlockedNow(userId: SQL, now: SQL): SQL<boolean> {
  return sql<boolean>`exists (select from person_blocks b where b.user_id = ${userId} and b.lifted_at is null
    and (b.until is null or b.until > ${now}::timestamptz))`;
}
