export const CHOOSE_A_PERSON = "Please choose a person.";
export const CHOOSE_A_METHOD = "Please choose how it was paid.";
export const AMOUNT_FORM = "An amount from $0.01 to $10,000.00.";
export const DAY_FORM = "A day such as 2026-11-28.";
export const UNTIL_BEFORE_FROM = "The last day cannot be before the first.";
export const PAID_LATER = "A payment can’t be in the future. Choose today or an earlier day.";
export const paidAlready = (until: string, next: string) =>
  `They are a member until ${until} already. Start on ${next}, so that no paid day is lost.`;
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
