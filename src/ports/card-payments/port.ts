/** What a card provider says happened, in our words whichever provider it is. Amounts in whole cents. */
export type CardNews =
  /** Somebody went through the hosted page. Tells whose a subscription is; pays by itself only without one. */
  | {
      readonly kind: "checkout";
      readonly id: string;
      readonly subscriptionId: string | null;
      readonly customerId: string;
      /** What we gave along when we led them there; empty without. */
      readonly reference: string;
      readonly email: string;
      readonly isPaid: boolean;
      readonly amountCents: number;
      readonly currency: string;
    }
  /** The state of a subscription at the moment of the event. */
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
      /** Null for what is not of a subscription. */
      readonly subscriptionId: string | null;
      readonly customerId: string;
      readonly email: string;
      readonly amountCents: number;
      readonly currency: string;
      /** The end of the period that it pays for. */
      readonly paidUntil: Date | null;
    }
  /** Money went back. `refundedCents` is all that went back of this charge so far. */
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
  /** When it happened, in whole seconds. */
  readonly at: Date;
  /** Null for events that mean nothing to us. */
  readonly news: CardNews | null;
};

export type CardWebhook =
  | { readonly ok: true; readonly event: CardEvent }
  /** `unsigned`: not proved to be the provider's. `unreadable`: proved, and not of the form that it should have. */
  | { readonly ok: false; readonly fault: "unsigned" | "unreadable" | "not_set_up" };

/** A webhook as a provider would send it. */
export type SignedWebhook = { readonly body: string; readonly signature: string };

export const DEMONSTRATION_DEEDS = ["renew", "fail", "stop", "end"] as const;
export type DemonstrationDeed = (typeof DEMONSTRATION_DEEDS)[number];

type DemonstrationSubscription = {
  readonly id: string;
  readonly status: "incomplete" | "active" | "past_due" | "canceled";
  readonly periodEnd: Date;
};

/** What only the built-in demonstration can: play the person at the hosted page, and the months that go by. */
export type CardDemonstration = {
  checkOut(input: {
    readonly reference: string;
    readonly email: string;
    readonly outcome: "paid" | "failed";
  }): Promise<readonly SignedWebhook[]>;
  /** Subscriptions of this reference, the newest first. */
  list(reference: string): Promise<readonly DemonstrationSubscription[]>;
  /** Null when there is no such running subscription of this reference. */
  play(input: {
    readonly id: string;
    readonly reference: string;
    readonly deed: DemonstrationDeed;
  }): Promise<readonly SignedWebhook[] | null>;
};

/** Where subscriptions are paid by card. */
export type CardPaymentsPort = {
  readonly provider: "stripe" | "demonstration";
  /** The hosted page, which is told who comes; null when there is none. */
  checkoutUrl(payer: { readonly reference?: string; readonly email?: string }): string | null;
  /** Reads a webhook whose signature is right and not older than five minutes. Never throws for what was sent. */
  readWebhook(body: Uint8Array, signature: string | null): Promise<CardWebhook>;
  readonly demonstration?: CardDemonstration;
};
