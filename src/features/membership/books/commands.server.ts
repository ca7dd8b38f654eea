import { eq } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { memberships, type PaymentRow, payments } from "#src/db/tables/payments.ts";
import { users } from "#src/db/tables/users.ts";
import { writeAudit } from "#src/audit/audit-log.server.ts";
import {
  ALREADY_CORRECTED,
  PAYMENT_ASSIGNED,
  PAYMENT_CORRECTED,
  PAYMENT_HAS_A_PERSON,
  PAYMENT_NOT_FOUND,
  PAYMENT_RECORDED,
  REFUND_AT_PROVIDER,
} from "#src/features/membership/books/messages.ts";
import { USER_NOT_FOUND } from "#src/features/profile/messages.ts";
import type { RecordedPayment } from "#src/features/membership/books/schema.ts";
import {
  addPeriod,
  giveMembership,
  lockMembershipsOf,
  recordPayment,
  saveMembership,
} from "#src/features/membership/commands/ledger.server.ts";
import type { Proved } from "#src/policy/proof.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { addDays } from "#src/shared/dates.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import { instantOf } from "#src/shared/zones.server.ts";

type Saved = { success: true; message: string };
const saved = (message: string) => ok<Saved>({ success: true, message });

async function isPerson(tx: Transaction, userId: string): Promise<boolean> {
  const [row] = await tx.select({ userId: users.userId }).from(users).where(eq(users.userId, userId));
  return row !== undefined;
}

/** The period that a payment bought, whole days in the group's zone; null when it bought none. */
async function addRecordedPeriod(tx: Transaction, app: App, input: RecordedPayment): Promise<string | null> {
  const { memberFrom, memberUntil, userId, method } = input;
  if (memberFrom === undefined || memberUntil === undefined) return null;
  await lockMembershipsOf(tx, userId);
  const startOf = (day: string) => instantOf(day, "00:00:00", app.config.group.timeZone);
  const whose = { userId, matchedBy: "organizer", provider: "hand", providerId: input.requestId } as const;
  const period = {
    ...whose,
    method,
    payerEmail: "",
    from: startOf(memberFrom),
    until: startOf(addDays(memberUntil, 1)),
  };
  return addPeriod(tx, period, app.clock.now());
}

/** Writes down what an organizer was given: cash, or a payment of an app that tells us nothing. Safe to repeat. */
export async function recordByHand(app: App, admin: Proved<Admin>, input: RecordedPayment): Promise<Result<Saved>> {
  const { userId, method, amountCents, note, requestId: providerRef } = input;
  return app.db.transaction(async (tx) => {
    const now = app.clock.now();
    // A second one with the same id waits here until the first is done.
    await tx.select({ userId: users.userId }).from(users).where(eq(users.userId, userId)).for("update");
    if (!(await isPerson(tx, userId))) return fail("not_found", USER_NOT_FOUND);
    const [known] = await tx.select({ id: payments.id }).from(payments).where(eq(payments.providerRef, providerRef));
    if (known) return saved(PAYMENT_RECORDED);
    const membershipId = await addRecordedPeriod(tx, app, input);
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

/** What an organizer reads of a payment in the log. */
function forLog({ id, method, kind, amountCents, currency, note }: PaymentRow) {
  return { payment: id, method, kind, amountCents, currency, note };
}

/** The membership that a payment bought ends now, when it bought a period of its own. */
async function endPeriodOf(tx: Transaction, { membershipId }: PaymentRow, now: Date): Promise<void> {
  if (membershipId === null) return;
  const [row] = await tx.select().from(memberships).where(eq(memberships.id, membershipId)).for("update");
  if (row && row.endedAt === null) await saveMembership(tx, { ...row, endedAt: now }, now);
}

/** Takes a payment back by an entry of the opposite amount; the period that it bought ends. */
export async function correctPayment(
  app: App,
  admin: Proved<Admin>,
  { id, note }: { id: string; note: string },
): Promise<Result<Saved>> {
  return app.db.transaction(async (tx) => {
    const now = app.clock.now();
    const row = await lockPayment(tx, id);
    if (!row) return fail("not_found", PAYMENT_NOT_FOUND);
    if (row.kind !== "payment" || row.method === "card") return fail("conflict", REFUND_AT_PROVIDER);
    const { provider, method, amountCents, currency, userId, matchedBy, membershipId } = row;
    const whose = { provider, method, currency, userId, matchedBy, membershipId };
    const entry = { ...whose, kind: "correction", corrects: id, amountCents: -amountCents, paidAt: now, note } as const;
    // One correction for a payment: its reference is the payment.
    const made = await recordPayment(tx, { ...entry, providerRef: `correction:${id}` }, now);
    if (!made) return fail("conflict", ALREADY_CORRECTED);
    await endPeriodOf(tx, row, now);
    const subjectIds = userId === null ? [id] : [userId];
    await writeAudit(
      tx,
      admin,
      { action: "payment_corrected", subjectIds, before: forLog(row), after: forLog(made) },
      now,
    );
    return saved(PAYMENT_CORRECTED);
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

/** Says whose a payment is that came without a person; what it bought, and what follows of it, goes along. */
export async function assignPayment(
  app: App,
  admin: Proved<Admin>,
  { id, userId }: { id: string; userId: string },
): Promise<Result<Saved>> {
  return app.db.transaction(async (tx) => {
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
