import { and, eq, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { cardRefunds, type PaymentRow, payments } from "#src/db/tables/payments.ts";
import { writeAudit } from "#src/audit/audit-log.server.ts";
import {
  askAgainFirst,
  NOT_REFUNDED,
  PAYMENT_NOT_FOUND,
  PROVIDER_NAMES,
  REFUND_AT_PROVIDER,
  REFUND_FAULTS,
  REFUND_TOO_LARGE,
  REFUND_UNSURE,
  refundAsked,
  refundedMeanwhile,
} from "#src/features/membership/books/messages.ts";
import { isRefundable, NO_REFUND, readRefunds } from "#src/features/membership/queries/refunds.server.ts";
import type { RefundAnswer } from "#src/ports/card-payments/port.ts";
import type { Proved } from "#src/policy/proof.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import { exactDollars } from "#src/shared/money.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

type Given = {
  readonly id: string;
  readonly note: string;
  readonly amountCents: number;
  /** The refunded amount that the form showed. */
  readonly refundedCents: number;
};
type Refusal = Extract<RefundAnswer, { ok: false }>;
type Asking = { readonly payment: PaymentRow; readonly request: typeof cardRefunds.$inferSelect };

/** Adds an audit log entry about a refund request. */
async function log(
  tx: Transaction,
  admin: Proved<Admin>,
  { payment, request }: Asking,
  { now, ...more }: { now: Date; refund: "asked" | "refused"; note?: string; reason?: Refusal["fault"] },
): Promise<void> {
  const after = { payment: payment.id, method: payment.method, amountCents: request.amountCents, ...more };
  const subjectIds = payment.userId === null ? [payment.id] : [payment.userId];
  await writeAudit(tx, admin, { action: "payment_corrected", subjectIds, after }, now);
}

/** Records the request under the payment's lock. Reuses an earlier request without a result. */
async function begin(tx: Transaction, app: App, admin: Proved<Admin>, given: Given): Promise<Result<Asking>> {
  const { id, note, amountCents, refundedCents } = given;
  const [payment] = await tx.select().from(payments).where(eq(payments.id, id)).for("update");
  if (!payment) return fail("not_found", PAYMENT_NOT_FOUND);
  if (!isRefundable(app, payment)) return fail("conflict", REFUND_AT_PROVIDER);
  const isOpen = and(eq(cardRefunds.paymentId, id), eq(cardRefunds.chargeId, ""));
  const [again] = await tx
    .update(cardRefunds)
    .set({ asks: sql`${cardRefunds.asks} + 1` })
    .where(and(isOpen, eq(cardRefunds.amountCents, amountCents)))
    .returning();
  if (again) return ok({ payment, request: again });
  const [other] = await tx.select().from(cardRefunds).where(isOpen);
  if (other) return fail("conflict", askAgainFirst(exactDollars(other.amountCents)));
  const { known } = (await readRefunds(tx, [id])).get(id) ?? NO_REFUND;
  if (known !== refundedCents) return fail("conflict", refundedMeanwhile(exactDollars(known)));
  if (known + amountCents > payment.amountCents)
    return fail("invalid", REFUND_TOO_LARGE, { fields: { amountCents: REFUND_TOO_LARGE } });
  const now = app.clock.now();
  const request = { id: uuidv7(now.getTime()), paymentId: id, amountCents, chargeId: "", asks: 1, createdAt: now };
  await tx.insert(cardRefunds).values(request);
  await log(tx, admin, { payment, request }, { now, refund: "asked", note });
  return ok({ payment, request });
}

/** Deletes a request that will not be refunded, and logs the refusal. False if a later call took it over. */
function forget(app: App, admin: Proved<Admin>, asking: Asking, reason: Refusal["fault"]): Promise<boolean> {
  const { id, asks } = asking.request;
  return app.db.transaction(async (tx) => {
    const gone = await tx
      .delete(cardRefunds)
      .where(and(eq(cardRefunds.id, id), eq(cardRefunds.chargeId, ""), eq(cardRefunds.asks, asks)))
      .returning({ id: cardRefunds.id });
    if (gone.length === 0) return false;
    await log(tx, admin, asking, { now: app.clock.now(), refund: "refused", reason });
    return true;
  });
}

/** Whether the provider has certainly made no refund for this request. */
function isCertain({ request }: Asking, { outcome }: Refusal): boolean {
  return outcome === "refused" || (outcome === "not_asked" && request.asks === 1);
}

const PASSING: ReadonlySet<string> = new Set<Refusal["fault"]>(["busy", "unreachable", "not_allowed"]);

/** Explains the refusal, and whether it is certain that nothing was refunded. */
async function refuse(app: App, admin: Proved<Admin>, asking: Asking, refusal: Refusal): Promise<Result<never>> {
  const { fault } = refusal;
  const isSure = isCertain(asking, refusal) && (await forget(app, admin, asking, fault));
  const why = REFUND_FAULTS[fault](app.cardPayments ? PROVIDER_NAMES[app.cardPayments.provider] : "");
  return fail(PASSING.has(fault) ? "unavailable" : "conflict", `${why} ${isSure ? NOT_REFUNDED : REFUND_UNSURE}`);
}

/**
 * Asks the card provider to refund a payment in full or in part. The provider is called after the commit, with the
 * request's own idempotency key. Only the provider's webhook changes the ledger.
 */
export async function refundCard(
  app: App,
  admin: Proved<Admin>,
  given: Given,
): Promise<Result<{ success: true; message: string }>> {
  const cards = app.cardPayments;
  if (!cards?.refund) return fail("conflict", REFUND_AT_PROVIDER);
  const asking = await app.db.transaction((tx) => begin(tx, app, admin, given));
  if (!asking.ok) return asking;
  const { payment, request } = asking.value;
  const { id: idempotencyKey, amountCents } = request;
  const answer = await cards.refund({ providerRef: payment.providerRef, amountCents, idempotencyKey });
  if (!answer.ok) return refuse(app, admin, asking.value, answer);
  const { chargeId } = answer;
  await app.db
    .insert(cardRefunds)
    .values({ ...request, chargeId })
    // A concurrent call with this key may have been refused and its row deleted.
    .onConflictDoUpdate({ target: cardRefunds.id, set: { chargeId } });
  return ok({ success: true, message: refundAsked(PROVIDER_NAMES[cards.provider]) });
}
