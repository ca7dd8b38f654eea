import { and, asc, count, desc, eq, gt, gte, isNotNull, lt, ne, sql, type SQL } from "drizzle-orm";
import type { z } from "zod";
import type { App } from "#src/context/app.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { joinSubmissions } from "#src/db/tables/join-submissions.ts";
import { type UserRow, users } from "#src/db/tables/users.ts";
import { BAD_PAGE, isIdPosition, decodeCursor, encodeCursor } from "#src/http/cursor.ts";
import { USER_NOT_FOUND } from "#src/features/profile/messages.ts";
import { withRoles } from "#src/features/people/queries/roles.server.ts";
import type {
  allUsersQuerySchema,
  allUsersSchema,
  OneUser,
  UserFilter,
  userPageQuerySchema,
  userPageSchema,
} from "#src/features/people/schema/users.ts";
import { viewUser } from "#src/features/people/view.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { addDays } from "#src/shared/dates.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import { instantOf } from "#src/shared/zones.server.ts";

// Counting goes no further: nobody turns ten thousand pages, and what is searched for is narrowed down instead.
const MOST_COUNTED = 100_000;
const MOST_FOUND = 10_000;
// What many records hold fills a page from the newest of them; what few hold, the index finds at once.
const NEWEST = 10_000;

/** Records that hold what was typed. Of less than three letters, words that begin with it: no index knows more. */
export function isFound(search: string): SQL | undefined {
  if (search === "") return undefined;
  // A number as it is dialled or written down; anything else as words.
  const isNumber = /^[\d\s().+-]+$/.test(search) && /\d/.test(search);
  const words = isNumber ? sql`${search.replace(/\D/g, "")}::text` : sql`fold_name(${search})`;
  const isShort = search.length < 3;
  return sql`${words} <> '' and ${users.searchWords} like ${isShort ? "% " : "%"} || ${words} || '%'`;
}

type Sorted = {
  readonly search: string;
  /** What the page may hold. */
  readonly wanted: SQL | undefined;
  /** Where it begins. */
  readonly beyond?: SQL | undefined;
  readonly order?: typeof asc;
  readonly limit: number;
};

/** A page of records in the order of their ids. */
async function readSorted(app: App, page: Sorted): Promise<UserRow[]> {
  const { search, wanted, beyond, order = desc, limit } = page;
  if (search !== "") {
    // Which way is quicker the database cannot tell: it does not know how often part of a word occurs.
    const near = app.db.select().from(users).where(beyond).orderBy(order(users.userId)).limit(NEWEST).as("users");
    const rows = await app.db.select().from(near).where(wanted).orderBy(order(near.userId)).limit(limit);
    if (rows.length === limit) return rows;
  }
  return app.db.select().from(users).where(and(wanted, beyond)).orderBy(order(users.userId)).limit(limit);
}

/** The id before which a numbered page begins: null for the first page, undefined when the list ends before it. */
async function startOfPage(app: App, found: SQL | undefined, before: number): Promise<string | null | undefined> {
  if (before === 0) return null;
  // Counts ids alone; the page itself is read by key.
  const [last] = await app.db
    .select({ userId: users.userId })
    .from(users)
    .where(found)
    .orderBy(desc(users.userId))
    .limit(1)
    .offset(before - 1);
  return last?.userId;
}

type PageQuery = z.infer<typeof userPageQuerySchema>;

/** Where a page begins: behind a cursor, else by its number. */
async function placeOf(app: App, found: SQL | undefined, { after, page, limit }: PageQuery) {
  if (after === undefined) return ok(await startOfPage(app, found, (page - 1) * limit));
  const position = decodeCursor(after, isIdPosition);
  return position === null ? fail("bad_request", BAD_PAGE) : ok(position[0]);
}

// So many of the newest that a search is about more than anybody would turn pages of.
const MANY_OF_NEWEST = 50;

/** How many records hold what was typed: counted while they are few, else estimated from the newest. */
async function countFound(app: App, found: SQL): Promise<number> {
  const near = app.db.select().from(users).orderBy(desc(users.userId)).limit(NEWEST).as("users");
  const [newest] = await app.db
    .select({ all: count(), found: sql<number>`(count(*) filter (where ${found}))::int` })
    .from(near);
  const { all, found: some } = newest ?? { all: 0, found: 0 };
  if (all < NEWEST) return some;
  if (some >= MANY_OF_NEWEST) {
    const { rows } = await app.db.execute<{ records: number }>(
      sql`select greatest(reltuples, 0)::float8 as records from pg_class where oid = 'users'::regclass`,
    );
    return Math.max(some, Math.round((some / all) * (rows[0]?.records ?? all)));
  }
  return countUpTo(app, found, MOST_FOUND);
}

async function countUpTo(app: App, wanted: SQL | undefined, most: number): Promise<number> {
  const counted = app.db
    .select({ one: sql`1` })
    .from(users)
    .where(wanted)
    .limit(most)
    .as("counted");
  const [sum] = await app.db.select({ total: count() }).from(counted);
  return sum?.total ?? 0;
}

/** A page of all records, the newest first. */
export async function listUsers(
  app: App,
  _admin: Admin,
  query: PageQuery,
): Promise<Result<z.infer<typeof userPageSchema>>> {
  const { page, limit, search } = query;
  const found = isFound(search);
  const place = await placeOf(app, found, query);
  if (!place.ok) return place;
  const start = place.value;
  const beyond = start ? lt(users.userId, start) : undefined;
  const [rows, total] = await Promise.all([
    start === undefined ? [] : readSorted(app, { search, wanted: found, beyond, limit: limit + 1 }),
    found ? countFound(app, found) : countUpTo(app, undefined, MOST_COUNTED),
  ]);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const next = last ? encodeCursor([last.userId]) : null;
  return ok({
    users: (await withRoles(app, shown)).map(viewUser),
    totalPages: Math.ceil(total / limit),
    total,
    page,
    next,
  });
}

/** The newest tick of a person: at a join form or at their account's sign-up. */
async function readAgreedTerms(app: App, userId: string): Promise<OneUser["agreedTerms"]> {
  const ticked = (table: typeof accounts | typeof joinSubmissions) =>
    app.db
      .select({ version: table.termsVersion, at: table.termsAgreedAt })
      .from(table)
      .where(and(eq(table.userId, userId), isNotNull(table.termsAgreedAt)))
      .orderBy(desc(table.termsAgreedAt))
      .limit(1);
  const found = (await Promise.all([ticked(accounts), ticked(joinSubmissions)])).flat();
  const [newest] = found
    .flatMap(({ version, at }) => (version && at ? [{ version, at: at.toISOString() }] : []))
    .toSorted((a, b) => b.at.localeCompare(a.at));
  return newest ?? null;
}

/** One record. */
export async function getUser(app: App, _admin: Admin, userId: string): Promise<Result<OneUser>> {
  const [row] = await app.db.select().from(users).where(eq(users.userId, userId));
  if (!row) return fail("not_found", USER_NOT_FOUND);
  const [user = row] = await withRoles(app, [row]);
  return ok({ user: viewUser(user), agreedTerms: await readAgreedTerms(app, userId) });
}

type AllUsersQuery = z.infer<typeof allUsersQuerySchema>;

function isAdded(app: App, { daysBack, startDate, endDate }: UserFilter): SQL | undefined {
  const { timeZone } = app.config.group;
  const startOf = (day: string) => instantOf(day, "00:00:00", timeZone);
  if (startDate === undefined && endDate === undefined)
    return gte(users.dateAdded, new Date(app.clock.now().getTime() - daysBack * 86_400_000));
  return and(
    startDate === undefined ? undefined : gte(users.dateAdded, startOf(startDate)),
    endDate === undefined ? undefined : lt(users.dateAdded, startOf(addDays(endDate, 1))),
  );
}

/** The condition of a filter. */
export function isMatching(app: App, filter: UserFilter): SQL | undefined {
  const { search, sex, hasGroupMeId } = filter;
  const hasId = hasGroupMeId === "true" ? ne(users.groupMeUserId, "") : eq(users.groupMeUserId, "");
  return and(
    isFound(search),
    isAdded(app, filter),
    sex === undefined ? undefined : eq(users.zsex, sex),
    hasGroupMeId === undefined ? undefined : hasId,
  );
}

/** The user manager's list: who was added in the last days, or between two, and what else is asked. */
export async function listAllUsers(
  app: App,
  _admin: Admin,
  query: AllUsersQuery,
): Promise<Result<z.infer<typeof allUsersSchema>>> {
  const { sortOrder, lastEvaluatedKey, limit } = query;
  const key = lastEvaluatedKey === undefined ? undefined : decodeCursor(lastEvaluatedKey, isIdPosition);
  if (key === null) return fail("bad_request", BAD_PAGE);
  const [order, beyond] = sortOrder === "desc" ? [desc, lt] : [asc, gt];
  const rows = await readSorted(app, {
    search: query.search,
    wanted: isMatching(app, query),
    beyond: key && beyond(users.userId, key[0]),
    order,
    limit: limit + 1,
  });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return ok({
    users: (await withRoles(app, shown)).map(viewUser),
    lastEvaluatedKey: last ? encodeCursor([last.userId]) : null,
  });
}
