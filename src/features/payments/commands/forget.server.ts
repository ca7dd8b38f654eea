import { inArray, or, sql } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import { bitcoinCashCheckouts, demonstrationSubscriptions } from "#src/db/tables/payments.ts";

/** Deletes what somebody typed on the way to a payment; what they paid is in the books. */
export async function forgetBitcoinCash(
  tx: Transaction,
  { userIds, email }: { userIds: readonly string[]; email: string | null },
): Promise<void> {
  const ids = [...userIds];
  const address = email ?? "";
  const isTheirs = (own: typeof bitcoinCashCheckouts.email | typeof demonstrationSubscriptions.email) =>
    sql`${own} = ${address} and ${address} <> ''`;
  await tx
    .delete(bitcoinCashCheckouts)
    .where(or(inArray(bitcoinCashCheckouts.userId, ids), isTheirs(bitcoinCashCheckouts.email)));
  await tx
    .delete(demonstrationSubscriptions)
    .where(or(inArray(demonstrationSubscriptions.reference, ids), isTheirs(demonstrationSubscriptions.email)));
}
