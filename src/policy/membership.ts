// What makes somebody a member, and until when, as pure functions of what payments and payment services told.

/** After a period that should have been paid and was not, so long does its person stay a member. */
export const GRACE_DAYS = 7;

const DAY_MS = 86_400_000;

/** What is known of a subscription, or of a period that was paid or written down by hand. */
export type MembershipFacts = {
  /** Goes on by itself from period to period. */
  readonly isRecurring: boolean;
  /** The newest state that the provider told of a subscription; null when only payments told of it. */
  readonly status: "incomplete" | "active" | "past_due" | "canceled" | null;
  readonly periodStart: Date | null;
  readonly periodEnd: Date | null;
  readonly cancelAtPeriodEnd: boolean;
  readonly endedAt: Date | null;
  /** The end of the last period that was paid. */
  readonly paidUntil: Date | null;
};

export type MembershipState =
  /** Never began: the first payment is missing. */
  | "incomplete"
  | "active"
  /** Goes on until the end of its period, and not further. */
  | "ending"
  /** The payment is overdue, within the days of grace. */
  | "past_due"
  | "ended";

function later(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}

/** Until when it is paid. A period whose payment failed counts from its beginning only: the one before it was paid. */
export function paidThrough(facts: MembershipFacts): Date | null {
  if (facts.status === "incomplete") return facts.paidUntil;
  return later(facts.paidUntil, facts.status === "past_due" ? facts.periodStart : facts.periodEnd);
}

/** Until when its person is a member; null while it never began. */
export function memberUntil(facts: MembershipFacts): Date | null {
  const paid = paidThrough(facts);
  if (paid === null) return null;
  if (facts.endedAt !== null) return facts.endedAt;
  if (!facts.isRecurring || facts.cancelAtPeriodEnd) return paid;
  return new Date(paid.getTime() + GRACE_DAYS * DAY_MS);
}

/** Whether the payment of its period failed and did not come since. */
function isFailing({ status, periodStart }: MembershipFacts, paid: Date): boolean {
  return status === "past_due" && periodStart !== null && paid <= periodStart;
}

/** How a membership stands at a moment. */
export function membershipState(facts: MembershipFacts, now: Date): MembershipState {
  const [until, paid] = [memberUntil(facts), paidThrough(facts)];
  if (until === null || paid === null) return facts.endedAt === null ? "incomplete" : "ended";
  if (until <= now) return "ended";
  if (paid <= now || isFailing(facts, paid)) return "past_due";
  return facts.isRecurring && !facts.cancelAtPeriodEnd ? "active" : "ending";
}

/** The same day of the next month, or its last day: the end of a month that begins now. */
export function oneMonthAfter(moment: Date): Date {
  const end = new Date(moment);
  end.setUTCMonth(end.getUTCMonth() + 1);
  // A month without such a day: the 31st of April would be the first of May.
  if (end.getUTCDate() !== moment.getUTCDate()) end.setUTCDate(0);
  return end;
}
