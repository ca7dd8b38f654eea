import { eq } from "drizzle-orm";
import type { Db } from "#src/db/connect.server.ts";
import { bitcoinCashCheckouts } from "#src/db/tables/payments.ts";
import type { BitcoinCashCheckout, BitcoinCashNews, BitcoinCashPort } from "#src/ports/bitcoin-cash/port.ts";

type DemonstrationOptions = {
  readonly db: Db;
  /** Our page that stands in for the service's. */
  readonly page: string;
  /** Random per process: authenticates the demonstration's callbacks. */
  readonly secret: string;
  readonly readWebhook: BitcoinCashPort["readWebhook"];
};

const CURRENCY = "usd";

function newsOf(txId: string, status: BitcoinCashNews["status"], cents: number): BitcoinCashNews {
  return status === "paid" ? { txId, status, paid: { cents, currency: CURRENCY } } : { txId, status };
}

/** A stand-in for a Bitcoin Cash service: its page, and the callback when the user clicks that they paid. */
export function demonstrationBitcoinCash({ db, page, secret, readWebhook }: DemonstrationOptions): BitcoinCashPort {
  const address = ({ txId }: BitcoinCashCheckout) => `${page}?${new URLSearchParams({ tx_id: txId })}`;
  return {
    provider: "demonstration",
    origin: null,
    frameUrl: address,
    pageUrl: address,
    readWebhook,
    async readPayment(txId) {
      const [row] = await db
        .select({ status: bitcoinCashCheckouts.status, cents: bitcoinCashCheckouts.amountCents })
        .from(bitcoinCashCheckouts)
        .where(eq(bitcoinCashCheckouts.txId, txId));
      return row ? newsOf(txId, row.status, row.cents) : null;
    },
    demonstration: {
      settle: ({ txId, amountCents }, status) =>
        JSON.stringify({
          token: secret,
          payment: {
            tx_id: txId,
            status: status.toUpperCase(),
            amount_fiat: amountCents / 100,
            fiat_currency: CURRENCY.toUpperCase(),
          },
        }),
    },
  };
}
