import { and, count, desc, eq, inArray, isNotNull, lt, sql, type SQL } from "drizzle-orm";
import type { z } from "zod";
import type { App } from "#src/context/app.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { joinSubmissions } from "#src/db/tables/join-submissions.ts";
import { type UserRow, users } from "#src/db/tables/users.ts";
import { BAD_PAGE, decodeCursor, isIdPosition, pageOf } from "#src/http/cursor.ts";
import { USER_NOT_FOUND } from "#src/features/profile/messages.ts";
import { isFound } from "#src/features/people/queries/filters.server.ts";
import { withRoles } from "#src/features/people/queries/roles.server.ts";
import type { OneUser, userPageQuerySchema, userPageSchema } from "#src/features/people/schema/users.ts";
import { viewUser } from "#src/features/people/view.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

// Counting stops here: nobody turns ten thousand pages, and a search narrows the list instead.
const MOST_COUNTED = 100_000;
const MOST_FOUND = 10_000;
/** Records to read for a page of a frequent search. */
export const MOST_READ = 20_000;
/** A search is frequent if it matches this many of this many newest records: one in 250. */
const FREQUENT = { matches: 8, of: 2000 };

/** A subquery of the newest records, named after the table, so that conditions on it fit. */
const newest = (app: App, most: number) =>
  app.db
    .select({ userId: users.userId, searchWords: users.searchWords })
    .from(users)
    .orderBy(desc(users.userId))
    .limit(most)
    .as("users");

/**
 * Whether scanning the newest records fills a page of a search sooner than the index does. The planner cannot tell,
 * because it does not know how often part of a word occurs.
 */
export async function isFrequent(app: App, search: string): Promise<boolean> {
  const found = await app.db
    .select({ one: sql`1` })
    .from(newest(app, FREQUENT.of))
    .where(isFound(search))
    .limit(FREQUENT.matches);
  return found.length === FREQUENT.matches;
}

/** A page of records, newest first. */
function readPage(app: App, wanted: SQL | undefined, limit: number): Promise<UserRow[]> {
  return app.db.select().from(users).where(wanted).orderBy(desc(users.userId)).limit(limit);
}

/** The id before which a numbered page begins: null for the first page, undefined beyond the end of the list. */
async function startOfPage(app: App, found: SQL | undefined, before: number): Promise<string | null | undefined> {
  if (before === 0) return null;
  // Counts ids only; the page itself is read by key.
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

/** Where a page begins: after a cursor, else by page number. */
async function placeOf(app: App, found: SQL | undefined, { after, page, limit }: PageQuery) {
  if (after === undefined) return ok(await startOfPage(app, found, (page - 1) * limit));
  const position = decodeCursor(after, isIdPosition);
  return position === null ? fail("bad_request", BAD_PAGE) : ok(position[0]);
}

// With this many matches among the newest, the total can be an estimate.
const ESTIMATED_FROM = 20;

/** The number of matches of a frequent search, estimated from the newest records in a large table. */
async function countFrequent(app: App, found: SQL): Promise<number> {
  const [counted] = await app.db
    .select({ all: count(), found: sql<number>`(count(*) filter (where ${found}))::int` })
    .from(newest(app, MOST_FOUND));
  const { all, found: some } = counted ?? { all: 0, found: 0 };
  if (all < MOST_FOUND) return some;
  if (some < ESTIMATED_FROM) return countUpTo(app, found, MOST_FOUND);
  const { rows } = await app.db.execute<{ records: number }>(
    sql`select greatest(reltuples, 0)::float8 as records from pg_class where oid = 'users'::regclass`,
  );
  return Math.max(some, Math.round((some / all) * (rows[0]?.records ?? all)));
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

type Part = { readonly rows: readonly UserRow[]; readonly total: number };
type Place = { readonly beyond: SQL | undefined; readonly limit: number };

async function readFrequent(app: App, found: SQL, { beyond, limit }: Place): Promise<Part> {
  const near = app.db.select().from(users).where(beyond).orderBy(desc(users.userId)).limit(MOST_READ).as("users");
  const [rows, total] = await Promise.all([
    app.db.select().from(near).where(found).orderBy(desc(near.userId)).limit(limit),
    countFrequent(app, found),
  ]);
  return { rows: rows.length === limit ? rows : await readPage(app, and(found, beyond), limit), total };
}

/** A rare search's matches: reads the index once, for both the page and the total. */
async function readRare(app: App, found: SQL, { beyond, limit }: Place): Promise<Part> {
  const { rows: answer } = await app.db.execute<{ total: number; ids: string[] }>(sql`
    with users as materialized (select user_id from users where ${found} limit ${MOST_FOUND})
    select (select count(*)::int from users) as total,
      array(select user_id from users where ${beyond ?? sql`true`} order by user_id desc limit ${limit}) as ids`);
  const { total, ids } = answer[0] ?? { total: 0, ids: [] };
  // Otherwise the newest may be missing from the matches.
  const isAll = total < MOST_FOUND;
  const rows = await readPage(app, isAll ? inArray(users.userId, ids) : and(found, beyond), limit);
  return { rows, total };
}

/** A page of the records that match the search (all if empty), and their total. */
async function readPart(app: App, search: string, place: Place): Promise<Part> {
  const found = isFound(search);
  if (found) return (await isFrequent(app, search)) ? readFrequent(app, found, place) : readRare(app, found, place);
  const [rows, total] = await Promise.all([
    readPage(app, place.beyond, place.limit),
    countUpTo(app, undefined, MOST_COUNTED),
  ]);
  return { rows, total };
}

/** A page of all records, newest first. */
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
  const { rows, total } = await readPart(app, search, { beyond, limit: start === undefined ? 0 : limit + 1 });
  const { shown, next } = pageOf(rows, limit, (last) => [last.userId]);
  return ok({
    users: (await withRoles(app, shown)).map(viewUser),
    totalPages: Math.ceil(total / limit),
    total,
    page,
    next,
  });
}

/** A person's latest acceptance of the terms: on a join form or at sign-up. */
async function readAgreedTerms(app: App, userId: string): Promise<OneUser["agreedTerms"]> {
  const ticked = (table: typeof accounts | typeof joinSubmissions) =>
    app.db
      .select({ version: table.termsVersion, at: table.termsAgreedAt })
      .from(table)
      .where(and(eq(table.userId, userId), isNotNull(table.termsAgreedAt)))
      .orderBy(desc(table.termsAgreedAt))
      .limit(1);
  const found = (await Promise.all([ticked(accounts), ticked(joinSubmissions)])).flat();
  const [latest] = found
    .flatMap(({ version, at }) => (version && at ? [{ version, at: at.toISOString() }] : []))
    .toSorted((a, b) => b.at.localeCompare(a.at));
  return latest ?? null;
}

/** One record. */
export async function getUser(app: App, _admin: Admin, userId: string): Promise<Result<OneUser>> {
  const [row] = await app.db.select().from(users).where(eq(users.userId, userId));
  if (!row) return fail("not_found", USER_NOT_FOUND);
  const [user = row] = await withRoles(app, [row]);
  return ok({ user: viewUser(user), agreedTerms: await readAgreedTerms(app, userId) });
}
