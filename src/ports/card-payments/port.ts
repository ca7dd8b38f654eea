/** Card provider events, independent of the provider. Amounts in whole cents. */
export type CardNews =
  /** A completed checkout. Identifies a subscription's owner; counts as a payment only without one. */
  | {
      readonly kind: "checkout";
      readonly id: string;
      readonly subscriptionId: string | null;
      readonly customerId: string;
      /** The reference we passed to the checkout; empty if none. */
      readonly reference: string;
      readonly email: string;
      readonly isPaid: boolean;
      readonly amountCents: number;
      readonly currency: string;
    }
  /** A subscription's state at the time of the event. */
  | {
      readonly kind: "subscription";
      readonly subscriptionId: string;
      readonly customerId: string;
      readonly status: "incomplete" | "active" | "past_due" | "canceled";
      readonly periodStart: Date | null;
      readonly periodEnd: Date | null;
      readonly cancelAtPeriodEnd: boolean;
      readonly endedAt: Date | null;
    }
  | {
      readonly kind: "invoice";
      readonly invoiceId: string;
      readonly isPaid: boolean;
      /** Null without a subscription. */
      readonly subscriptionId: string | null;
      readonly customerId: string;
      readonly email: string;
      readonly amountCents: number;
      readonly currency: string;
      /** End of the paid period. */
      readonly paidUntil: Date | null;
    }
  /** A refund. `refundedCents` is the charge's total refunded so far. */
  | {
      readonly kind: "refund";
      readonly chargeId: string;
      readonly customerId: string;
      readonly email: string;
      readonly refundedCents: number;
      readonly currency: string;
    };

export type CardEvent = {
  readonly id: string;
  readonly type: string;
  /** Event time in whole seconds. */
  readonly at: Date;
  /** Null for irrelevant events. */
  readonly news: CardNews | null;
};

export type CardWebhook =
  | { readonly ok: true; readonly event: CardEvent }
  /** `unsigned`: the signature is invalid. `unreadable`: signed but malformed. */
  | { readonly ok: false; readonly fault: "unsigned" | "unreadable" | "not_set_up" };

export type SignedWebhook = { readonly body: string; readonly signature: string };

export const DEMONSTRATION_DEEDS = ["renew", "fail", "stop", "end"] as const;
export type DemonstrationDeed = (typeof DEMONSTRATION_DEEDS)[number];

type DemonstrationSubscription = {
  readonly id: string;
  readonly status: "incomplete" | "active" | "past_due" | "canceled";
  readonly periodEnd: Date;
};

/** Only the demonstration: simulates the customer and the passing months. */
export type CardDemonstration = {
  checkOut(input: {
    /** UUID of the attempt: the idempotency key. */
    readonly attempt: string;
    readonly reference: string;
    readonly email: string;
    readonly outcome: "paid" | "failed";
  }): Promise<readonly SignedWebhook[]>;
  /** Subscriptions of this reference, newest first. */
  list(reference: string): Promise<readonly DemonstrationSubscription[]>;
  /** Sets where webhooks of refunds go, which start in the console rather than on the demonstration's pages. */
  deliverTo(deliver: (webhooks: readonly SignedWebhook[]) => Promise<{ readonly ok: boolean }>): void;
  /** Null if this reference has no such active subscription. */
  play(input: {
    readonly id: string;
    readonly reference: string;
    readonly deed: DemonstrationDeed;
  }): Promise<readonly SignedWebhook[] | null>;
};

/** A refund that an organizer requests from the provider. */
export type RefundRequest = {
  /** The payment's reference in the ledger: an invoice or a checkout. */
  readonly providerRef: string;
  readonly amountCents: number;
  /** The idempotency key. */
  readonly idempotencyKey: string;
};

export type RefundFault =
  | "already_refunded"
  | "disputed"
  | "too_much"
  | "unknown_payment"
  | "not_allowed"
  | "busy"
  | "unreachable"
  | "refused";

export type RefundAnswer =
  | { readonly ok: true; readonly chargeId: string }
  | {
      readonly ok: false;
      readonly fault: RefundFault;
      /**
       * `refused`: this key will never refund anything. `not_asked`: this call sent no request. `unknown`: the refund
       * may have been made.
       */
      readonly outcome: "refused" | "not_asked" | "unknown";
    };

/** A provider of card subscriptions. */
export type CardPaymentsPort = {
  readonly provider: "stripe" | "demonstration";
  /** The hosted checkout URL with the customer's reference; null if there is none. */
  checkoutUrl(payer: { readonly reference?: string; readonly email?: string }): string | null;
  /** Verifies and parses a webhook; signatures expire after five minutes. Never throws for bad input. */
  readWebhook(body: Uint8Array, signature: string | null): Promise<CardWebhook>;
  /** Requests a refund; its webhook follows. Absent if refunds are possible only at the provider. Never throws. */
  refund?(request: RefundRequest): Promise<RefundAnswer>;
  readonly demonstration?: CardDemonstration;
};
