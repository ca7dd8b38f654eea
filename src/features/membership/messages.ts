import type { FreeChatAccess } from "#src/policy/chats.ts";
import { GRACE_DAYS } from "#src/policy/membership.ts";

/** Who may use the chats, as `chatAccess` in the policy decides. */
export function chatWords(free: FreeChatAccess): string {
  if (free === "nobody") return "The chats are for members.";
  return free === "everyone"
    ? "Anyone with an account can use the chats, once their profile has a phone number and sex."
    : "The chats are for members, and for women whose account has a phone number.";
}

export const CARD_NOT_SET_UP =
  "Paying by card is not set up yet, so this button leads to the ways to pay that work today.";
export const DEMONSTRATION = "This is a demonstration: no card is asked for and no money moves.";

/** A membership's status as a sentence, with dates such as December 21, 2026. */
export const STATE_WORDS = {
  none: () => "You are not a member at the moment.",
  given: () =>
    "You are a member. An organizer gave you this membership: it has no end date, and there is nothing to pay.",
  incomplete: () => "Your first payment did not go through, so the membership has not begun.",
  active: (day: string) => `You are a member. The next payment is on ${day}.`,
  ending: (day: string) => `You are a member until ${day}. Nothing is charged after that.`,
  past_due: (day: string) =>
    `Your last payment did not go through. You stay a member until ${day}, ${GRACE_DAYS} days after it was due.`,
  ended: (day: string) => `Your membership ended on ${day}.`,
} as const;

/** How to stop paying. */
export const CANCEL_WORDS = {
  card: "To stop, use the link in the card provider's receipt mail, or write to us through Support: we cancel it for you, and you stay a member until the end of the month.",
  demonstration: "To stop, or to see what happens when a payment fails, open the demonstration's page.",
  period: "It does not renew by itself. Pay again whenever you like.",
} as const;

export const METHOD_WORDS = {
  card: "Card",
  bitcoin_cash: "Bitcoin Cash",
  cash: "Cash",
  venmo: "Venmo",
  cash_app: "Cash App",
  other: "Other",
} as const;
export const KIND_WORDS = { payment: "Payment", refund: "Paid back", correction: "Correction" } as const;
export const REFUND_WORDS = "This much of your payment was given back. Your membership stays as it is.";
export const correctionWords = ({ membershipId }: { readonly membershipId: string | null }) =>
  `An organizer took this payment back: it no longer counts${membershipId === null ? "." : ", and the membership that it bought has ended."}`;
export const DEMONSTRATION_NOTE = "Demonstration: no money moved";
