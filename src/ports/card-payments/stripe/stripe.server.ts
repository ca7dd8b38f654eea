import type { CardPaymentsPort, CardWebhook, SignedWebhook } from "#src/ports/card-payments/port.ts";
import { readEvent } from "#src/ports/card-payments/stripe/read-event.ts";

/** Maximum age of a signature in seconds. */
const TOLERANCE = 300;

// Loaded with the first webhook: the package takes 40 MB, and most processes never need it.
async function loadWebhooks() {
  const { default: Stripe } = await import("stripe");
  const { signature, ...webhooks } = Stripe.webhooks;
  if (!signature) throw new Error("The stripe package has no code for signatures here.");
  return { ...webhooks, signature };
}

/** Whether Stripe's library accepts the signature. */
async function isSigned(body: Uint8Array, signature: string, secret: string, now: Date): Promise<boolean> {
  const webhooks = await loadWebhooks();
  try {
    return webhooks.signature.verifyHeader(body, signature, secret, TOLERANCE, undefined, now.getTime());
  } catch {
    return false;
  }
}

/** Verifies webhooks signed with `secret`. */
export function stripeWebhooks(secret: string | undefined, now: () => Date): CardPaymentsPort["readWebhook"] {
  return async (body, signature): Promise<CardWebhook> => {
    if (secret === undefined) return { ok: false, fault: "not_set_up" };
    if (signature === null || !(await isSigned(body, signature, secret, now())))
      return { ok: false, fault: "unsigned" };
    try {
      return { ok: true, event: readEvent(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body))) };
    } catch {
      return { ok: false, fault: "unreadable" };
    }
  };
}

/** Signs events as Stripe does. */
export async function signAsStripe(body: string, secret: string, at: Date): Promise<SignedWebhook> {
  const webhooks = await loadWebhooks();
  const timestamp = Math.floor(at.getTime() / 1000);
  return { body, signature: webhooks.generateTestHeaderString({ payload: body, secret, timestamp }) };
}

// Stripe silently drops other characters.
const REFERENCE = /^[\w-]{1,200}$/;

/** The hosted page's URL with the customer's reference. */
function withPayer(address: string, payer: { reference?: string; email?: string }): string {
  const url = new URL(address);
  const { reference = "", email = "" } = payer;
  if (REFERENCE.test(reference)) url.searchParams.set("client_reference_id", reference);
  if (email !== "") url.searchParams.set("prefilled_email", email);
  return url.href;
}

type StripeOptions = {
  readonly paymentLink: string | undefined;
  readonly webhookSecret: string | undefined;
  readonly now: () => Date;
  readonly refund?: CardPaymentsPort["refund"];
};

/** Stripe: a hosted payment link, its webhooks, and refunds where there is a key for them. */
export function stripeCards({ paymentLink, webhookSecret, now, refund }: StripeOptions): CardPaymentsPort {
  return {
    provider: "stripe",
    checkoutUrl: (payer) => (paymentLink === undefined ? null : withPayer(paymentLink, payer)),
    readWebhook: stripeWebhooks(webhookSecret, now),
    ...(refund && { refund }),
  };
}
