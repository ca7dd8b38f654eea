import { and, desc, eq, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { retrying } from "#src/db/retrying.server.ts";
import { type MembershipRow, memberships, paymentEvents, payments } from "#src/db/tables/payments.ts";
import {
  findPayer,
  giveMembership,
  type Match,
  NOBODY,
  oweMail,
  recordPayment,
  saveMembership,
} from "#src/features/membership/commands/ledger.server.ts";
import { membershipMails } from "#src/features/membership/mails.server.ts";
import { isStrongerMatch, laterOf, newerState } from "#src/features/membership/rules.ts";
import type { CardEvent, CardNews, CardPaymentsPort } from "#src/ports/card-payments/port.ts";
import { uuidv7 } from "#src/shared/ids.ts";

type News<K extends CardNews["kind"]> = Extract<CardNews, { kind: K }>;
/** The context for processing one provider event. */
type Taking = {
  readonly tx: Transaction;
  readonly provider: CardPaymentsPort["provider"];
  readonly at: Date;
  readonly now: Date;
};

/** Claims the event. False if it was processed before; waits while it is being processed elsewhere. */
async function isNew({ tx, provider, now }: Taking, { id: eventId, type }: CardEvent): Promise<boolean> {
  const made = await tx
    .insert(paymentEvents)
    .values({ provider, eventId, type, receivedAt: now })
    .onConflictDoNothing()
    .returning({ eventId: paymentEvents.eventId });
  return made.length > 0;
}

/** The subscription's membership, locked; created with the first event about it. */
async function lockSubscription(
  { tx, provider, now }: Taking,
  { subscriptionId: providerId, customerId }: { subscriptionId: string; customerId: string },
): Promise<MembershipRow> {
  const [row] = await tx
    .insert(memberships)
    .values({
      id: uuidv7(now.getTime()),
      provider,
      method: "card",
      providerId,
      customerId,
      isRecurring: true,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoUpdate({
      target: [memberships.provider, memberships.providerId],
      set: { customerId: sql`coalesce(nullif(excluded.customer_id, ''), ${memberships.customerId})` },
    })
    .returning();
  if (!row) throw new Error("A membership could not be kept.");
  return row;
}

/** Identifies the membership's person, if this match outranks the known one. */
async function match(
  { tx }: Taking,
  row: MembershipRow,
  payer: { reference: string; email: string },
): Promise<MembershipRow> {
  const found = await findPayer(tx, payer);
  const known = { ...row, payerEmail: payer.email || row.payerEmail };
  if (!isStrongerMatch(found.matchedBy, row.matchedBy)) return known;
  await giveMembership(tx, known, found);
  return { ...known, ...found };
}

async function takeCheckout(taking: Taking, news: News<"checkout">): Promise<void> {
  const { tx, provider, at, now } = taking;
  if (news.subscriptionId !== null) {
    const row = await lockSubscription(taking, { subscriptionId: news.subscriptionId, customerId: news.customerId });
    return saveMembership(tx, await match(taking, row, news), now);
  }
  if (!news.isPaid || news.amountCents === 0) return;
  const payer = await findPayer(tx, news);
  const { amountCents, currency, customerId, email: payerEmail } = news;
  const entry = { ...payer, provider, amountCents, currency, customerId, payerEmail, paidAt: at };
  await recordPayment(tx, { ...entry, method: "card", kind: "payment", providerRef: news.id }, now);
}

async function takeSubscription(taking: Taking, news: News<"subscription">): Promise<void> {
  const row = await lockSubscription(taking, news);
  const { status, periodStart, periodEnd, cancelAtPeriodEnd, endedAt } = news;
  const told = { status, periodStart, periodEnd, cancelAtPeriodEnd, endedAt, statusAt: taking.at };
  await saveMembership(taking.tx, { ...row, ...newerState(row, told) }, taking.now);
}

async function takeInvoice(taking: Taking, news: News<"invoice">): Promise<void> {
  const { tx, provider, at, now } = taking;
  const { subscriptionId, customerId, email } = news;
  const payer = { reference: "", email };
  const row =
    subscriptionId === null
      ? null
      : await match(taking, await lockSubscription(taking, { subscriptionId, customerId }), payer);
  if (!news.isPaid) {
    if (row) await tellOfFailure(taking, row, news.invoiceId);
    return;
  }
  if (row) await saveMembership(tx, { ...row, paidUntil: laterOf(row.paidUntil, news.paidUntil) }, now);
  // A free month is not a payment.
  if (news.amountCents === 0) return;
  const { userId, matchedBy }: Match = row ?? (await findPayer(tx, payer));
  const { amountCents, currency, invoiceId: providerRef } = news;
  const entry = { userId, matchedBy, provider, amountCents, currency, customerId, payerEmail: email, paidAt: at };
  await recordPayment(
    tx,
    { ...entry, method: "card", kind: "payment", providerRef, membershipId: row?.id ?? null },
    now,
  );
}

async function tellOfFailure({ tx, provider, now }: Taking, row: MembershipRow, invoiceId: string): Promise<void> {
  await saveMembership(tx, row, now);
  const data = { membershipId: row.id, provider, invoiceId };
  const mailTo = (email: string) => membershipMails.payment_failed.owed(`${provider}:${invoiceId}`, email, data);
  await oweMail(tx, mailTo, row, now);
}

/** The provider reports the total refunded so far; the ledger records the difference. */
async function takeRefund({ tx, provider, at, now }: Taking, news: News<"refund">): Promise<void> {
  // Locked: two concurrent refunds of one charge would each miss the other.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`refund ${provider} ${news.chargeId}`}, 0))`);
  const { chargeId, customerId, currency, email: payerEmail } = news;
  const prefix = `${chargeId}:`;
  const [known] = await tx
    .select({ cents: sql<number>`coalesce(-sum(${payments.amountCents}), 0)::int` })
    .from(payments)
    .where(and(eq(payments.provider, provider), sql`starts_with(${payments.providerRef}, ${prefix})`));
  const amountCents = -(news.refundedCents - (known?.cents ?? 0));
  if (amountCents >= 0) return;
  const payer = await payerOfCharge(tx, provider, news);
  const entry = { ...payer, provider, amountCents, currency, customerId, payerEmail, paidAt: at };
  const providerRef = `${prefix}${news.refundedCents}`;
  await recordPayment(tx, { ...entry, method: "card", kind: "refund", providerRef }, now);
}

/** Finds the card's owner by membership, then by verified email. */
async function payerOfCharge(
  tx: Transaction,
  provider: Taking["provider"],
  { customerId, email }: News<"refund">,
): Promise<Match & { membershipId: string | null }> {
  const [row] =
    customerId === ""
      ? []
      : await tx
          .select()
          .from(memberships)
          .where(and(eq(memberships.provider, provider), eq(memberships.customerId, customerId)))
          .orderBy(desc(memberships.id))
          .limit(1);
  if (row) return { userId: row.userId, matchedBy: row.matchedBy, membershipId: row.id };
  return { ...(email === "" ? NOBODY : await findPayer(tx, { reference: "", email })), membershipId: null };
}

function take(taking: Taking, news: CardNews): Promise<void> {
  switch (news.kind) {
    case "checkout":
      return takeCheckout(taking, news);
    case "subscription":
      return takeSubscription(taking, news);
    case "invoice":
      return takeInvoice(taking, news);
    case "refund":
      return takeRefund(taking, news);
  }
}

/**
 * Processes a card provider event in one transaction. Idempotent and independent of order: a processed event is
 * skipped, and an older fact never overwrites a newer one.
 */
export async function takeCardEvent(app: App, provider: CardPaymentsPort["provider"], event: CardEvent): Promise<void> {
  const { news, at } = event;
  if (news === null) return;
  await retrying(app, async (tx) => {
    const taking = { tx, provider, at, now: app.clock.now() };
    if (await isNew(taking, event)) await take(taking, news);
  });
}
