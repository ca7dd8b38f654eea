import { and, count, desc, eq, gte, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { alias, type PgColumn } from "drizzle-orm/pg-core";
import type { App } from "#src/context/app.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { type PaymentRow, payments } from "#src/db/tables/payments.ts";
import { users } from "#src/db/tables/users.ts";
import { BAD_PAGE, decodeCursor, isTimePosition, pageOf } from "#src/http/cursor.ts";
import { streamTable } from "#src/http/table-file.server.ts";
import { USER_NOT_FOUND } from "#src/features/profile/messages.ts";
import type {
  Booked,
  BookedPage,
  BookedQuery,
  BooksFilter,
  PersonMembership,
  Totals,
} from "#src/features/membership/books/schema.ts";
import { viewBooked, viewFileRow, viewTotals } from "#src/features/membership/books/view.ts";
import { listMemberships } from "#src/features/membership/queries/own.server.ts";
import { isRefundable, NO_REFUND, readRefunds, refundsCards } from "#src/features/membership/queries/refunds.server.ts";
import { viewPaymentOf, membershipStatusOf } from "#src/features/membership/queries/status.server.ts";
import { roleOfGroups } from "#src/policy/viewer.ts";
import { addDays } from "#src/shared/dates.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import { instantOf } from "#src/shared/zones.server.ts";

const PAYMENTS_A_PAGE = 50;
const ROWS_A_CHUNK = 500;
const MOST_COUNTED = 100;

const corrections = alias(payments, "corrections");
const isUnmatched = sql`${payments.userId} is null and ${payments.matchedBy} = 'nothing'`;

/** By the payment's day, which may precede its recording. */
const NEWEST_PAID = [desc(payments.paidAt), desc(payments.id)];
type Position = readonly [paidAt: string, id: string];
const positionOf = ({ paidAt, id }: PaymentRow): [string, string] => [paidAt.toISOString(), id];
const isBefore = ([paidAt, id]: Position) =>
  sql`(${payments.paidAt}, ${payments.id}) < (${paidAt}::timestamptz, ${id})`;

function selectBooked(app: App) {
  return app.db
    .select({ payment: payments, person: users, correctionCents: corrections.amountCents })
    .from(payments)
    .leftJoin(users, eq(users.userId, payments.userId))
    .leftJoin(corrections, eq(corrections.corrects, payments.id));
}

/** Number of payments without a known payer. */
async function countUnmatched(app: App): Promise<number> {
  const some = app.db.select({ id: payments.id }).from(payments).where(isUnmatched).limit(MOST_COUNTED).as("some");
  const [row] = await app.db.select({ count: sql<number>`count(*)::int` }).from(some);
  return row?.count ?? 0;
}

/** The month of an entry in the group's time zone, `YYYY-MM`. Inlined, because PostgreSQL groups by it. */
const monthOf = (app: App) =>
  sql<string>`to_char(${payments.paidAt} at time zone ${sql.raw(`'${app.config.group.timeZone}'`)}, 'YYYY-MM')`;

/** The condition of a filter. */
function isMatching(app: App, { search = "", method, month }: BooksFilter): SQL | undefined {
  const has = (column: SQL | PgColumn) => sql`position(lower(${search}) in lower(${column})) > 0`;
  return and(
    search === ""
      ? undefined
      : or(
          sql`position(fold_name(${search}) in ${users.searchWords}) > 0 and fold_name(${search}) <> ''`,
          has(payments.payerEmail),
          has(payments.note),
          has(payments.providerRef),
        ),
    method === undefined ? undefined : eq(payments.method, method),
    month === undefined ? undefined : eq(monthOf(app), month),
  );
}

/** Totals by month and payment method, without demonstrations, which move no money. */
export async function getTotals(app: App, filter: BooksFilter): Promise<Totals> {
  const month = monthOf(app);
  const rows = await app.db
    .select({
      month,
      method: payments.method,
      currency: payments.currency,
      amountCents: sql<number>`sum(${payments.amountCents})::float8`,
      count: sql<number>`count(*) filter (where ${payments.kind} = 'payment')::int`,
    })
    .from(payments)
    .leftJoin(users, eq(users.userId, payments.userId))
    .where(and(isMatching(app, filter), ne(payments.provider, "demonstration")))
    .groupBy(month, payments.method, payments.currency)
    .orderBy(desc(month), payments.currency, payments.method);
  return viewTotals(rows);
}

const FILE_COLUMNS = [
  { key: "day", header: "Day" },
  { key: "what", header: "What" },
  { key: "amount", header: "Amount" },
  { key: "currency", header: "Currency" },
  { key: "name", header: "Name" },
  { key: "email", header: "Email" },
  { key: "note", header: "Note" },
  { key: "reference", header: "Reference" },
];

async function* readFileRows(app: App, filter: BooksFilter): AsyncGenerator<readonly object[]> {
  let last: PaymentRow | undefined;
  for (;;) {
    const rows = await selectBooked(app)
      .where(and(isMatching(app, filter), last && isBefore(positionOf(last))))
      .orderBy(...NEWEST_PAID)
      .limit(ROWS_A_CHUNK);
    if (rows.length > 0 || last === undefined)
      yield rows.map((row) => viewFileRow(row, viewPaymentOf(app, row.payment)));
    last = rows.at(-1)?.payment;
    if (rows.length < ROWS_A_CHUNK) return;
  }
}

/** Number of entries matching a filter. */
export async function countBooks(app: App, filter: BooksFilter): Promise<number> {
  const [row] = await app.db
    .select({ total: count() })
    .from(payments)
    .leftJoin(users, eq(users.userId, payments.userId))
    .where(isMatching(app, filter));
  return row?.total ?? 0;
}

/** The entries matching a filter as CSV, newest first. */
export function streamBooks(app: App, filter: BooksFilter): ReadableStream<Uint8Array> {
  return streamTable(app, FILE_COLUMNS, readFileRows(app, filter));
}

type BookedRow = Awaited<ReturnType<typeof selectBooked>>[number];

async function viewAll(app: App, rows: readonly BookedRow[]): Promise<Booked[]> {
  const cards = rows.flatMap(({ payment: { id, method } }) => (method === "card" ? [id] : []));
  const refunds = await readRefunds(app.db, cards);
  return rows.map((row) => {
    const state = refunds.get(row.payment.id) ?? NO_REFUND;
    return viewBooked(row, viewPaymentOf(app, row.payment), { isRefundable: isRefundable(app, row.payment), state });
  });
}

const whereRefunded = (app: App) => (refundsCards(app) ? ("here" as const) : ("at_provider" as const));

/** The ledger, newest payment first. */
export async function listBooked(app: App, query: BookedQuery): Promise<Result<BookedPage>> {
  const { unmatched, day, after } = query;
  const key = after === undefined ? undefined : decodeCursor(after, isTimePosition);
  if (key === null) return fail("bad_request", BAD_PAGE);
  const { timeZone } = app.config.group;
  const startOf = (date: string) => instantOf(date, "00:00:00", timeZone);
  const rows = await selectBooked(app)
    .where(
      and(
        isMatching(app, query),
        unmatched === undefined ? undefined : isUnmatched,
        day === undefined ? undefined : gte(payments.paidAt, startOf(day)),
        day === undefined ? undefined : lt(payments.paidAt, startOf(addDays(day, 1))),
        key && isBefore(key),
      ),
    )
    .orderBy(...NEWEST_PAID)
    .limit(PAYMENTS_A_PAGE + 1);
  const { shown, next } = pageOf(rows, PAYMENTS_A_PAGE, (last) => positionOf(last.payment));
  return ok({
    payments: await viewAll(app, shown),
    cardRefunds: whereRefunded(app),
    next,
    unmatched: await countUnmatched(app),
  });
}

/** A person's membership and latest payments. */
export async function getPersonMembership(app: App, userId: string): Promise<Result<PersonMembership>> {
  const [person] = await app.db.select({ userId: users.userId }).from(users).where(eq(users.userId, userId));
  if (!person) return fail("not_found", USER_NOT_FOUND);
  const [account] = await app.db.select({ groups: accounts.groups }).from(accounts).where(eq(accounts.userId, userId));
  const rows = await selectBooked(app)
    .where(eq(payments.userId, userId))
    .orderBy(...NEWEST_PAID)
    .limit(PAYMENTS_A_PAGE);
  return ok({
    ...membershipStatusOf(app, await listMemberships(app.db, userId), roleOfGroups(account?.groups ?? []) !== "user"),
    payments: await viewAll(app, rows),
    cardRefunds: whereRefunded(app),
  });
}
