export const CHOOSE_A_PERSON = "Please choose a person.";
export const CHOOSE_A_METHOD = "Please choose how it was paid.";
export const AMOUNT_FORM = "An amount from $0.01 to $10,000.00.";
export const DAY_FORM = "A day such as 2026-11-28.";
export const UNTIL_BEFORE_FROM = "The last day cannot be before the first.";
export const NOTE_REQUIRED = "Please say why, for whoever reads the books.";
export const PAYMENT_NOT_FOUND = "This payment is not in the books.";
export const PAYMENT_HAS_A_PERSON = "This payment belongs to somebody already.";
export const PAYMENT_RECORDED = "The payment is recorded.";
export const PAYMENT_ASSIGNED = "The payment has its person now.";
export const PAYMENT_CORRECTED = "The payment is taken back by an entry of the opposite amount.";
export const ALREADY_CORRECTED = "This payment was put right already.";
export const REFUND_AT_PROVIDER =
  "Only payments that were recorded by hand, or made in Bitcoin Cash, are put right here. Refund a card payment at the card provider: the books follow by themselves.";
