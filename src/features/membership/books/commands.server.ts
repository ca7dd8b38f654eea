import { eq } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { retrying } from "#src/db/retrying.server.ts";
import { type MembershipRow, memberships, type PaymentRow, payments } from "#src/db/tables/payments.ts";
import { users } from "#src/db/tables/users.ts";
import { writeAudit } from "#src/audit/audit-log.server.ts";
import {
  ALREADY_CORRECTED,
  PAID_LATER,
  paidAlready,
  PAYMENT_ASSIGNED,
  PAYMENT_CORRECTED,
  PAYMENT_HAS_A_PERSON,
  PAYMENT_NOT_FOUND,
  PAYMENT_RECORDED,
  RECORDED_OTHERWISE,
  PAYMENT_REFUNDED,
  startsAfterGap,
  startsInFuture,
  REFUND_AT_PROVIDER,
  REFUND_TOO_LARGE,
} from "#src/features/membership/books/messages.ts";
import { USER_NOT_FOUND } from "#src/features/profile/messages.ts";
import { countBooks, streamBooks } from "#src/features/membership/books/queries.server.ts";
import type { BooksFilter, RecordedPayment } from "#src/features/membership/books/schema.ts";
import {
  addPeriod,
  giveMembership,
  lockMembershipsOf,
  recordPayment,
  saveMembership,
} from "#src/features/membership/commands/ledger.server.ts";
import { paidThroughAll } from "#src/features/membership/rules.ts";
import { FileAnswer } from "#src/http/endpoint.server.ts";
import type { Proved } from "#src/policy/proof.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { addDays, type Day, longDate } from "#src/shared/dates.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import { dayInZone, instantOf, lastDayInZone } from "#src/shared/zones.server.ts";

type Saved = { success: true; message: string };
const saved = (message: string) => ok<Saved>({ success: true, message });

async function isPerson(tx: Transaction, userId: string): Promise<boolean> {
  const [row] = await tx.select({ userId: users.userId }).from(users).where(eq(users.userId, userId));
  return row !== undefined;
}

/** Exports entries as a file and records the export in the audit log. */
export async function exportBooks(app: App, admin: Proved<Admin>, filter: BooksFilter): Promise<Result<FileAnswer>> {
  const now = app.clock.now();
  const { search, ...shown } = filter;
  const after = { ...shown, searched: Boolean(search), total: await countBooks(app, filter) };
  await app.db.transaction((tx) => writeAudit(tx, admin, { action: "payments_exported", subjectIds: [], after }, now));
  const name = `payments-${dayInZone(now, app.config.group.timeZone)}.csv`;
  return ok(new FileAnswer(streamBooks(app, filter), { type: "text/csv; charset=utf-8", name }));
}

/** Refuses a period that overlaps a paid one, because its days would be lost. */
function overlapFault(rows: readonly MembershipRow[], from: Date, until: Date, timeZone: string): Result<never> | null {
  const paid = rows
    .filter(({ isRecurring, endedAt }) => !isRecurring && endedAt === null)
    .flatMap(({ periodStart, paidUntil }) => (periodStart && paidUntil ? [{ periodStart, paidUntil }] : []))
    .filter(({ periodStart, paidUntil }) => periodStart < until && paidUntil > from)
    .toSorted((a, b) => b.paidUntil.getTime() - a.paidUntil.getTime());
  if (!paid[0]) return null;
  const last = lastDayInZone(paid[0].paidUntil, timeZone);
  const words = paidAlready(longDate(last), longDate(addDays(last, 1)));
  return fail("conflict", words, { fields: { memberFrom: words } });
}

/** Refuses a period that starts after a gap, because anyone with a paid future period is a member at once. */
function gapFault(rows: readonly MembershipRow[], from: Day, now: Date, timeZone: string): Result<never> | null {
  const paid = paidThroughAll(rows, now);
  const today = dayInZone(now, timeZone);
  const last = paid === null ? null : lastDayInZone(paid, timeZone);
  const isAhead = last !== null && last >= today;
  const latest = isAhead ? addDays(last, 1) : today;
  if (from <= latest) return null;
  const words = isAhead ? startsAfterGap(longDate(last), longDate(latest)) : startsInFuture(longDate(today));
  return fail("invalid", words, { fields: { memberFrom: words } });
}

/** The period a payment bought, in whole days of the group's time zone; null if none. */
async function addRecordedPeriod(tx: Transaction, app: App, input: RecordedPayment): Promise<Result<string | null>> {
  const { memberFrom, memberUntil, userId, method } = input;
  if (memberFrom === undefined || memberUntil === undefined) return ok(null);
  const { timeZone } = app.config.group;
  const startOf = (day: string) => instantOf(day, "00:00:00", timeZone);
  const [from, until] = [startOf(memberFrom), startOf(addDays(memberUntil, 1))];
  const known = await lockMembershipsOf(tx, userId);
  const fault = overlapFault(known, from, until, timeZone) ?? gapFault(known, memberFrom, app.clock.now(), timeZone);
  if (fault) return fault;
  const whose = { userId, matchedBy: "organizer", provider: "hand", providerId: input.requestId } as const;
  return ok(await addPeriod(tx, { ...whose, method, payerEmail: "", from, until }, app.clock.now()));
}

/** Whether a call repeats the one that recorded this entry. */
function isSame(known: PaymentRow, { userId, method, amountCents, note }: RecordedPayment): boolean {
  return known.userId === userId && known.method === method && known.amountCents === amountCents && known.note === note;
}

/** Records a payment an organizer received: cash, or through an app without callbacks. Idempotent. */
export async function recordByHand(app: App, admin: Proved<Admin>, input: RecordedPayment): Promise<Result<Saved>> {
  const { userId, method, amountCents, note, requestId: providerRef } = input;
  const today = dayInZone(app.clock.now(), app.config.group.timeZone);
  if (input.paidOn > today) return fail("invalid", PAID_LATER, { fields: { paidOn: PAID_LATER } });
  return retrying(app, async (tx) => {
    const now = app.clock.now();
    // A concurrent request with the same id waits here for the first.
    await tx.select({ userId: users.userId }).from(users).where(eq(users.userId, userId)).for("update");
    if (!(await isPerson(tx, userId))) return fail("not_found", USER_NOT_FOUND);
    const [known] = await tx.select().from(payments).where(eq(payments.providerRef, providerRef));
    if (known) return isSame(known, input) ? saved(PAYMENT_RECORDED) : fail("conflict", RECORDED_OTHERWISE);
    const period = await addRecordedPeriod(tx, app, input);
    if (!period.ok) return period;
    const membershipId = period.value;
    const paidAt = instantOf(input.paidOn, "12:00:00", app.config.group.timeZone);
    const whose = { userId, matchedBy: "organizer", provider: "hand", providerRef, membershipId } as const;
    await recordPayment(tx, { ...whose, method, amountCents, note, paidAt, kind: "payment" }, now);
    const { requestId: _, userId: __, ...after } = input;
    await writeAudit(tx, admin, { action: "payment_recorded", subjectIds: [userId], after }, now);
    return saved(PAYMENT_RECORDED);
  });
}

async function lockPayment(tx: Transaction, id: string): Promise<PaymentRow | null> {
  const [row] = await tx.select().from(payments).where(eq(payments.id, id)).for("update");
  return row ?? null;
}

/** A payment as the audit log shows it. */
function forLog({ id, method, kind, amountCents, currency, note }: PaymentRow) {
  return { payment: id, method, kind, amountCents, currency, note };
}

/** Ends the membership a payment bought, if it bought its own period. */
async function endPeriodOf(tx: Transaction, { membershipId }: PaymentRow, now: Date): Promise<void> {
  if (membershipId === null) return;
  const [row] = await tx.select().from(memberships).where(eq(memberships.id, membershipId)).for("update");
  if (row && row.endedAt === null) await saveMembership(tx, { ...row, endedAt: now }, now);
}

/**
 * Reverses a payment with an entry of the opposite amount and ends the period it bought. Less than the full
 * amount is a refund, and the membership stays.
 */
export async function correctPayment(
  app: App,
  admin: Proved<Admin>,
  { id, note, amountCents: given }: { id: string; note: string; amountCents?: number | undefined },
): Promise<Result<Saved>> {
  return retrying(app, async (tx) => {
    const now = app.clock.now();
    const row = await lockPayment(tx, id);
    if (!row) return fail("not_found", PAYMENT_NOT_FOUND);
    if (row.kind !== "payment" || row.method === "card") return fail("conflict", REFUND_AT_PROVIDER);
    const { provider, method, amountCents, currency, userId, matchedBy, membershipId, payerEmail } = row;
    const whose = { provider, method, currency, userId, matchedBy, membershipId, payerEmail };
    const back = given ?? amountCents;
    if (back > amountCents) return fail("invalid", REFUND_TOO_LARGE, { fields: { amountCents: REFUND_TOO_LARGE } });
    const isPart = back < amountCents;
    const kind = isPart ? ("refund" as const) : ("correction" as const);
    const entry = { ...whose, kind, corrects: id, amountCents: -back, paidAt: now, note };
    // One correction per payment: its reference is the payment.
    const made = await recordPayment(tx, { ...entry, providerRef: `correction:${id}` }, now);
    if (!made) return fail("conflict", ALREADY_CORRECTED);
    if (!isPart) await endPeriodOf(tx, row, now);
    const subjectIds = userId === null ? [id] : [userId];
    await writeAudit(
      tx,
      admin,
      { action: "payment_corrected", subjectIds, before: forLog(row), after: forLog(made) },
      now,
    );
    return saved(isPart ? PAYMENT_REFUNDED : PAYMENT_CORRECTED);
  });
}

async function give(tx: Transaction, row: PaymentRow, userId: string, now: Date): Promise<void> {
  const match = { userId, matchedBy: "organizer" } as const;
  await tx.update(payments).set(match).where(eq(payments.id, row.id));
  if (row.membershipId === null) return;
  const [membership] = await tx.select().from(memberships).where(eq(memberships.id, row.membershipId)).for("update");
  if (!membership) return;
  await giveMembership(tx, membership, match);
  await saveMembership(tx, { ...membership, ...match }, now);
}

/** Assigns a payment without a person to its payer, together with what it bought. */
export async function assignPayment(
  app: App,
  admin: Proved<Admin>,
  { id, userId }: { id: string; userId: string },
): Promise<Result<Saved>> {
  return retrying(app, async (tx) => {
    const now = app.clock.now();
    const row = await lockPayment(tx, id);
    if (!row) return fail("not_found", PAYMENT_NOT_FOUND);
    if (row.userId === userId) return saved(PAYMENT_ASSIGNED);
    if (row.userId !== null) return fail("conflict", PAYMENT_HAS_A_PERSON);
    if (!(await isPerson(tx, userId))) return fail("not_found", USER_NOT_FOUND);
    await give(tx, row, userId, now);
    await writeAudit(tx, admin, { action: "payment_assigned", subjectIds: [userId], after: forLog(row) }, now);
    return saved(PAYMENT_ASSIGNED);
  });
}
