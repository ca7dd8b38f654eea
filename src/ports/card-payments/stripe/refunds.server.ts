import type { Logger } from "pino";
import type Stripe from "stripe";
import { z } from "zod";
import type { CardPaymentsPort, RefundAnswer, RefundFault, RefundRequest } from "#src/ports/card-payments/port.ts";
import type { OutsideHealth } from "#src/shared/outside.ts";

/** For the whole refund, which takes up to four requests. */
const CALL_MS = 20_000;
const REQUEST_MS = 8_000;
/** Safe to retry: the other requests only read, and the refund has an idempotency key. */
const RETRIES = 1;

export type StripeRefundOptions = {
  readonly apiKey: string;
  readonly log: Logger;
  readonly health: OutsideHealth;
  /** Overridden in tests. */
  readonly apiUrl?: string | undefined;
  readonly callMs?: number;
};

/** A Stripe client whose requests share one deadline and follow no redirects. */
async function openStripe({ apiKey, apiUrl = "https://api.stripe.com", callMs = CALL_MS }: StripeRefundOptions) {
  const { default: Client } = await import("stripe");
  const end = AbortSignal.timeout(callMs);
  const fetchUntil: typeof fetch = (url, init) =>
    fetch(url, {
      ...init,
      redirect: "error",
      signal: init?.signal ? AbortSignal.any([init.signal, end]) : end,
    });
  const { protocol, hostname: host, port } = new URL(apiUrl);
  return new Client(apiKey, {
    httpClient: Client.createFetchHttpClient(fetchUntil),
    protocol: protocol === "http:" ? "http" : "https",
    host,
    port: port === "" ? 443 : Number(port),
    timeout: Math.min(REQUEST_MS, callMs),
    maxNetworkRetries: RETRIES,
    telemetry: false,
  });
}

class UnknownPayment extends Error {}

type Paid = { readonly payment_intent: string } | { readonly charge: string };

const id = z.string().min(1).max(200);
const expandable = z.union([id, z.object({ id }).transform((object) => object.id)]).nullish();
const invoicePaymentsSchema = z.object({
  data: z.array(z.object({ payment: z.object({ payment_intent: expandable, charge: expandable }) })),
});
const sessionSchema = z.object({ payment_intent: expandable });
const refundSchema = z.object({ id, charge: expandable, status: z.string().nullish() });
const refundsSchema = z.object({
  data: z.array(refundSchema.extend({ metadata: z.record(z.string(), z.string()).nullish() })),
});
type Refund = z.infer<typeof refundSchema>;

/** Finds the payment behind a ledger entry. Invoices paid in several parts must be refunded in Stripe itself. */
async function findPaid(stripe: Stripe, providerRef: string): Promise<Paid> {
  if (providerRef.startsWith("cs_")) {
    const session = sessionSchema.parse(await stripe.checkout.sessions.retrieve(providerRef));
    if (session.payment_intent) return { payment_intent: session.payment_intent };
    throw new UnknownPayment();
  }
  const { data } = invoicePaymentsSchema.parse(
    await stripe.invoicePayments.list({ invoice: providerRef, status: "paid", limit: 2 }),
  );
  const [first, second] = data;
  if (first && !second) {
    const { payment_intent: intent, charge } = first.payment;
    if (intent) return { payment_intent: intent };
    if (charge) return { charge };
  }
  throw new UnknownPayment();
}

/** Finds an earlier call's refund: Stripe forgets idempotency keys after a day but keeps the refund. */
async function findRefund(stripe: Stripe, paid: Paid, key: string): Promise<Refund | undefined> {
  const { data } = refundsSchema.parse(await stripe.refunds.list({ ...paid, limit: 100 }));
  return data.find(({ metadata }) => metadata?.["request"] === key);
}

/** Classifies Stripe's error, made by the refund itself or by a request before it. */
function faultOf(error: unknown, errors: typeof Stripe.errors): RefundFault {
  if (error instanceof UnknownPayment) return "unknown_payment";
  if (error instanceof errors.StripeRateLimitError) return "busy";
  if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError)
    return "not_allowed";
  if (error instanceof errors.StripeCardError) return "refused";
  if (!(error instanceof errors.StripeInvalidRequestError)) return "unreachable";
  if (error.code === "charge_already_refunded") return "already_refunded";
  if (error.code === "charge_disputed") return "disputed";
  if (error.code === "resource_missing") return "unknown_payment";
  return error.param === "amount" ? "too_much" : "refused";
}

const AWAY: ReadonlySet<RefundFault> = new Set(["busy", "unreachable", "not_allowed"]);

function outcomeOf(fault: RefundFault, wasSent: boolean) {
  if (!wasSent || fault === "not_allowed") return "not_asked";
  return fault === "busy" || fault === "unreachable" ? "unknown" : "refused";
}

/** Refunds through Stripe's API. Logs only error codes, because messages may repeat the request. */
export function stripeRefunds(options: StripeRefundOptions): NonNullable<CardPaymentsPort["refund"]> {
  const { log, health } = options;
  return async ({ providerRef, amountCents: amount, idempotencyKey }: RefundRequest): Promise<RefundAnswer> => {
    const { default: Client } = await import("stripe");
    const stripe = await openStripe(options);
    let wasSent = false;
    const ask = async () => {
      const paid = await findPaid(stripe, providerRef);
      const known = await findRefund(stripe, paid, idempotencyKey);
      if (known) return known;
      wasSent = true;
      const metadata = { request: idempotencyKey };
      return refundSchema.parse(await stripe.refunds.create({ ...paid, amount, metadata }, { idempotencyKey }));
    };
    try {
      const refund = await health.watch("refunds", ask, (error) => AWAY.has(faultOf(error, Client.errors)));
      if (refund.status === "failed" || refund.status === "canceled")
        return { ok: false, fault: "refused", outcome: "refused" };
      return { ok: true, chargeId: refund.charge ?? refund.id };
    } catch (error) {
      const fault = faultOf(error, Client.errors);
      const { statusCode, code, requestId } = error instanceof Client.errors.StripeError ? error : {};
      log.warn({ service: "refunds", fault, statusCode, code, requestId }, "a refund was not made");
      return { ok: false, fault, outcome: outcomeOf(fault, wasSent) };
    }
  };
}
