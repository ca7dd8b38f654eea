import { and, count, desc, eq, isNotNull, lt, sql, type SQL } from "drizzle-orm";
import type { z } from "zod";
import type { App } from "#src/context/app.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { joinSubmissions } from "#src/db/tables/join-submissions.ts";
import { type UserRow, users } from "#src/db/tables/users.ts";
import { BAD_PAGE, isIdPosition, decodeCursor, encodeCursor } from "#src/http/cursor.ts";
import { USER_NOT_FOUND } from "#src/features/profile/messages.ts";
import { isFound } from "#src/features/people/queries/filters.server.ts";
import { withRoles } from "#src/features/people/queries/roles.server.ts";
import type { OneUser, userPageQuerySchema, userPageSchema } from "#src/features/people/schema/users.ts";
import { viewUser } from "#src/features/people/view.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

// Counting goes no further: nobody turns ten thousand pages, and what is searched for is narrowed down instead.
const MOST_COUNTED = 100_000;
const MOST_FOUND = 10_000;
// What many records hold fills a page from the newest of them; what few hold, the index finds at once.
export const NEWEST = 10_000;

type Sorted = {
  readonly search: string;
  /** What the page may hold. */
  readonly wanted: SQL | undefined;
  /** Where it begins. */
  readonly beyond: SQL | undefined;
  readonly limit: number;
};

/** A page of records, the newest first. */
async function readSorted(app: App, page: Sorted): Promise<UserRow[]> {
  const { search, wanted, beyond, limit } = page;
  if (search !== "") {
    // Which way is quicker the database cannot tell: it does not know how often part of a word occurs.
    const near = app.db.select().from(users).where(beyond).orderBy(desc(users.userId)).limit(NEWEST).as("users");
    const rows = await app.db.select().from(near).where(wanted).orderBy(desc(near.userId)).limit(limit);
    if (rows.length === limit) return rows;
  }
  return app.db.select().from(users).where(and(wanted, beyond)).orderBy(desc(users.userId)).limit(limit);
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
