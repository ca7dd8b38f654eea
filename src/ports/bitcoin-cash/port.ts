import type { CHECKOUT_STATUSES } from "#src/shared/states.ts";

/** A payment that somebody is about to make. */
export type BitcoinCashCheckout = {
  /** Ours; at the service a payment is known by it. */
  readonly txId: string;
  readonly amountCents: number;
  /** What it is for, as the treasurer reads it. */
  readonly description: string;
};

/** How a payment stands at the service. */
export type BitcoinCashStatus = (typeof CHECKOUT_STATUSES)[number];
/** What arrived, in the currency in which the payment was asked for. */
export type BitcoinCashAmount = {
  readonly cents: number;
  /** Three letters, lower case. */
  readonly currency: string;
};
export type BitcoinCashNews =
  | { readonly txId: string; readonly status: "pending" | "expired" }
  | { readonly txId: string; readonly status: "paid"; readonly paid: BitcoinCashAmount };

export type BitcoinCashWebhook =
  | { readonly ok: true; readonly news: BitcoinCashNews }
  | { readonly ok: false; readonly fault: "unsigned" | "unreadable" | "not_set_up" };

/** The service could not be asked, or answered what nobody understands. Worth trying again. */
export class BitcoinCashUnreachable extends Error {
  override name = "BitcoinCashUnreachable";
}

/** Where payments in Bitcoin Cash are made. */
export type BitcoinCashPort = {
  readonly provider: "prompt_cash" | "demonstration";
  /** The origin of its pages, which ours may show in a frame; null when it is our own. */
  readonly origin: string | null;
  /** Its page for a payment, to be shown in a frame of ours. */
  frameUrl(checkout: BitcoinCashCheckout): string;
  /** Its page for a payment, to be led to. */
  pageUrl(checkout: BitcoinCashCheckout): string;
  /** Reads what the service sends when a payment changes. Never throws for what was sent. */
  readWebhook(body: Uint8Array): BitcoinCashWebhook;
  /**
   * Asks the service how a payment stands; null when it does not know it, or may not be asked. Throws
   * {@link BitcoinCashUnreachable}.
   */
  readPayment(txId: string): Promise<BitcoinCashNews | null>;
  readonly demonstration?: BitcoinCashDemonstration;
};

/** What only the built-in demonstration can: what its webhook would say. */
type BitcoinCashDemonstration = {
  settle(checkout: Pick<BitcoinCashCheckout, "txId" | "amountCents">, status: "paid" | "expired"): string;
};
