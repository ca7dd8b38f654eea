import {
  type MembershipFacts,
  membershipState,
  type MembershipState,
  memberUntil,
  paidThrough,
} from "#src/policy/membership.ts";

/** A subscription's state as reported by the provider, with its timestamp. */
export type ToldState = Omit<MembershipFacts, "isRecurring" | "paidUntil"> & { readonly statusAt: Date | null };

// Order of states within one second. `past_due` comes after `active`: a failed payment is retried days later, never
// within the second.
const FURTHER = ["incomplete", "active", "past_due", "canceled"] as const;

function rankOf({ statusAt, status, periodEnd, cancelAtPeriodEnd, endedAt }: ToldState): number[] {
  const isOver = status === "canceled";
  return [
    // The end is final, even if other states arrive later.
    Number(isOver),
    statusAt?.getTime() ?? 0,
    periodEnd?.getTime() ?? 0,
    status === null ? -1 : FURTHER.indexOf(status),
    Number(cancelAtPeriodEnd),
    endedAt?.getTime() ?? 0,
  ];
}

/** The newer of two states. Commutative, so the order of arrival does not matter. */
export function newerState(a: ToldState, b: ToldState): ToldState {
  const [ranksA, ranksB] = [rankOf(a), rankOf(b)];
  const differs = ranksA.findIndex((rank, index) => rank !== ranksB[index]);
  return differs === -1 || (ranksA[differs] ?? 0) > (ranksB[differs] ?? 0) ? a : b;
}

/** The later of two moments. */
export function laterOf(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}

// The previous release writes "organiser" (decision 0050).
const STRENGTH = { nothing: 0, email: 1, reference: 2, organizer: 3, organiser: 3 } as const;
type MatchedBy = keyof typeof STRENGTH;

/** Whether a new match outranks the known one: an organizer's choice stays, a guess does not. */
export function isStrongerMatch(found: MatchedBy, known: MatchedBy): boolean {
  return STRENGTH[found] > STRENGTH[known];
}

/** A person's most significant membership: the one that runs longest, or ended last. */
export function mainMembership<F extends MembershipFacts>(all: readonly F[]): F | null {
  const until = (facts: F) => memberUntil(facts)?.getTime() ?? 0;
  return all.reduce<F | null>((best, facts) => (best === null || until(facts) > until(best) ? facts : best), null);
}

/** The date until which a person has paid, over all current memberships. */
export function paidThroughAll(all: readonly MembershipFacts[], now: Date): Date | null {
  return all
    .filter((facts) => isRunning(membershipState(facts, now)))
    .map(paidThrough)
    .reduce<Date | null>(laterOf, null);
}

export function isRunning(state: MembershipState): boolean {
  return state === "active" || state === "ending" || state === "past_due";
}
