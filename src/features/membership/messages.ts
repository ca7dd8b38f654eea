export const CARD_NOT_SET_UP =
  "Paying by card is not set up yet, so this button leads to the ways to pay that work today.";
