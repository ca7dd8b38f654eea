import type { App } from "#src/context/app.ts";
import { cashAppUrl, type PromptCash, venmoUrl } from "#src/features/payments/rules.ts";

/** What the card provider's button needs to know; all of it is public. */
export type CardButton = { readonly publishableKey: string; readonly buttonId: string };

/** The Bitcoin Cash service, when both of its settings are there. */
export function promptCash(app: App): PromptCash | null {
  const { promptCashUrl: url, promptCashToken: token } = app.config.payments;
  return url === undefined || token === undefined ? null : { url, token };
}

/** The card provider's buy button for a purpose, when it is set up. */
export function cardButton(app: App, purpose: "lesson" | "test"): CardButton | null {
  const { stripePublishableKey, stripeLessonButton, stripeTestButton } = app.config.payments;
  const buttonId = purpose === "lesson" ? stripeLessonButton : stripeTestButton;
  return stripePublishableKey === undefined || buttonId === undefined
    ? null
    : { publishableKey: stripePublishableKey, buttonId };
}

/** Where one pays by app; null where there is no such account. */
export function paymentApps(app: App): { readonly venmo: string | null; readonly cashApp: string | null } {
  const { venmoHandle, cashtag } = app.config.payments;
  return {
    venmo: venmoHandle === undefined ? null : venmoUrl(venmoHandle),
    cashApp: cashtag === undefined ? null : cashAppUrl(cashtag),
  };
}

type OutsideSources = Readonly<Record<"script" | "frame" | "form", readonly string[]>>;

/** What the pages' policy must let in for the payments that are set up, and nothing more. */
export function outsideSources(app: App): OutsideSources {
  const bitcoinCash = promptCash(app);
  const cash = bitcoinCash ? [new URL(bitcoinCash.url).origin] : [];
  const hasCard = cardButton(app, "lesson") !== null || cardButton(app, "test") !== null;
  return {
    script: hasCard ? ["https://js.stripe.com"] : [],
    frame: [...cash, ...(hasCard ? ["https://js.stripe.com", "https://buy.stripe.com"] : [])],
    form: cash,
  };
}
