import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { retrying } from "#src/db/retrying.server.ts";
import { bitcoinCashCheckouts } from "#src/db/tables/payments.ts";
import {
  addPeriod,
  findPayer,
  lockMembershipsOf,
  type Match,
  recordPayment,
} from "#src/features/membership/commands/ledger.server.ts";
import { laterOf, paidThroughAll } from "#src/features/membership/rules.ts";
import { BITCOIN_CASH_NOT_SET_UP, lessThanAsked } from "#src/features/payments/messages.ts";
import { BITCOIN_CASH_CENTS, describePayer, isPaidInFull } from "#src/features/payments/rules.ts";
import type { BegunPayment, NewBitcoinCashPayment } from "#src/features/payments/schema.ts";
import {
  type BitcoinCashAmount,
  type BitcoinCashNews,
  type BitcoinCashPort,
  BitcoinCashUnreachable,
} from "#src/ports/bitcoin-cash/port.ts";
import { personOf, type Viewer } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import { oneMonthAfter } from "#src/shared/zones.server.ts";

type Checkout = typeof bitcoinCashCheckouts.$inferSelect;

/** How long the service is polled about a payment without a callback. */
const ASKED_FOR_HOURS = 48;
const ASKED_AT_ONCE = 20;

/**
 * Records a payment before redirecting to it, so that the callback can be matched. Its id is the current millisecond;
 * on a collision, the next free one.
 */
async function keepCheckout(app: App, checkout: Omit<Checkout, "txId" | "status" | "createdAt" | "settledAt">) {
  const now = app.clock.now();
  for (let named = now.getTime(); ; named += 1) {
    const [row] = await app.db
      .insert(bitcoinCashCheckouts)
      .values({ ...checkout, txId: String(named), createdAt: now })
      .onConflictDoNothing()
      .returning();
    if (row) return row;
  }
}

function describe(app: App, input: NewBitcoinCashPayment): string {
  return input.purpose === "membership" ? `Membership of ${app.config.group.name}` : describePayer(input);
}

/** Begins a payment in Bitcoin Cash and returns where to make it. A signed-in caller is recorded as the payer. */
export async function beginBitcoinCash(
  app: App,
  viewer: Viewer,
  input: NewBitcoinCashPayment,
): Promise<Result<BegunPayment>> {
  const service = app.bitcoinCash;
  if (!service) return fail("unavailable", BITCOIN_CASH_NOT_SET_UP);
  const person = personOf(viewer);
  const checkout = await keepCheckout(app, {
    provider: service.provider,
    purpose: input.purpose,
    userId: person?.userId ?? null,
    email: input.purpose === "payment" ? input.email : (person?.email ?? ""),
    description: describe(app, input),
    amountCents: input.purpose === "membership" ? app.config.prices.bitcoinCashCents : BITCOIN_CASH_CENTS,
  });
  return ok({ txId: checkout.txId, frameUrl: service.frameUrl(checkout), pageUrl: service.pageUrl(checkout) });
}

type Settled = { readonly checkout: Checkout; readonly now: Date; readonly timeZone: string };

/** A month of membership from the end of the paid period. */
async function addMonth(tx: Transaction, { checkout, now, timeZone }: Settled, match: Match): Promise<string> {
  const rows = match.userId === null ? [] : await lockMembershipsOf(tx, match.userId);
  const from = laterOf(now, paidThroughAll(rows, now)) ?? now;
  const { provider, txId: providerId, email: payerEmail } = checkout;
  const until = oneMonthAfter(from, timeZone);
  const period = { ...match, provider, providerId, payerEmail, from, until };
  return addPeriod(tx, { ...period, method: "bitcoin_cash" }, now);
}

/**
 * Records the received amount. Less than requested, or another currency, buys no membership: the payer can change the
 * amount in the service's URL. The note tells organizers.
 */
async function settle(tx: Transaction, settled: Settled, paid: BitcoinCashAmount): Promise<void> {
  const { checkout, now } = settled;
  const { provider, txId: providerRef, email, userId, purpose } = checkout;
  const isFull = isPaidInFull(checkout.amountCents, paid);
  const match: Match =
    userId === null ? await findPayer(tx, { reference: "", email }) : { userId, matchedBy: "reference" };
  const membershipId = purpose === "membership" && isFull ? await addMonth(tx, settled, match) : null;
  const amount = { amountCents: paid.cents, currency: paid.currency };
  const entry = { ...match, ...amount, provider, providerRef, payerEmail: email, membershipId, paidAt: now };
  const payer = userId === null ? checkout.description : "";
  const note = [isFull ? "" : lessThanAsked(checkout.amountCents), payer].filter(Boolean).join(" ");
  await recordPayment(tx, { ...entry, method: "bitcoin_cash", kind: "payment", note }, now);
}

/**
 * Processes a payment's status. Idempotent and independent of order: paid is final. Ignores payments not begun here, or
 * begun with another service.
 */
export async function takeBitcoinCashNews(
  app: App,
  provider: BitcoinCashPort["provider"],
  news: BitcoinCashNews,
): Promise<void> {
  const { txId, status } = news;
  if (status === "pending") return;
  await retrying(app, async (tx) => {
    const isOurs = and(eq(bitcoinCashCheckouts.txId, txId), eq(bitcoinCashCheckouts.provider, provider));
    const [checkout] = await tx.select().from(bitcoinCashCheckouts).where(isOurs).for("update");
    if (!checkout || checkout.status === "paid" || checkout.status === status) return;
    const now = app.clock.now();
    await tx.update(bitcoinCashCheckouts).set({ status, settledAt: now }).where(isOurs);
    if (status === "paid") await settle(tx, { checkout, now, timeZone: app.config.group.timeZone }, news.paid);
  });
}

/** Polls the service about payments without a callback. Returns how many were settled. */
export async function askForPayments(app: App): Promise<number> {
  const service = app.bitcoinCash;
  if (!service || service.demonstration) return 0;
  const since = new Date(app.clock.now().getTime() - ASKED_FOR_HOURS * 3_600_000);
  const pending = await app.db
    .select({ txId: bitcoinCashCheckouts.txId })
    .from(bitcoinCashCheckouts)
    .where(
      and(
        eq(bitcoinCashCheckouts.status, "pending"),
        eq(bitcoinCashCheckouts.provider, service.provider),
        gt(bitcoinCashCheckouts.createdAt, since),
      ),
    )
    // In random order, so that a few failing ones do not block the others.
    .orderBy(asc(sql`random()`))
    .limit(ASKED_AT_ONCE);
  let settled = 0;
  try {
    for (const { txId } of pending) {
      const news = await service.readPayment(txId);
      if (news === null || news.status === "pending") continue;
      await takeBitcoinCashNews(app, service.provider, news);
      settled += 1;
    }
  } catch (error) {
    if (!(error instanceof BitcoinCashUnreachable)) throw error;
    // Retried in a few minutes.
    app.log.warn({ error: error.message }, "payments wait: the service could not be asked");
  }
  return settled;
}
