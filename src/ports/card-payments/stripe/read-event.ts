import { z } from "zod";
import type { CardEvent, CardNews } from "#src/ports/card-payments/port.ts";

// The Stripe event fields we use. A webhook's format depends on its endpoint's API version, so locations before 2025
// are supported too: `invoice.subscription`, and periods on the subscription instead of its items.

const seconds = z.number().transform((value) => new Date(value * 1000));
const moment = seconds.nullish().transform((value) => value ?? null);
const id = z.string().min(1).max(200);
/** An id, or the expanded object. */
const reference = z
  .union([id, z.object({ id }).transform((object) => object.id)])
  .nullish()
  .transform((value) => value ?? null);
const customer = reference.transform((value) => value ?? "");
const email = z
  .string()
  .max(320)
  .nullish()
  .transform((value) => (value ?? "").trim().toLowerCase());
const cents = z.number().int().min(0).max(100_000_000);
const currency = z
  .string()
  .regex(/^[a-z]{3}$/i)
  .transform((value) => value.toLowerCase());

const eventSchema = z.object({
  id,
  type: z.string().max(200),
  created: seconds,
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});

const checkoutSchema = z.object({
  id,
  subscription: reference,
  customer,
  client_reference_id: z.string().max(200).nullish(),
  metadata: z.object({ userId: z.string().max(200).optional() }).nullish(),
  customer_details: z.object({ email }).nullish(),
  customer_email: email,
  payment_status: z.string(),
  amount_total: cents.nullish(),
  currency: currency.nullish(),
});

function readCheckout(object: unknown): CardNews {
  const session = checkoutSchema.parse(object);
  return {
    kind: "checkout",
    id: session.id,
    subscriptionId: session.subscription,
    customerId: session.customer,
    reference: session.client_reference_id ?? session.metadata?.userId ?? "",
    email: session.customer_details?.email || session.customer_email,
    isPaid: session.payment_status === "paid",
    amountCents: session.amount_total ?? 0,
    currency: session.currency ?? "usd",
  };
}

const subscriptionSchema = z.object({
  id,
  customer,
  status: z.string(),
  current_period_start: moment,
  current_period_end: moment,
  cancel_at_period_end: z.boolean().default(false),
  cancel_at: moment,
  ended_at: moment,
  canceled_at: moment,
  items: z
    .object({ data: z.array(z.object({ current_period_start: moment, current_period_end: moment })).max(100) })
    .default({ data: [] }),
});

const STATUSES: Readonly<Record<string, "incomplete" | "active" | "past_due" | "canceled">> = {
  incomplete: "incomplete",
  // Incomplete subscriptions expire after a day: it never began.
  incomplete_expired: "incomplete",
  trialing: "active",
  active: "active",
  past_due: "past_due",
  unpaid: "past_due",
  paused: "past_due",
  canceled: "canceled",
};

function newest(moments: readonly (Date | null)[]): Date | null {
  const known = moments.filter((value) => value !== null).map((value) => value.getTime());
  return known.length === 0 ? null : new Date(Math.max(...known));
}

function readSubscription(object: unknown, at: Date): CardNews {
  const subscription = subscriptionSchema.parse(object);
  const { items, cancel_at: cancelAt } = subscription;
  const status = Object.hasOwn(STATUSES, subscription.status) ? STATUSES[subscription.status] : undefined;
  if (!status) throw new Error(`A subscription cannot be '${subscription.status}'.`);
  const periodEnd = newest([subscription.current_period_end, ...items.data.map((item) => item.current_period_end)]);
  return {
    kind: "subscription",
    subscriptionId: subscription.id,
    customerId: subscription.customer,
    status,
    periodStart: newest([subscription.current_period_start, ...items.data.map((item) => item.current_period_start)]),
    periodEnd,
    cancelAtPeriodEnd:
      subscription.cancel_at_period_end || (cancelAt !== null && periodEnd !== null && cancelAt <= periodEnd),
    endedAt: status === "canceled" ? (subscription.ended_at ?? subscription.canceled_at ?? at) : null,
  };
}

const invoiceSchema = z.object({
  id,
  customer,
  customer_email: email,
  subscription: reference,
  parent: z.object({ subscription_details: z.object({ subscription: reference }).nullish() }).nullish(),
  amount_paid: cents,
  currency,
  lines: z.object({ data: z.array(z.object({ period: z.object({ end: moment }).nullish() })) }).default({ data: [] }),
});

function readInvoice(object: unknown, isPaid: boolean): CardNews {
  const invoice = invoiceSchema.parse(object);
  return {
    kind: "invoice",
    invoiceId: invoice.id,
    isPaid,
    subscriptionId: invoice.parent?.subscription_details?.subscription ?? invoice.subscription,
    customerId: invoice.customer,
    email: invoice.customer_email,
    amountCents: invoice.amount_paid,
    currency: invoice.currency,
    paidUntil: isPaid ? newest(invoice.lines.data.map(({ period }) => period?.end ?? null)) : null,
  };
}

const chargeSchema = z.object({
  id,
  customer,
  billing_details: z.object({ email }).nullish(),
  amount_refunded: cents,
  currency,
});

function readRefund(object: unknown): CardNews {
  const charge = chargeSchema.parse(object);
  return {
    kind: "refund",
    chargeId: charge.id,
    customerId: charge.customer,
    email: charge.billing_details?.email ?? "",
    refundedCents: charge.amount_refunded,
    currency: charge.currency,
  };
}

/** The event types we process; others are acknowledged and ignored. */
const READERS: Readonly<Record<string, (object: unknown, at: Date) => CardNews>> = {
  "checkout.session.completed": readCheckout,
  "checkout.session.async_payment_succeeded": readCheckout,
  "customer.subscription.created": readSubscription,
  "customer.subscription.updated": readSubscription,
  "customer.subscription.deleted": readSubscription,
  "customer.subscription.paused": readSubscription,
  "customer.subscription.resumed": readSubscription,
  "invoice.paid": (object) => readInvoice(object, true),
  "invoice.payment_succeeded": (object) => readInvoice(object, true),
  "invoice.payment_failed": (object) => readInvoice(object, false),
  "charge.refunded": readRefund,
};

/** Converts a Stripe event. Throws if it is malformed. */
export function readEvent(json: unknown): CardEvent {
  const { id: eventId, type, created, data } = eventSchema.parse(json);
  const read = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  return { id: eventId, type, at: created, news: read?.(data.object, created) ?? null };
}
