import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { oneOf } from "#src/db/closed-lists.ts";
import { instant } from "#src/db/instant.ts";
import { users } from "#src/db/tables/users.ts";
import { CHECKOUT_STATUSES, PAYMENT_KINDS, PAYMENT_METHODS } from "#src/shared/states.ts";

/** Payment providers; `hand` = recorded by an organizer, `demonstration` moves no money. */
export const PAYMENT_PROVIDERS = ["stripe", "prompt_cash", "demonstration", "hand"] as const;
/** How the owner of a membership or payment was identified, weakest first. */
export const MATCHED_BY = ["nothing", "email", "reference", "organizer", "organiser"] as const;
/** Subscription statuses of the card provider. */
export const SUBSCRIPTION_STATUSES = ["incomplete", "active", "past_due", "canceled"] as const;

export const CHECKOUT_PURPOSES = ["payment", "membership"] as const;

/** Processed webhook events, for idempotency. */
export const paymentEvents = pgTable(
  "payment_events",
  {
    provider: text("provider", { enum: PAYMENT_PROVIDERS }).notNull(),
    eventId: text("event_id").notNull(),
    type: text("type").notNull(),
    receivedAt: instant("received_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.eventId] }),
    oneOf("payment_events_provider", table.provider, PAYMENT_PROVIDERS),
    index("payment_events_by_age").on(table.receivedAt),
  ],
);

/**
 * Memberships: a subscription, or a period that was paid or granted. Facts are stored separately, so that the order of
 * webhook events does not matter; `memberUntil` is derived from them.
 */
export const memberships = pgTable(
  "memberships",
  {
    /** UUID v7. */
    id: text("id").primaryKey(),
    /** Null until the owner is known, and after the owner's deletion. */
    userId: text("user_id").references(() => users.userId, { onDelete: "set null" }),
    matchedBy: text("matched_by", { enum: MATCHED_BY }).notNull().default("nothing"),
    provider: text("provider", { enum: PAYMENT_PROVIDERS }).notNull(),
    method: text("method", { enum: PAYMENT_METHODS }).notNull(),
    /** The subscription, or the payment that bought the period. */
    providerId: text("provider_id").notNull(),
    /** The customer id at the provider; empty if none. */
    customerId: text("customer_id").notNull().default(""),
    /** Lower case; as given to the provider. */
    payerEmail: text("payer_email").notNull().default(""),
    /** Renews automatically. */
    isRecurring: boolean("is_recurring").notNull(),
    /** The provider's newest status, and its time. */
    status: text("status", { enum: SUBSCRIPTION_STATUSES }),
    statusAt: instant("status_at"),
    periodStart: instant("period_start"),
    periodEnd: instant("period_end"),
    cancelAtPeriodEnd: boolean("cancel_at_period_end").notNull().default(false),
    endedAt: instant("ended_at"),
    /** Paid through, according to payments. */
    paidUntil: instant("paid_until"),
    /** When the membership ends, grace included; null if it never began. */
    memberUntil: instant("member_until"),
    /** When the end was announced; null while it continues. */
    closedAt: instant("closed_at"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    oneOf("memberships_matched_by", table.matchedBy, MATCHED_BY),
    oneOf("memberships_provider", table.provider, PAYMENT_PROVIDERS),
    oneOf("memberships_method", table.method, PAYMENT_METHODS),
    oneOf("memberships_status", table.status, SUBSCRIPTION_STATUSES),
    uniqueIndex("memberships_by_provider").on(table.provider, table.providerId),
    index("memberships_by_user").on(table.userId),
    index("memberships_by_payer")
      .on(table.payerEmail)
      .where(sql`${table.payerEmail} <> ''`),
    index("memberships_by_customer")
      .on(table.provider, table.customerId)
      .where(sql`${table.customerId} <> ''`),
    index("memberships_unmatched")
      .on(table.payerEmail)
      .where(sql`${table.userId} is null and ${table.matchedBy} = 'nothing'`),
    index("memberships_open")
      .on(table.memberUntil)
      .where(sql`${table.closedAt} is null`),
  ],
);
export type MembershipRow = typeof memberships.$inferSelect;

/**
 * The ledger: every payment in whole cents. Append-only (a trigger allows only matching to a person). Corrections are
 * entries of the opposite amount.
 */
export const payments = pgTable(
  "payments",
  {
    /** UUID v7: newest last. */
    id: text("id").primaryKey(),
    userId: text("user_id").references(() => users.userId, { onDelete: "set null" }),
    matchedBy: text("matched_by", { enum: MATCHED_BY }).notNull().default("nothing"),
    membershipId: text("membership_id").references(() => memberships.id),
    provider: text("provider", { enum: PAYMENT_PROVIDERS }).notNull(),
    method: text("method", { enum: PAYMENT_METHODS }).notNull(),
    kind: text("kind", { enum: PAYMENT_KINDS }).notNull(),
    /** Negative for refunds and corrections. */
    amountCents: integer("amount_cents").notNull(),
    /** ISO currency code, lower case. */
    currency: text("currency").notNull().default("usd"),
    /** Idempotency key: the provider's or the form's id of this entry. */
    providerRef: text("provider_ref").notNull(),
    customerId: text("customer_id").notNull().default(""),
    payerEmail: text("payer_email").notNull().default(""),
    note: text("note").notNull().default(""),
    /** The entry that this one corrects. */
    corrects: text("corrects").references((): AnyPgColumn => payments.id),
    paidAt: instant("paid_at").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    oneOf("payments_matched_by", table.matchedBy, MATCHED_BY),
    oneOf("payments_provider", table.provider, PAYMENT_PROVIDERS),
    oneOf("payments_method", table.method, PAYMENT_METHODS),
    oneOf("payments_kind", table.kind, PAYMENT_KINDS),
    uniqueIndex("payments_once").on(table.provider, table.providerRef),
    uniqueIndex("payments_corrected_once")
      .on(table.corrects)
      .where(sql`${table.corrects} is not null`),
    index("payments_by_user").on(table.userId, table.id),
    index("payments_by_payer")
      .on(table.payerEmail)
      .where(sql`${table.payerEmail} <> ''`),
    index("payments_by_membership").on(table.membershipId),
    index("payments_by_customer")
      .on(table.provider, table.customerId)
      .where(sql`${table.customerId} <> ''`),
    index("payments_unmatched")
      .on(table.id)
      .where(sql`${table.userId} is null and ${table.matchedBy} = 'nothing'`),
    check("payments_have_an_amount", sql`${table.amountCents} <> 0`),
  ],
);
export type PaymentRow = typeof payments.$inferSelect;
export type NewPayment = typeof payments.$inferInsert;

/**
 * Refunds requested from the card provider. The provider's webhook adds them to the ledger; until then a row records the
 * request and which charge the payment was. A rejected request leaves no row.
 */
export const cardRefunds = pgTable(
  "card_refunds",
  {
    /** UUID v7; the idempotency key at the provider. */
    id: text("id").primaryKey(),
    paymentId: text("payment_id")
      .notNull()
      .references(() => payments.id),
    amountCents: integer("amount_cents").notNull(),
    /** The provider's charge id; empty until it responds. */
    chargeId: text("charge_id").notNull().default(""),
    /** Number of calls to the provider. Only the latest call may discard the request. */
    asks: integer("asks").notNull().default(1),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    // At most one request without a response per payment: a retry reuses it.
    uniqueIndex("card_refunds_open_once")
      .on(table.paymentId)
      .where(sql`${table.chargeId} = ''`),
    index("card_refunds_by_payment").on(table.paymentId),
    check("card_refunds_have_an_amount", sql`${table.amountCents} > 0`),
  ],
);

/** Bitcoin Cash checkouts. A payment not listed here is not ours. */
export const bitcoinCashCheckouts = pgTable(
  "bitcoin_cash_checkouts",
  {
    /** The payment service's id: the start time in milliseconds. */
    txId: text("tx_id").primaryKey(),
    provider: text("provider", { enum: PAYMENT_PROVIDERS }).notNull(),
    purpose: text("purpose", { enum: CHECKOUT_PURPOSES }).notNull(),
    userId: text("user_id").references(() => users.userId, { onDelete: "set null" }),
    /** Lower case. */
    email: text("email").notNull().default(""),
    description: text("description").notNull(),
    amountCents: integer("amount_cents").notNull(),
    status: text("status", { enum: CHECKOUT_STATUSES }).notNull().default("pending"),
    createdAt: instant("created_at").notNull(),
    settledAt: instant("settled_at"),
  },
  (table) => [
    oneOf("bitcoin_cash_checkouts_provider", table.provider, PAYMENT_PROVIDERS),
    oneOf("bitcoin_cash_checkouts_purpose", table.purpose, CHECKOUT_PURPOSES),
    oneOf("bitcoin_cash_checkouts_status", table.status, CHECKOUT_STATUSES),
    index("bitcoin_cash_checkouts_pending")
      .on(table.createdAt)
      .where(sql`${table.status} = 'pending'`),
    index("bitcoin_cash_checkouts_by_user").on(table.userId),
    index("bitcoin_cash_checkouts_by_email").on(table.email),
  ],
);

/** State of the card demonstration. */
export const demonstrationSubscriptions = pgTable(
  "demonstration_subscriptions",
  {
    id: text("id").primaryKey(),
    reference: text("reference").notNull(),
    email: text("email").notNull(),
    status: text("status", { enum: SUBSCRIPTION_STATUSES }).notNull(),
    periodStart: instant("period_start").notNull(),
    periodEnd: instant("period_end").notNull(),
    /** The number of invoices issued. */
    invoices: integer("invoices").notNull().default(0),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    oneOf("demonstration_subscriptions_status", table.status, SUBSCRIPTION_STATUSES),
    index("demonstration_subscriptions_by_email").on(table.email),
    index("demonstration_subscriptions_by_reference").on(table.reference),
  ],
);
