import { and, desc, eq } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Db } from "#src/db/connect.server.ts";
import { type MembershipRow, memberships, type PaymentRow, payments } from "#src/db/tables/payments.ts";
import type { OwnMembership } from "#src/features/membership/schema.ts";
import { viewPayment, viewMembershipStatus } from "#src/features/membership/view.ts";
import { isMember, type SignedIn } from "#src/policy/viewer.ts";
import { ok, type Result } from "#src/shared/result.ts";

const PAYMENTS_SHOWN = 50;

type Reader = Pick<Db, "select">;

/** A person's memberships, newest first. */
export function listMemberships(db: Reader, userId: string): Promise<MembershipRow[]> {
  return db
    .select()
    .from(memberships)
    .where(eq(memberships.userId, userId))
    .orderBy(desc(memberships.id))
    .limit(PAYMENTS_SHOWN);
}

/** A person's newest ledger entries. */
function listPaymentsOf(db: Reader, userId: string): Promise<PaymentRow[]> {
  return db.select().from(payments).where(eq(payments.userId, userId)).orderBy(desc(payments.id)).limit(PAYMENTS_SHOWN);
}

/** The caller's membership status, payments, and where to pay. */
export async function getOwnMembership(app: App, signedIn: SignedIn): Promise<Result<OwnMembership>> {
  const { userId, email } = signedIn;
  const payer = { reference: userId ?? "", email };
  const moment = { now: app.clock.now(), timeZone: app.config.group.timeZone };
  const rows = userId === null ? [] : await listMemberships(app.db, userId);
  const paid = userId === null ? [] : await listPaymentsOf(app.db, userId);
  return ok({
    ...viewMembershipStatus(rows, isMember(signedIn), moment),
    checkoutUrl: app.cardPayments?.checkoutUrl(payer) ?? null,
    payer,
    isDemonstration: app.config.payments.demonstration,
    payments: paid.map((row) => viewPayment(row, moment.timeZone)),
  });
}

/** The data of a mail about a membership; null if it was deleted. */
export async function readMembership(app: App, id: string): Promise<MembershipRow | null> {
  const [row] = await app.db.select().from(memberships).where(eq(memberships.id, id));
  return row ?? null;
}

/** The current membership status of a membership's person, from all their memberships. */
export async function readMembershipStatus(app: App, { id, userId }: MembershipRow) {
  const of = userId === null ? eq(memberships.id, id) : eq(memberships.userId, userId);
  const rows = await app.db.select().from(memberships).where(of).orderBy(desc(memberships.id)).limit(PAYMENTS_SHOWN);
  return viewMembershipStatus(rows, false, { now: app.clock.now(), timeZone: app.config.group.timeZone });
}

export async function readPayment(app: App, id: string): Promise<PaymentRow | null> {
  const [row] = await app.db.select().from(payments).where(eq(payments.id, id));
  return row ?? null;
}

/** The data of a mail about an invoice. */
export type FailedInvoice = {
  readonly membershipId: string;
  readonly provider: PaymentRow["provider"];
  readonly invoiceId: string;
};

/** Whether an invoice was paid in the meantime. */
export async function isInvoicePaid(app: App, { provider, invoiceId }: FailedInvoice): Promise<boolean> {
  const [row] = await app.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.provider, provider), eq(payments.providerRef, invoiceId)));
  return row !== undefined;
}
