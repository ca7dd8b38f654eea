import type { CHECKOUT_STATUSES } from "#src/shared/states.ts";

/** A payment to request. */
export type BitcoinCashCheckout = {
  /** Our id, which also identifies the payment at the service. */
  readonly txId: string;
  readonly amountCents: number;
  /** The purpose, for the treasurer. */
  readonly description: string;
};

/** A payment's state at the service. */
export type BitcoinCashStatus = (typeof CHECKOUT_STATUSES)[number];
/** The amount received, in the requested currency. */
export type BitcoinCashAmount = {
  readonly cents: number;
  /** ISO currency code, lower case. */
  readonly currency: string;
};
export type BitcoinCashNews =
  | { readonly txId: string; readonly status: "pending" | "expired" }
  | { readonly txId: string; readonly status: "paid"; readonly paid: BitcoinCashAmount };

export type BitcoinCashWebhook =
  | { readonly ok: true; readonly news: BitcoinCashNews }
  | { readonly ok: false; readonly fault: "unsigned" | "unreadable" | "not_set_up" };

/** The service was unreachable or its response unusable. Retry later. */
export class BitcoinCashUnreachable extends Error {
  override name = "BitcoinCashUnreachable";
}

/** A Bitcoin Cash payment service. */
export type BitcoinCashPort = {
  readonly provider: "prompt_cash" | "demonstration";
  /** The origin of its pages, for CSP frame-src; null if it is ours. */
  readonly origin: string | null;
  /** The URL of its payment page for a frame. */
  frameUrl(checkout: BitcoinCashCheckout): string;
  /** The URL of its payment page for a redirect. */
  pageUrl(checkout: BitcoinCashCheckout): string;
  /** Parses a callback. Never throws for bad input. */
  readWebhook(body: Uint8Array): BitcoinCashWebhook;
  /** Polls a payment; null if the service does not know it or polling is off. Throws {@link BitcoinCashUnreachable}. */
  readPayment(txId: string): Promise<BitcoinCashNews | null>;
  readonly demonstration?: BitcoinCashDemonstration;
};

/** Only the demonstration: creates a callback. */
type BitcoinCashDemonstration = {
  settle(checkout: Pick<BitcoinCashCheckout, "txId" | "amountCents">, status: "paid" | "expired"): string;
};
