import { and, desc, eq, ne, sql } from "drizzle-orm";
import type { Db, Transaction } from "#src/db/connect.server.ts";
import { demonstrationSubscriptions, payments } from "#src/db/tables/payments.ts";
import type {
  CardDemonstration,
  CardPaymentsPort,
  DemonstrationDeed,
  RefundAnswer,
  RefundRequest,
  SignedWebhook,
} from "#src/ports/card-payments/port.ts";
import { randomUuid } from "#src/shared/ids.ts";

type Row = typeof demonstrationSubscriptions.$inferSelect;

export type DemonstrationOptions = {
  readonly db: Db;
  readonly now: () => Date;
  /** Our page that stands in for the hosted one. */
  readonly checkoutPage: string;
  /** Of a month that is paid now. */
  readonly priceCents: () => number;
  /** Signs and verifies like the real provider, with a per-process secret. */
  readonly sign: (body: string, at: Date) => Promise<SignedWebhook>;
  readonly readWebhook: CardPaymentsPort["readWebhook"];
};

const unix = (moment: Date) => Math.floor(moment.getTime() / 1000);

function monthAfter(moment: Date): Date {
  const end = new Date(moment);
  end.setUTCMonth(end.getUTCMonth() + 1);
  return end;
}

type Event = {
  /** Set if the event can be sent twice. */
  readonly id?: string;
  readonly type: string;
  readonly object: Readonly<Record<string, unknown>>;
};

const customerOf = (row: Row) => `cus_${row.id.slice(4)}`;

function checkoutEvent(row: Row): Event {
  return {
    type: "checkout.session.completed",
    object: {
      id: `cs_${row.id.slice(4)}`,
      mode: "subscription",
      subscription: row.id,
      customer: customerOf(row),
      client_reference_id: row.reference === "" ? null : row.reference,
      customer_details: { email: row.email },
      payment_status: row.status === "active" ? "paid" : "unpaid",
      amount_total: 0,
      currency: "usd",
    },
  };
}

function subscriptionEvent(
  row: Row,
  type: "created" | "updated" | "deleted",
  more: { stops?: boolean; at?: Date } = {},
): Event {
  const period = { current_period_start: unix(row.periodStart), current_period_end: unix(row.periodEnd) };
  const { stops = false, at } = more;
  return {
    type: `customer.subscription.${type}`,
    object: {
      id: row.id,
      customer: customerOf(row),
      status: row.status,
      cancel_at_period_end: stops,
      ...(at && { ended_at: unix(at) }),
      items: { data: [period] },
    },
  };
}

function invoiceEvent(row: Row, priceCents: number, isPaid: boolean): Event {
  return {
    type: isPaid ? "invoice.paid" : "invoice.payment_failed",
    object: {
      id: `in_${row.id.slice(4)}_${row.invoices}`,
      customer: customerOf(row),
      customer_email: row.email,
      parent: { subscription_details: { subscription: row.id } },
      amount_paid: isPaid ? priceCents : 0,
      currency: "usd",
      lines: { data: [{ period: { start: unix(row.periodStart), end: unix(row.periodEnd) } }] },
    },
  };
}

/** Finds the month that an invoice id names; null if it was never paid here. */
async function findMonth(db: Db, invoiceId: string): Promise<{ row: Row; chargeId: string } | null> {
  const [, id, month] = /^in_(.{1,80})_(\d{1,9})$/.exec(invoiceId) ?? [];
  if (id === undefined || month === undefined) return null;
  const isIts = eq(demonstrationSubscriptions.id, `sub_${id}`);
  const [row] = await db.select().from(demonstrationSubscriptions).where(isIts);
  return row && Number(month) <= row.invoices ? { row, chargeId: `ch_${id}_${month}` } : null;
}

/**
 * Returns what the ledger shows as paid (null if nothing) and refunded of a month; each refund's webhook is processed
 * before the next refund.
 */
async function booked(db: Db, invoiceId: string, chargeId: string): Promise<{ paid: number | null; refunded: number }> {
  const isPaid = sql`${payments.providerRef} = ${invoiceId}`;
  const isRefund = sql`starts_with(${payments.providerRef}, ${`${chargeId}:`})`;
  const [sums] = await db
    .select({
      paid: sql<number | null>`(sum(${payments.amountCents}) filter (where ${isPaid}))::int`,
      refunded: sql<number>`coalesce(-sum(${payments.amountCents}) filter (where ${isRefund}), 0)::int`,
    })
    .from(payments)
    .where(sql`${payments.provider} = 'demonstration' and (${isPaid} or ${isRefund})`);
  return sums ?? { paid: null, refunded: 0 };
}

/** Applies an action to a subscription. A failed renewal is retried for the same period. */
function changed(row: Row, deed: DemonstrationDeed): Partial<Row> {
  const next = { periodStart: row.periodEnd, periodEnd: monthAfter(row.periodEnd), invoices: row.invoices + 1 };
  if (deed === "renew") return row.status === "past_due" ? { status: "active" } : { ...next, status: "active" };
  if (deed === "fail") return row.status === "past_due" ? {} : { ...next, status: "past_due" };
  return deed === "end" ? { status: "canceled" } : {};
}

function eventsOf(row: Row, deed: DemonstrationDeed, priceCents: number, now: Date): Event[] {
  if (deed === "stop") return [subscriptionEvent(row, "updated", { stops: true })];
  if (deed === "end") return [subscriptionEvent(row, "deleted", { at: now })];
  return [invoiceEvent(row, priceCents, deed === "renew"), subscriptionEvent(row, "updated")];
}

/** Signs an event that happens now. */
function teller({ now, sign }: DemonstrationOptions) {
  return (events: readonly Event[]): Promise<SignedWebhook[]> => {
    const at = now();
    return Promise.all(
      events.map(({ id = randomUuid(), type, object }) => {
        const body = { id: `evt_${id}`, type, created: unix(at), data: { object } };
        return sign(JSON.stringify(body), at);
      }),
    );
  };
}

type Deliver = Parameters<CardDemonstration["deliverTo"]>[0];

/** Refunds a month and sends the provider's webhook, once per key. */
function refunder(options: DemonstrationOptions, deliver: Deliver) {
  const { db, priceCents } = options;
  const tell = teller(options);
  return async ({ providerRef, amountCents, idempotencyKey }: RefundRequest): Promise<RefundAnswer> => {
    const refuse = (fault: "unknown_payment" | "already_refunded" | "too_much") =>
      ({ ok: false, fault, outcome: "refused" }) as const;
    const month = await findMonth(db, providerRef);
    if (!month) return refuse("unknown_payment");
    const { row, chargeId } = month;
    const { paid, refunded } = await booked(db, providerRef, chargeId);
    const most = paid ?? priceCents();
    if (refunded >= most) return refuse("already_refunded");
    if (refunded + amountCents > most) return refuse("too_much");
    const charge = {
      id: chargeId,
      customer: customerOf(row),
      billing_details: { email: row.email },
      amount_refunded: refunded + amountCents,
      currency: "usd",
    };
    const told = await tell([{ id: `refund_${idempotencyKey}`, type: "charge.refunded", object: charge }]);
    const taken = await deliver(told);
    return taken.ok ? { ok: true, chargeId } : { ok: false, fault: "unreachable", outcome: "unknown" };
  };
}

function makeDemonstration(options: DemonstrationOptions): Omit<CardDemonstration, "deliverTo"> {
  const { db, now, priceCents } = options;
  const tell = teller(options);
  return {
    async checkOut({ attempt, reference, email, outcome }) {
      const at = now();
      const made: Row = {
        id: `sub_${attempt}`,
        reference,
        email,
        status: outcome === "paid" ? "active" : "incomplete",
        periodStart: at,
        periodEnd: monthAfter(at),
        invoices: 1,
        createdAt: at,
      };
      const [isNew] = await db.insert(demonstrationSubscriptions).values(made).onConflictDoNothing().returning();
      const isThis = eq(demonstrationSubscriptions.id, made.id);
      const [known] = isNew ? [] : await db.select().from(demonstrationSubscriptions).where(isThis);
      const row = known ?? made;
      const hasPaid = row.status === "active";
      const begun = [subscriptionEvent(row, "created"), invoiceEvent(row, priceCents(), hasPaid)];
      // Like the real provider, never completes an unpaid checkout. Repeating it changes nothing.
      return tell(hasPaid ? [checkoutEvent(row), ...begun] : begun);
    },

    list: (reference) =>
      db
        .select({
          id: demonstrationSubscriptions.id,
          status: demonstrationSubscriptions.status,
          periodEnd: demonstrationSubscriptions.periodEnd,
        })
        .from(demonstrationSubscriptions)
        .where(
          and(eq(demonstrationSubscriptions.reference, reference), ne(demonstrationSubscriptions.status, "incomplete")),
        )
        .orderBy(desc(demonstrationSubscriptions.createdAt))
        .limit(10),

    async play({ id, reference, deed }) {
      const row = await db.transaction((tx) => change(tx, id, reference, deed));
      return row && tell(eventsOf(row, deed, priceCents(), now()));
    },
  };
}

/**
 * A stand-in for a card provider: stores subscriptions and sends webhooks of the real format with a genuine signature,
 * so that the site processes them like real ones.
 */
export function demonstrationCards(options: DemonstrationOptions): CardPaymentsPort {
  let deliver: Deliver = async () => ({ ok: false });
  return {
    provider: "demonstration",
    checkoutUrl({ reference = "", email = "" }) {
      const payer = { ...(reference && { client_reference_id: reference }), ...(email && { prefilled_email: email }) };
      const query = new URLSearchParams(payer).toString();
      return query === "" ? options.checkoutPage : `${options.checkoutPage}?${query}`;
    },
    readWebhook: options.readWebhook,
    refund: refunder(options, (webhooks) => deliver(webhooks)),
    demonstration: {
      ...makeDemonstration(options),
      deliverTo(taken) {
        deliver = taken;
      },
    },
  };
}

async function change(tx: Transaction, id: string, reference: string, deed: DemonstrationDeed): Promise<Row | null> {
  const isTheirs = and(eq(demonstrationSubscriptions.id, id), eq(demonstrationSubscriptions.reference, reference));
  const [row] = await tx.select().from(demonstrationSubscriptions).where(isTheirs).for("update");
  if (!row || row.status === "canceled" || row.status === "incomplete") return null;
  const after = { ...row, ...changed(row, deed) };
  await tx.update(demonstrationSubscriptions).set(after).where(isTheirs);
  return after;
}
