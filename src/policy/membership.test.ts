import { expect, test } from "vitest";
import { type MembershipFacts, membershipState, memberUntil } from "#src/policy/membership.ts";

const day = (date: string) => new Date(`2026-${date}T12:00:00Z`);
const NOW = day("11-21");

const month: MembershipFacts = {
  isRecurring: true,
  status: "active",
  periodStart: day("11-10"),
  periodEnd: day("12-10"),
  cancelAtPeriodEnd: false,
  endedAt: null,
  paidUntil: day("12-10"),
};
const due = { status: "past_due", periodEnd: day("12-16"), paidUntil: null } as const;
const period = { ...month, isRecurring: false, status: null };

// Facts, the state on November 21, and when the membership ends.
const TABLE: readonly [what: string, facts: MembershipFacts, state: string, until: Date | null][] = [
  ["a paid month, with the days of grace after it", month, "active", day("12-17")],
  ["a month that was paid and nobody told more", { ...month, status: null, periodEnd: null }, "active", day("12-17")],
  ["one that stops at its end", { ...month, cancelAtPeriodEnd: true }, "ending", day("12-10")],
  ["one that was ended", { ...month, status: "canceled", endedAt: day("11-20") }, "ended", day("11-20")],
  ["a first payment that is missing", { ...month, status: "incomplete", paidUntil: null }, "incomplete", null],
  ["one that ended before it began", { ...month, status: "incomplete", paidUntil: null, endedAt: NOW }, "ended", null],
  ["a failed payment, five days ago", { ...month, ...due, periodStart: day("11-16") }, "past_due", day("11-23")],
  ["a failed payment, seven days ago", { ...month, ...due, periodStart: day("11-14") }, "ended", day("11-21")],
  ["a failed payment that came after all", { ...month, status: "past_due" }, "active", day("12-17")],
  [
    "a month without news of the next",
    { ...month, periodEnd: day("11-18"), paidUntil: null },
    "past_due",
    day("11-25"),
  ],
  ["a period by hand, which has no grace", period, "ending", day("12-10")],
  ["a period that is over", { ...period, periodEnd: day("11-21"), paidUntil: day("11-21") }, "ended", day("11-21")],
];

test.each(TABLE)("[PAY-07] %s", (_what, facts, state, until) => {
  expect(membershipState(facts, NOW)).toBe(state);
  expect(memberUntil(facts)).toEqual(until);
});
