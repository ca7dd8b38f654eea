import { dollars } from "#src/shared/money.ts";

export const AMOUNT_REQUIRED = "You must enter an amount owed.";
export const REQUIRED = "Required";
export const INVALID_EMAIL = "Invalid email address";
export const TIP_NOT_MONEY = "A tip is an amount of money, or nothing. It is never negative.";
export const BITCOIN_CASH_NOT_SET_UP =
  "This group doesn’t take Bitcoin Cash at the moment. Ask at an event how to pay, or write to us.";
/** Shown in the ledger to organizers and the payer. */
export const lessThanAsked = (askedCents: number) =>
  `This is not the ${dollars(askedCents)} that was asked for, so it bought no membership.`;
export const CARD_NOT_SET_UP =
  "This group doesn’t take cards at the moment. Ask at an event how to pay, or write to us.";
export const CARD_AWAY =
  "The card provider does not answer, or something in this browser keeps it out. Nothing was charged.";
export const FRAME_SLOW = "The payment service has not answered yet. Nothing was paid.";
export const NO_WAYS_TO_PAY = "Ask at an event which payment apps the host takes.";
export const NO_MONEY_MOVES =
  "No card or wallet is needed and no money moves. You choose what the payment service would report.";
export const NO_DEMONSTRATION = "You pay on the card provider’s own page. The way there is on the Subscribe page.";
