import { and, eq, inArray, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Db, Transaction } from "#src/db/connect.server.ts";
import { cardRefunds, type PaymentRow, payments } from "#src/db/tables/payments.ts";

/** A card payment's refunds, in cents. */
export type RefundState = {
  /** In the ledger. */
  readonly confirmed: number;
  /** Including requests that are not in the ledger yet. */
  readonly known: number;
  /** The pending request; 0 if there is none. */
  readonly open: number;
};
export const NO_REFUND: RefundState = { confirmed: 0, known: 0, open: 0 };

const chargeOf = sql<string>`split_part(${payments.providerRef}, ':', 1)`;

/** Refunds in the ledger, by charge. */
async function confirmedOf(db: Db | Transaction, charges: readonly string[]): Promise<Map<string, number>> {
  if (charges.length === 0) return new Map();
  const rows = await db
    .select({ charge: chargeOf, cents: sql<number>`-sum(${payments.amountCents})::int` })
    .from(payments)
    .where(and(eq(payments.kind, "refund"), eq(payments.method, "card"), inArray(chargeOf, [...charges])))
    .groupBy(sql`1`);
  return new Map(rows.map(({ charge, cents }) => [charge, cents]));
}

/** Refunds by payment id; payments without any are omitted. */
export async function readRefunds(
  db: Db | Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RefundState>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(cardRefunds)
    .where(inArray(cardRefunds.paymentId, [...ids]));
  const charges = [...new Set(rows.map(({ chargeId }) => chargeId))].filter((charge) => charge !== "");
  const inBooks = await confirmedOf(db, charges);
  return new Map(
    [...Map.groupBy(rows, ({ paymentId }) => paymentId)].map(([paymentId, its]) => {
      const charge = its.find(({ chargeId }) => chargeId !== "")?.chargeId ?? "";
      const confirmed = inBooks.get(charge) ?? 0;
      const asked = its.reduce((sum, { amountCents }) => sum + amountCents, 0);
      const open = its.find(({ chargeId }) => chargeId === "")?.amountCents ?? 0;
      // The ledger may have more: refunds made at the provider itself.
      return [paymentId, { confirmed, known: Math.max(confirmed, asked), open }];
    }),
  );
}

/** Whether card payments can be refunded here, rather than only at the provider. */
export const refundsCards = ({ cardPayments }: App): boolean => cardPayments?.refund !== undefined;

/** Whether this entry is a card payment that can be refunded here. The form works in dollars. */
export function isRefundable(app: App, { kind, method, provider, currency }: PaymentRow): boolean {
  return (
    refundsCards(app) &&
    kind === "payment" &&
    method === "card" &&
    provider === app.cardPayments?.provider &&
    currency === "usd"
  );
}
