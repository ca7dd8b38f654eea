import { and, desc, isNull, sql, count } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { chatJoinRequests, type ChatJoinRequestRow } from "#src/db/tables/admin.ts";
import type { Db, Transaction } from "#src/db/connect.server.ts";
import { BAD_PAGE, decodeCursor, isTimePosition, pageOf } from "#src/http/cursor.ts";
import { findBlocked } from "#src/features/blocks/queries.server.ts";
import { findMatches } from "#src/features/people/queries/matches.server.ts";
import { withRoles } from "#src/features/people/queries/roles.server.ts";
import type { Pending, RequestList } from "#src/features/requests/schema/requests.ts";
import { viewMatch, viewRequest } from "#src/features/requests/view.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

// Each of them takes several index lookups.
const PEOPLE_A_PAGE = 10;

type OpenPage = { readonly rows: ChatJoinRequestRow[]; readonly total: number; readonly next: string | null };

/** Open join requests, newest first. */
async function readOpen(db: Db | Transaction, after: string | undefined): Promise<Result<OpenPage>> {
  const position = after === undefined ? undefined : decodeCursor(after, isTimePosition);
  if (position === null) return fail("bad_request", BAD_PAGE);
  const isOpen = isNull(chatJoinRequests.decidedAt);
  const rows = await db
    .select()
    .from(chatJoinRequests)
    .where(
      and(
        isOpen,
        position &&
          sql`(${chatJoinRequests.requestedAt}, ${chatJoinRequests.id}) < (${position[0]}::timestamptz, ${position[1]})`,
      ),
    )
    .orderBy(desc(chatJoinRequests.requestedAt), desc(chatJoinRequests.id))
    .limit(PEOPLE_A_PAGE + 1);
  const [counted] = await db.select({ total: count() }).from(chatJoinRequests).where(isOpen);
  const { shown, next } = pageOf(rows, PEOPLE_A_PAGE, (last) => [last.requestedAt.toISOString(), last.id]);
  return ok({ rows: shown, total: counted?.total ?? 0, next });
}

/** A page of open join requests. */
export async function listRequests(app: App, _admin: Admin, after?: string): Promise<Result<RequestList>> {
  const page = await readOpen(app.db, after);
  if (!page.ok) return page;
  const { rows, total, next } = page.value;
  return ok({ pendingRequests: rows.map(viewRequest), total, next });
}

/** A page of open join requests with their possible records. */
export async function listRequestsWithMatches(app: App, _admin: Admin, after?: string): Promise<Result<Pending>> {
  return app.db.transaction(async (tx) => {
    const page = await readOpen(tx, after);
    if (!page.ok) return page;
    const { rows, total, next } = page.value;
    const matches = await findMatches(tx, rows);
    const people = await withRoles(
      app,
      matches.flat().map(({ user }) => user),
    );
    const blocked = await findBlocked(
      tx,
      people.map(({ userId }) => userId),
      app.clock.now(),
    );
    const known = new Map(people.map((user) => [user.userId, user]));
    const pendingUsersWithMatches = rows.map((row, index) => {
      const { requestId, requestedAt, ...groupmeData } = viewRequest(row);
      const matchingDbUsers = (matches[index] ?? []).map(({ user, evidence }) =>
        viewMatch(known.get(user.userId) ?? user, evidence, blocked.has(user.userId)),
      );
      return { requestId, requestedAt, groupmeData, matchingDbUsers };
    });
    return ok({ pendingUsersWithMatches, total, next });
  });
}
