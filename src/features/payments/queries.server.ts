import { eq } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { bitcoinCashCheckouts } from "#src/db/tables/payments.ts";
import { cashAppUrl, venmoUrl } from "#src/features/payments/rules.ts";
import { isCleanText } from "#src/shared/fields.ts";

/** Public settings of the card provider's button. */
export type CardButton = { readonly publishableKey: string; readonly buttonId: string };

/** The Bitcoin Cash settings; null if not set up. */
export function bitcoinCashService(app: App): { readonly isDemonstration: boolean } | null {
  return app.bitcoinCash && { isDemonstration: app.bitcoinCash.demonstration !== undefined };
}

/** The status of a Bitcoin Cash payment begun here. */
export async function getBitcoinCashCheckout(app: App, txId: string) {
  if (!isCleanText(txId)) return null;
  const [row] = await app.db
    .select({ status: bitcoinCashCheckouts.status, amountCents: bitcoinCashCheckouts.amountCents })
    .from(bitcoinCashCheckouts)
    .where(eq(bitcoinCashCheckouts.txId, txId));
  return row ?? null;
}

/** The card provider's buy button for a purpose, if set up. */
export function cardButton(app: App, purpose: "lesson" | "test"): CardButton | null {
  const { stripePublishableKey, stripeLessonButton, stripeTestButton } = app.config.payments;
  const buttonId = purpose === "lesson" ? stripeLessonButton : stripeTestButton;
  return stripePublishableKey === undefined || buttonId === undefined
    ? null
    : { publishableKey: stripePublishableKey, buttonId };
}

/** Payment links of the apps; null for apps without an account. */
export function paymentApps(app: App): { readonly venmo: string | null; readonly cashApp: string | null } {
  const names = app.config.paymentNames;
  return {
    venmo: names.venmo === undefined ? null : venmoUrl(names.venmo),
    cashApp: names.cashApp === undefined ? null : cashAppUrl(names.cashApp),
  };
}

type OutsideSources = Readonly<Record<"script" | "frame", readonly string[]>>;

/** The content security policy's sources for the payment methods that are set up. */
export function outsideSources(app: App): OutsideSources {
  const hasCard = cardButton(app, "lesson") !== null || cardButton(app, "test") !== null;
  const cash = app.bitcoinCash?.origin;
  // The demonstration is framed too, so the policy must list it.
  const own = app.bitcoinCash?.demonstration && hasCard ? ["'self'"] : [];
  return {
    script: hasCard ? ["https://js.stripe.com"] : [],
    frame: [...own, ...(cash ? [cash] : []), ...(hasCard ? ["https://js.stripe.com", "https://buy.stripe.com"] : [])],
  };
}
