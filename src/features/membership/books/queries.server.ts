import { and, desc, eq, gte, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { App } from "#src/context/app.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { payments } from "#src/db/tables/payments.ts";
import { users } from "#src/db/tables/users.ts";
import { BAD_PAGE, isIdPosition, decodeCursor, encodeCursor } from "#src/http/cursor.ts";
import { USER_NOT_FOUND } from "#src/features/profile/messages.ts";
import type { BookedPage, BookedQuery, PersonMembership } from "#src/features/membership/books/schema.ts";
import { viewBooked } from "#src/features/membership/books/view.ts";
import { listMemberships } from "#src/features/membership/queries/own.server.ts";
import { viewPaymentOf, membershipStatusOf } from "#src/features/membership/queries/status.server.ts";
import { roleOfGroups } from "#src/policy/viewer.ts";
import { addDays } from "#src/shared/dates.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import { instantOf } from "#src/shared/zones.server.ts";

const PAYMENTS_A_PAGE = 50;
const MOST_COUNTED = 100;

const corrections = alias(payments, "corrections");
const isUnmatched = sql`${payments.userId} is null and ${payments.matchedBy} = 'nothing'`;

function selectBooked(app: App) {
  return app.db
    .select({ payment: payments, person: users, correctedBy: corrections.id })
    .from(payments)
    .leftJoin(users, eq(users.userId, payments.userId))
    .leftJoin(corrections, eq(corrections.corrects, payments.id));
}

/** The number of payments without a known payer. */
async function countUnmatched(app: App): Promise<number> {
  const some = app.db.select({ id: payments.id }).from(payments).where(isUnmatched).limit(MOST_COUNTED).as("some");
  const [row] = await app.db.select({ count: sql<number>`count(*)::int` }).from(some);
  return row?.count ?? 0;
}

/** The books, the newest entry first. */
export async function listBooked(app: App, query: BookedQuery): Promise<Result<BookedPage>> {
  const { unmatched, day, after } = query;
  const key = after === undefined ? undefined : decodeCursor(after, isIdPosition);
  if (key === null) return fail("bad_request", BAD_PAGE);
  const { timeZone } = app.config.group;
  const startOf = (date: string) => instantOf(date, "00:00:00", timeZone);
  const rows = await selectBooked(app)
    .where(
      and(
        unmatched === undefined ? undefined : isUnmatched,
        day === undefined ? undefined : gte(payments.paidAt, startOf(day)),
        day === undefined ? undefined : lt(payments.paidAt, startOf(addDays(day, 1))),
        key && lt(payments.id, key[0]),
      ),
    )
    .orderBy(desc(payments.id))
    .limit(PAYMENTS_A_PAGE + 1);
  const shown = rows.slice(0, PAYMENTS_A_PAGE);
  const last = rows.length > PAYMENTS_A_PAGE ? shown.at(-1) : undefined;
  return ok({
    payments: shown.map((row) => viewBooked(row, viewPaymentOf(app, row.payment))),
    next: last ? encodeCursor([last.payment.id]) : null,
    unmatched: await countUnmatched(app),
  });
}

/** How a person stands as a member, and what they paid last. */
export async function getPersonMembership(app: App, userId: string): Promise<Result<PersonMembership>> {
  const [person] = await app.db.select({ userId: users.userId }).from(users).where(eq(users.userId, userId));
  if (!person) return fail("not_found", USER_NOT_FOUND);
  const [account] = await app.db.select({ groups: accounts.groups }).from(accounts).where(eq(accounts.userId, userId));
  const rows = await selectBooked(app)
    .where(eq(payments.userId, userId))
    .orderBy(desc(payments.id))
    .limit(PAYMENTS_A_PAGE);
  return ok({
    ...membershipStatusOf(app, await listMemberships(app.db, userId), roleOfGroups(account?.groups ?? []) !== "user"),
    payments: rows.map((row) => viewBooked(row, viewPaymentOf(app, row.payment))),
  });
}
