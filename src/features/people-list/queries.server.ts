import { and, asc, type Column, desc, eq, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { App } from "#src/context/app.ts";
import { moment } from "#src/db/instant.ts";
import { personFacts } from "#src/db/tables/person-facts.ts";
import { type UserRow, users } from "#src/db/tables/users.ts";
import { isFound, isMatchingFew, partsOf } from "#src/features/people/queries/filters.server.ts";
import { withRoles } from "#src/features/people/queries/roles.server.ts";
import { isFrequent, MOST_READ } from "#src/features/people/queries/users.server.ts";
import type { allUsersQuerySchema, allUsersSchema, UserSort } from "#src/features/people-list/schema.ts";
import { type ListedFacts, viewListedUser } from "#src/features/people-list/view.ts";
import { BAD_PAGE, decodeCursor, pageOf } from "#src/http/cursor.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { isDay } from "#src/shared/dates.ts";
import { isCleanText } from "#src/shared/fields.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

type Sort = {
  /** The id in the table whose index has the order. Breaks ties. */
  readonly id: Column;
  readonly key: SQL;
  /** The valid format of a cursor's key, and its SQL type. */
  readonly isKey: (text: string) => boolean;
  readonly type: SQL;
  /** The id and the key are columns of `person_facts`. */
  readonly isFact: boolean;
  /** People without a value come last, by id. */
  readonly isNullable: boolean;
};

// PostgreSQL's text format of a timestamptz.
const INSTANT =
  /^(?:infinity|(\d{4}-\d\d-\d\d) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)$/;
function isInstant(text: string): boolean {
  const match = INSTANT.exec(text);
  return match !== null && (match[1] === undefined || isDay(match[1]));
}

const OF_USERS = { id: users.userId, isFact: false, isNullable: false } as const;
const OF_FACTS = { id: personFacts.userId, isFact: true, isNullable: true } as const;
const INSTANTS = { isKey: isInstant, type: sql`timestamptz` } as const;
const SORTED: Readonly<Record<UserSort, Sort>> = {
  userId: { ...OF_USERS, key: sql`${users.userId}`, isKey: isCleanText, type: sql`text` },
  name: {
    ...OF_FACTS,
    isNullable: false,
    key: sql`${personFacts.sortName} collate "C"`,
    isKey: isCleanText,
    type: sql`text`,
  },
  dateAdded: { ...OF_USERS, key: sql`${users.dateAdded}`, ...INSTANTS },
  paidUntil: { ...OF_FACTS, key: sql`${personFacts.paidUntil}`, ...INSTANTS },
  lastAttended: { ...OF_FACTS, key: sql`${personFacts.lastAttended}`, isKey: isDay, type: sql`date` },
};

/** Pagination position: the last person's sort value (null among people without one) and id. */
type Position = readonly [key: string | null, id: string];

const isPosition =
  ({ isKey, isNullable }: Sort) =>
  (value: unknown): value is Position => {
    if (!Array.isArray(value) || value.length !== 2) return false;
    const [key, id] = value as unknown[];
    const isKnown = key === null ? isNullable : typeof key === "string" && isKey(key);
    return isKnown && typeof id === "string" && isCleanText(id);
  };

/** The most facts to join with records for a page of a frequent search. */
const MOST_JOINED = 4000;

type Listed = {
  readonly user: UserRow;
  readonly facts: ListedFacts;
  readonly tags: string[];
  readonly key: string | null;
};

type Part = {
  readonly sort: Sort;
  readonly order: "asc" | "desc";
  readonly search: string;
  /** The search matches many of the newest people, so walking any order probably fills a page quickly. */
  readonly isFrequentSearch: boolean;
  readonly wanted: SQL | undefined;
  readonly readsFacts: boolean;
  /** `wanted` holds the ids of a few people. */
  readonly isSet: boolean;
  /** Whether to read the people with a sort value, or those without. */
  readonly isValued: boolean;
  readonly after: Position | undefined;
  readonly limit: number;
};

function beyond({ sort, order, isValued, after }: Part): SQL | undefined {
  const { id, key, type, isNullable } = sort;
  const sign = order === "asc" ? sql`>` : sql`<`;
  if (!isValued) return and(sql`${key} is null`, after && sql`${id} ${sign} ${after[1]}`);
  return and(
    isNullable ? sql`${key} is not null` : undefined,
    after && sql`(${key}, ${id}) ${sign} (${after[0]}::${type}, ${after[1]})`,
  );
}

/** The selected columns. Subqueries are named after their table, so the same columns fit both. */
function fieldsOf(app: App, { key }: Sort) {
  const { paidUntil, memberUntil, lastAttended, isUnsubscribed } = personFacts;
  const facts = {
    // Infinity cannot be formatted as a date.
    paidUntil: sql<
      string | null
    >`to_char(nullif(${paidUntil}, 'infinity') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
    isMember: sql<boolean | null>`${memberUntil} > ${moment(app.clock.now())}`,
    lastAttended,
    isUnsubscribed,
  };
  const tags = sql<string[]>`array(select t.tag from person_tags t where t.user_id = users.user_id order by t.tag)`;
  return { user: users, facts, tags, key: sql<string | null>`(${key})::text` };
}

const IS_SAME = eq(personFacts.userId, users.userId);

function ordersOf({ sort, order, isValued }: Part): SQL[] {
  const direction = order === "asc" ? asc : desc;
  return [...(isValued ? [direction(sort.key)] : []), direction(sort.id)];
}

/** The first records when sorting by a column of `users`. */
const firstUsers = (app: App, part: Part, where: SQL | undefined, most: number) =>
  app.db
    .select()
    .from(users)
    .where(where)
    .orderBy(...ordersOf(part))
    .limit(most)
    .as("users");

/** Matches of a frequent search near the start of the order; fewer than the limit if there are not enough. */
function readNear(app: App, part: Part): Promise<Listed[]> {
  const { sort, wanted, limit } = part;
  const orders = ordersOf(part);
  const start = beyond(part);
  const listed = app.db.select(fieldsOf(app, sort));
  const firstFacts = app.db
    .select()
    .from(personFacts)
    .where(start)
    .orderBy(...orders)
    .limit(MOST_JOINED)
    .as("person_facts");
  const near = sort.isFact
    ? listed.from(firstFacts).innerJoin(users, IS_SAME)
    : listed.from(firstUsers(app, part, start, MOST_READ)).innerJoin(personFacts, IS_SAME);
  return near
    .where(wanted)
    .orderBy(...orders)
    .limit(limit);
}

/** Reads people in the order of the sort. */
async function readPart(app: App, part: Part): Promise<Listed[]> {
  const { sort, search, isFrequentSearch, wanted, readsFacts, isSet, limit } = part;
  const orders = ordersOf(part);
  const near = isFrequentSearch ? await readNear(app, part) : [];
  if (near.length === limit) return near;
  const matching = and(wanted, beyond(part));
  if (readsFacts || sort.isFact) {
    // The matches are further down the order: read their ids once, then walk only the index.
    const found = sql`(${sort.id} in (select user_id from users where ${isFound(search)} offset 0)) is true`;
    const isElsewhere = isFrequentSearch && sort.isFact && !isSet;
    return app.db
      .select(fieldsOf(app, sort))
      .from(users)
      .innerJoin(personFacts, IS_SAME)
      .where(and(matching, isElsewhere ? found : undefined))
      .orderBy(...orders)
      .limit(limit);
  }
  // Selects the page first: otherwise the database would walk everyone's facts to join them in the order of the
  // records.
  return app.db
    .select(fieldsOf(app, sort))
    .from(firstUsers(app, part, matching, limit))
    .innerJoin(personFacts, IS_SAME)
    .orderBy(...orders);
}

type AllUsersQuery = z.infer<typeof allUsersQuerySchema>;

/** People with a sort value first, then the others. */
async function readListed(app: App, query: AllUsersQuery, after: Position | undefined): Promise<Listed[]> {
  const { sortBy, sortOrder: order, search } = query;
  const sort = SORTED[sortBy];
  const isFrequentSearch = search !== "" && (await isFrequent(app, search));
  const filter = { ...query, isWalked: isFrequentSearch && sort.isFact };
  const shared = { sort, order, search, isFrequentSearch, ...(await isMatchingFew(app, filter, sort.id)) };
  const limit = query.limit + 1;
  const { valued, empty } = partsOf(sortBy, query);
  const first = valued && after?.[0] !== null ? await readPart(app, { ...shared, isValued: true, after, limit }) : [];
  if (first.length === limit || !sort.isNullable || !empty) return first;
  const rest = { ...shared, isValued: false, after: after?.[0] === null ? after : undefined };
  return [...first, ...(await readPart(app, { ...rest, limit: limit - first.length }))];
}

/** The user manager's list: people added in a period who match the other filters. */
export async function listAllUsers(
  app: App,
  _admin: Admin,
  query: AllUsersQuery,
): Promise<Result<z.infer<typeof allUsersSchema>>> {
  const { sortBy, lastEvaluatedKey, limit } = query;
  const after = lastEvaluatedKey === undefined ? undefined : decodeCursor(lastEvaluatedKey, isPosition(SORTED[sortBy]));
  if (after === null) return fail("bad_request", BAD_PAGE);
  const rows = await readListed(app, query, after);
  const { shown, next } = pageOf(rows, limit, (last) => [last.key, last.user.userId]);
  const people = await withRoles(
    app,
    shown.map(({ user }) => user),
  );
  return ok({
    users: shown.map(({ user, facts, tags }, at) => viewListedUser(people[at] ?? user, facts, tags)),
    lastEvaluatedKey: next,
  });
}
