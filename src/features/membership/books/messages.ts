export const CHOOSE_A_PERSON = "Please choose a person.";
export const CHOOSE_A_METHOD = "Please choose how it was paid.";
export const AMOUNT_FORM = "An amount from $0.01 to $10,000.00, like 20, 12.50 or 1,000.";
export const DAY_FORM = "A day such as 2026-11-28.";
export const UNTIL_BEFORE_FROM = "The last day cannot be before the first.";
export const TOO_LONG = "A payment buys at most ten years. Check the year.";
export const RECORDED_OTHERWISE =
  "Your first version was already recorded, and your last changes aren't in it. Look for it in the books before you record more.";
export const PAID_LATER = "A payment can’t be in the future. Choose today or an earlier day.";
export const paidAlready = (until: string, next: string) =>
  `They are a member until ${until} already. Start on ${next}, so that no paid day is lost.`;
export const startsInFuture = (today: string) =>
  `A membership can’t start in the future. Start on ${today}, or earlier.`;
export const startsAfterGap = (until: string, next: string) =>
  `They are a member until ${until}. Start on ${next}, so that there is no gap.`;
export const REFUND_TOO_LARGE = "You can’t give back more than was paid.";
export const PAYMENT_REFUNDED = "The refund is recorded. The membership stays.";
export const NOTE_REQUIRED = "Please say why, for the books.";
export const PAYMENT_NOT_FOUND = "This payment is not in the books.";
export const PAYMENT_HAS_A_PERSON = "This payment belongs to someone already.";
export const PAYMENT_RECORDED = "The payment is recorded.";
export const PAYMENT_ASSIGNED = "The payment is assigned.";
export const PAYMENT_CORRECTED = "The payment is taken back by an entry of the opposite amount.";
export const ALREADY_CORRECTED = "This payment was corrected already.";
export const REFUND_AT_PROVIDER =
  "Only payments that were recorded by hand, or made in Bitcoin Cash, are corrected here. Refund a card payment at the card provider: the books follow by themselves.";
export const MONTH_FORM = "Give the month as year and month, like 2026-11.";
export const REFUNDS_ELSEWHERE = "Card payments are refunded at Stripe. Refunds appear here automatically.";

/** The provider of card payments in sentences. */
export const PROVIDER_NAMES = { stripe: "Stripe", demonstration: "The demonstration" } as const;
export const refundAsked = (who: string) =>
  `${who} refunds it. It shows here when ${who === PROVIDER_NAMES.stripe ? who : "it"} confirms, usually within a minute.`;
export const refundedMeanwhile = (amount: string) =>
  `The refunds of this payment changed meanwhile: ${amount} is given back by now. Close this form, and look again before you give back more.`;
export const askAgainFirst = (amount: string) =>
  `A refund of ${amount} was asked for, and there is no answer yet. Ask for ${amount} again first: it won’t be paid twice.`;
/** Appended if the provider may have made the refund anyway. */
export const REFUND_UNSURE = "The refund may be under way. Ask for the same amount again: it won’t be paid twice.";
export const NOT_REFUNDED = "Nothing was refunded.";
/** Why the provider did not refund, by fault. */
export const REFUND_FAULTS = {
  already_refunded: (who: string) => `${who} has refunded this payment in full already.`,
  disputed: (who: string) => `The payer disputed this payment with their bank, so ${who} can’t refund it.`,
  too_much: (who: string) => `${who} has less left of this payment than that. Look at what was refunded there.`,
  unknown_payment: (who: string) =>
    `${who} doesn’t find one card payment for this entry. Refund it in the dashboard of the card provider.`,
  not_allowed: (who: string) =>
    `${who} doesn’t let this site’s key refund. Ask the person who runs the site to check it.`,
  busy: (who: string) => `${who} is busy right now. Please try again in a minute.`,
  unreachable: (who: string) => `${who} can’t be reached right now. Please try again in a minute.`,
  refused: (who: string) => `${who} refused the refund. The reason is in the dashboard of the card provider.`,
} as const;
