// Membership rules: pure functions of what payments and payment services reported.

/** Grace: how long a member stays one after a missed payment. */
export const GRACE_DAYS = 7;

const DAY_MS = 86_400_000;

/** Facts of a subscription, or of a period that was paid or granted. */
export type MembershipFacts = {
  /** Renews automatically. */
  readonly isRecurring: boolean;
  /** The provider's newest subscription status; null if only payments were reported. */
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
  /** Ends with its period. */
  | "ending"
  /** The payment is overdue, within the grace period. */
  | "past_due"
  | "ended";

function later(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}

/** Paid through. A period whose payment failed counts up to its start only: the previous one was paid. */
export function paidThrough(facts: MembershipFacts): Date | null {
  if (facts.status === "incomplete") return facts.paidUntil;
  return later(facts.paidUntil, facts.status === "past_due" ? facts.periodStart : facts.periodEnd);
}

/** When the membership ends; null if it never began. */
export function memberUntil(facts: MembershipFacts): Date | null {
  const paid = paidThrough(facts);
  if (paid === null) return null;
  if (facts.endedAt !== null) return facts.endedAt;
  if (!facts.isRecurring || facts.cancelAtPeriodEnd) return paid;
  return new Date(paid.getTime() + GRACE_DAYS * DAY_MS);
}

/** Whether the period's payment failed and has not arrived since. */
function isFailing({ status, periodStart }: MembershipFacts, paid: Date): boolean {
  return status === "past_due" && periodStart !== null && paid <= periodStart;
}

/** The state of a membership at a given time. */
export function membershipState(facts: MembershipFacts, now: Date): MembershipState {
  const [until, paid] = [memberUntil(facts), paidThrough(facts)];
  if (until === null || paid === null) return facts.endedAt === null ? "incomplete" : "ended";
  if (until <= now) return "ended";
  if (paid <= now || isFailing(facts, paid)) return "past_due";
  return facts.isRecurring && !facts.cancelAtPeriodEnd ? "active" : "ending";
}
