import { and, type Column, eq, gt, gte, isNull, lt, lte, ne, not, type SQL, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { personFacts } from "#src/db/tables/person-facts.ts";
import { users } from "#src/db/tables/users.ts";
import { MOST_DAYS_BACK, type UserFilter } from "#src/features/people/schema/users.ts";
import { GRACE_DAYS } from "#src/policy/membership.ts";
import { addDays } from "#src/shared/dates.ts";
import { dayInZone, instantOf } from "#src/shared/zones.server.ts";

const DAY_MS = 86_400_000;

/**
 * SQL: records that contain the search. Below three letters, records with a word that begins with it, because no index
 * supports more. `isWalked` keeps the planner off the word index: it expects a hundred matches for any word and would
 * read them all.
 */
export function isFound(search: string, isWalked = false): SQL | undefined {
  if (search === "") return undefined;
  // A phone number in any format; anything else is a text search.
  const isNumber = /^[\d\s().+-]+$/.test(search) && /\d/.test(search);
  const words = isNumber ? sql`${search.replace(/\D/g, "")}::text` : sql`fold_name(${search})`;
  const isShort = search.length < 3;
  const read = isWalked ? sql`(${users.searchWords} || '')` : users.searchWords;
  return sql`${words} <> '' and ${read} like ${isShort ? "% " : "%"} || ${words} || '%'`;
}

function isAdded(app: App, { daysBack, startDate, endDate }: UserFilter): SQL | undefined {
  const { timeZone } = app.config.group;
  const startOf = (day: string) => instantOf(day, "00:00:00", timeZone);
  // Older than any group: without a condition, no index is needed.
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

/** The conditions on tags and facts, for queries that join facts. */
function hasFacts(app: App, { unsubscribed, tag, ...filter }: UserFilter): SQL | undefined {
  const isUnsubscribed = unsubscribed === "true" ? sql`${personFacts.isUnsubscribed}` : not(personFacts.isUnsubscribed);
  return and(
    hasMembership(app, filter.membership),
    unsubscribed === undefined ? undefined : isUnsubscribed,
    hasAttended(app, filter.attended),
    tag === undefined
      ? undefined
      : sql`exists (select from person_tags t where t.user_id = ${personFacts.userId} and t.tag = ${tag})`,
  );
}

/** The conditions on records, for queries that join records. */
function isRecorded(app: App, filter: UserFilter & { isWalked?: boolean }): SQL | undefined {
  const { search, sex, hasGroupMeId } = filter;
  const hasId = hasGroupMeId === "true" ? ne(users.groupMeUserId, "") : eq(users.groupMeUserId, "");
  return and(
    isFound(search, filter.isWalked),
    isAdded(app, filter),
    sex === undefined ? undefined : eq(users.zsex, sex),
    hasGroupMeId === undefined ? undefined : hasId,
  );
}

/** The condition of a filter, for queries that join users and their facts. */
export function isMatching(app: App, filter: UserFilter & { isWalked?: boolean }): SQL | undefined {
  return and(isRecorded(app, filter), hasFacts(app, filter));
}

// Up to this many matching records are read and sorted at once.
const FEW = 1000;
// Up to this many ids are kept in memory while walking the order, so that only their records are joined.
const SOME = 10_000;

/** `readsFacts`: the condition needs facts joined, not only records. `isSet`: it lists the ids of a few people. */
type Wanted = { readonly wanted: SQL | undefined; readonly readsFacts: boolean; readonly isSet: boolean };

type Listed = UserFilter & { readonly sortBy: string; readonly isWalked: boolean };

/**
 * The same condition, optimized for how many people pass the tag and facts filters. By its own estimate, PostgreSQL
 * reads every record of a long walk for a filter that few people pass. `id` belongs to the table whose order is walked.
 */
export async function isMatchingFew(app: App, filter: Listed, id: Column): Promise<Wanted> {
  const { tag, membership, attended, unsubscribed } = filter;
  const hasOther = [membership, attended, unsubscribed].some((value) => value !== undefined);
  if (tag === undefined && !hasOther) return { wanted: isRecorded(app, filter), readsFacts: false, isSet: false };
  const ids = hasOther
    ? sql`select ${personFacts.userId} from ${personFacts} where ${hasFacts(app, filter)}`
    : sql`select t.user_id from person_tags t where t.tag = ${tag}`;
  const { rows } = await app.db.execute<{ found: number }>(
    sql`select count(*)::int as found from (${ids} limit ${SOME + 1}) as ids`,
  );
  const found = rows[0]?.found ?? 0;
  if (found > SOME) return { wanted: isMatching(app, filter), readsFacts: true, isSet: false };
  // With a limit, the planner expects a set that fits into memory, whatever its statistics say.
  const set = sql`${ids} limit ${2 * SOME}`;
  // Filters on the sort column bound the walk.
  const bounds = and(
    filter.sortBy === "paidUntil" ? hasMembership(app, membership) : undefined,
    filter.sortBy === "lastAttended" ? hasAttended(app, attended) : undefined,
  );
  const wanted = and(
    isRecorded(app, filter),
    bounds,
    // `is true` keeps the ids a set that is read once; otherwise the planner would join them and choose the order.
    found > FEW ? sql`(${id} in (${set})) is true` : sql`${id} = any(array(${set}))`,
  );
  return { wanted, readsFacts: bounds !== undefined, isSet: true };
}

/** Whether a filter leaves only people with, or only people without, a value in the sort column. */
export function partsOf(sortBy: string, { membership, attended }: UserFilter): { valued: boolean; empty: boolean } {
  const filter = { paidUntil: membership, lastAttended: attended }[sortBy];
  return { valued: filter !== "never", empty: filter === undefined || filter === "never" };
}
