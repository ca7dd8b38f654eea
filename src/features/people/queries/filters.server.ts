import { and, eq, gt, gte, isNull, lt, lte, ne, not, type SQL, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { personFacts } from "#src/db/tables/person-facts.ts";
import { users } from "#src/db/tables/users.ts";
import { MOST_DAYS_BACK, type UserFilter } from "#src/features/people/schema/users.ts";
import { GRACE_DAYS } from "#src/policy/membership.ts";
import { addDays } from "#src/shared/dates.ts";
import { dayInZone, instantOf } from "#src/shared/zones.server.ts";

const DAY_MS = 86_400_000;

/** Records that hold what was typed. Of less than three letters, words that begin with it: no index knows more. */
export function isFound(search: string): SQL | undefined {
  if (search === "") return undefined;
  // A number as it is dialed or written down; anything else as words.
  const isNumber = /^[\d\s().+-]+$/.test(search) && /\d/.test(search);
  const words = isNumber ? sql`${search.replace(/\D/g, "")}::text` : sql`fold_name(${search})`;
  const isShort = search.length < 3;
  return sql`${words} <> '' and ${users.searchWords} like ${isShort ? "% " : "%"} || ${words} || '%'`;
}

function isAdded(app: App, { daysBack, startDate, endDate }: UserFilter): SQL | undefined {
  const { timeZone } = app.config.group;
  const startOf = (day: string) => instantOf(day, "00:00:00", timeZone);
  // Older than any group: without a condition no index has to be read for it.
  if (startDate === undefined && endDate === undefined && daysBack === MOST_DAYS_BACK) return undefined;
  if (startDate === undefined && endDate === undefined)
    return gte(users.dateAdded, new Date(app.clock.now().getTime() - daysBack * DAY_MS));
  return and(
    startDate === undefined ? undefined : gte(users.dateAdded, startOf(startDate)),
    endDate === undefined ? undefined : lt(users.dateAdded, startOf(addDays(endDate, 1))),
  );
}

/**
 * Members and lapsed members as announcements count them, people whom an organizer put into the group included. The first
 * condition follows from the second but has an index. The second is written with `is not true` so that the planner expects
 * it to hold: it would estimate two independent ranges at a hundredth of the rows.
 */
function hasMembership(app: App, membership: UserFilter["membership"]): SQL | undefined {
  const { paidUntil, memberUntil } = personFacts;
  const now = app.clock.now();
  switch (membership) {
    case "member":
      return sql`${gt(paidUntil, new Date(now.getTime() - (GRACE_DAYS + 1) * DAY_MS))} and (${lte(memberUntil, now)}) is not true`;
    case "lapsed":
      return sql`${lte(paidUntil, now)} and (${gt(memberUntil, now)}) is not true`;
    case "never":
      return isNull(paidUntil);
    case undefined:
      return undefined;
  }
}

function hasAttended(app: App, attended: UserFilter["attended"]): SQL | undefined {
  const { lastAttended } = personFacts;
  const daysAgo = (days: number) => addDays(dayInZone(app.clock.now(), app.config.group.timeZone), -days);
  switch (attended) {
    case "last_30_days":
      return gte(lastAttended, daysAgo(30));
    case "last_90_days":
      return gte(lastAttended, daysAgo(90));
    case "over_90_days_ago":
      return lt(lastAttended, daysAgo(90));
    case "never":
      return isNull(lastAttended);
    case undefined:
      return undefined;
  }
}

/** The condition of a filter, for queries that join users and their facts. */
export function isMatching(app: App, filter: UserFilter): SQL | undefined {
  const { search, sex, hasGroupMeId, unsubscribed, tag } = filter;
  const hasId = hasGroupMeId === "true" ? ne(users.groupMeUserId, "") : eq(users.groupMeUserId, "");
  const isUnsubscribed = unsubscribed === "true" ? sql`${personFacts.isUnsubscribed}` : not(personFacts.isUnsubscribed);
  return and(
    isFound(search),
    isAdded(app, filter),
    sex === undefined ? undefined : eq(users.zsex, sex),
    hasGroupMeId === undefined ? undefined : hasId,
    hasMembership(app, filter.membership),
    unsubscribed === undefined ? undefined : isUnsubscribed,
    hasAttended(app, filter.attended),
    tag === undefined
      ? undefined
      : sql`exists (select from person_tags t where t.user_id = ${users.userId} and t.tag = ${tag})`,
  );
}

/** Whether a filter leaves only people without, or only people with, the value that the list is sorted by. */
export function partsOf(sortBy: string, { membership, attended }: UserFilter): { valued: boolean; empty: boolean } {
  const filter = { paidUntil: membership, lastAttended: attended }[sortBy];
  return { valued: filter !== "never", empty: filter === undefined || filter === "never" };
}
