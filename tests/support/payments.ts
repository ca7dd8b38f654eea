import { createHmac } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { expect } from "vitest";
import type { TestSite } from "#tests/support/test-site.ts";

// What a card provider sends, written by hand from its documentation, and signed by an own few lines: so that neither
// the site's code nor the provider's package marks its own work.

export const SECRET = "whsec_test_secret_of_the_endpoint";
export const MONTH = 30 * 86_400;

export type StripeEvent = { id: string; type: string; created: number; data: { object: Record<string, unknown> } };

export const unix = (moment: Date | string) => Math.floor(new Date(moment).getTime() / 1000);

let made = 0;
export function makeEvent(type: string, created: number, object: Record<string, unknown>): StripeEvent {
  made += 1;
  return { id: `evt_${made}`, type, created, data: { object } };
}

/** As the provider signs: `t=…,v1=HMAC-SHA256(secret, t.body)`. */
export function signature(body: string, { secret = SECRET, at = unix(new Date()) } = {}): string {
  return `t=${at},v1=${createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")}`;
}

export function postStripe(site: Pick<TestSite, "fetch">, body: string, header: string | null): Promise<Response> {
  return site.fetch("/api/webhooks/stripe", {
    method: "POST",
    headers: { "content-type": "application/json", ...(header !== null && { "stripe-signature": header }) },
    body,
  });
}

export function send(site: Pick<TestSite, "fetch">, event: StripeEvent): Promise<Response> {
  const body = JSON.stringify(event);
  return postStripe(site, body, signature(body));
}

type Subscription = {
  id: string;
  customer: string;
  status: string;
  start: number;
  end: number;
  stops?: boolean;
  endedAt?: number;
};

/** A subscription as of API versions since 2025, or as of before. */
export function subscriptionObject(subscription: Subscription, isOld = false): Record<string, unknown> {
  const { id, customer, status, start, end, stops = false, endedAt } = subscription;
  const period = { current_period_start: start, current_period_end: end };
  return {
    id,
    object: "subscription",
    customer,
    status,
    cancel_at_period_end: stops,
    ...(endedAt !== undefined && { ended_at: endedAt }),
    ...(isOld ? { ...period, items: { data: [{ id: "si" }] } } : { items: { data: [{ id: "si", ...period }] } }),
  };
}

type Invoice = {
  id: string;
  subscription: string | null;
  customer: string;
  email: string;
  cents: number;
  start: number;
  end: number;
};

export function invoiceObject(invoice: Invoice, isOld = false): Record<string, unknown> {
  const { id, subscription, customer, email, cents, start, end } = invoice;
  return {
    id,
    object: "invoice",
    customer,
    customer_email: email,
    amount_paid: cents,
    currency: "usd",
    lines: { data: [{ id: "il", period: { start, end } }] },
    ...(isOld
      ? { subscription }
      : { parent: { type: "subscription_details", subscription_details: { subscription } } }),
  };
}

type Session = { id: string; subscription: string; customer: string; reference: string | null; email: string };

function sessionObject({ id, subscription, customer, reference, email }: Session): Record<string, unknown> {
  return {
    id,
    object: "checkout.session",
    mode: "subscription",
    subscription,
    customer,
    client_reference_id: reference,
    customer_details: { email },
    payment_status: "paid",
    amount_total: 2000,
    currency: "usd",
  };
}

/** A first month that was paid: what the provider tells of it, in the order in which it happens. */
export function firstMonth(payer: {
  name: string;
  reference: string | null;
  email: string;
  start: number;
}): StripeEvent[] {
  const { name, reference, email, start } = payer;
  const end = start + MONTH;
  const [id, customer] = [`sub_${name}`, `cus_${name}`];
  const period = { id, customer, start, end };
  return [
    makeEvent("customer.subscription.created", start, subscriptionObject({ ...period, status: "incomplete" })),
    makeEvent(
      "invoice.paid",
      start,
      invoiceObject({ ...period, id: `in_${name}_1`, subscription: id, email, cents: 2000 }),
    ),
    makeEvent("customer.subscription.updated", start, subscriptionObject({ ...period, status: "active" })),
    makeEvent(
      "checkout.session.completed",
      start,
      sessionObject({ id: `cs_${name}`, subscription: id, customer, reference, email }),
    ),
  ];
}

/** Sends events one after the other; each is taken. */
export async function sendEach(site: TestSite, events: readonly StripeEvent[]): Promise<void> {
  for (const event of events) expect((await send(site, event)).status, event.type).toBe(200);
}

export async function rowsOf({ app }: TestSite, statement: SQL): Promise<Record<string, unknown>[]> {
  return (await app.db.execute(statement)).rows;
}

/** What the books say that a person paid, the oldest first. */
export function paidBy(site: TestSite, userId: string) {
  return rowsOf(
    site,
    sql`select provider_ref as ref, amount_cents as cents from payments where user_id = ${userId} order by id`,
  );
}

/** How somebody stands as a member, as they read it themselves. */
export async function membershipOf(site: Pick<TestSite, "fetch">, token: string) {
  const own = (await (await site.fetch("/api/membership", { as: token })).json()) as Record<string, unknown>;
  const profile = (await (await site.fetch("/api/profile", { as: token })).json()) as {
    groups: string[];
    role: string;
  };
  return { state: own["state"], day: own["day"], groups: profile.groups, role: profile.role };
}
