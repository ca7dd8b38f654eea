import type { MembershipRow, PaymentRow } from "#src/db/tables/payments.ts";
import {
  CANCEL_WORDS,
  DEMONSTRATION_NOTE,
  KIND_WORDS,
  METHOD_WORDS,
  STATE_WORDS,
} from "#src/features/membership/messages.ts";
import { isRunning, mainMembership } from "#src/features/membership/rules.ts";
import type { PaymentView, MembershipStatus } from "#src/features/membership/schema.ts";
import { membershipState, memberUntil, paidThrough } from "#src/policy/membership.ts";
import { longDate } from "#src/shared/dates.ts";
import { signedDollars } from "#src/shared/money.ts";
import { dayInZone, lastDayInZone } from "#src/shared/zones.server.ts";

/** Formats an amount: `$20.00`, `-$20.00`, `20.00 EUR`. */
export function amountWords({ amountCents, currency }: Pick<PaymentRow, "amountCents" | "currency">): string {
  const words = signedDollars(amountCents);
  return currency === "usd" ? words : `${words.replace("$", "")} ${currency.toUpperCase()}`;
}

export function viewPayment(row: PaymentRow, timeZone: string): PaymentView {
  const { id, kind, method, amountCents, currency, note } = row;
  return {
    id,
    day: dayInZone(row.paidAt, timeZone),
    kind,
    method,
    what: kind === "payment" ? METHOD_WORDS[method] : `${KIND_WORDS[kind]}, ${METHOD_WORDS[method]}`,
    amountCents,
    currency,
    amount: amountWords(row),
    note: [row.provider === "demonstration" ? DEMONSTRATION_NOTE : "", note].filter(Boolean).join(". "),
  };
}

function cancelWords(row: MembershipRow): string {
  if (!row.isRecurring) return CANCEL_WORDS.period;
  return row.provider === "demonstration" ? CANCEL_WORDS.demonstration : CANCEL_WORDS.card;
}

type Moment = { readonly now: Date; readonly timeZone: string };

/** A person's membership status from the most significant membership; `isMember` may have another reason. */
export function viewMembershipStatus(
  rows: readonly MembershipRow[],
  isMember: boolean,
  { now, timeZone }: Moment,
): MembershipStatus {
  const row = mainMembership(rows);
  const state = row && membershipState(row, now);
  const without = (known: "given" | "none" | "incomplete") =>
    ({ state: known, isMember, line: STATE_WORDS[known](), day: null, cancel: "" }) as const;
  if (isMember && (state === null || !isRunning(state))) return without("given");
  if (!row || state === null) return without("none");
  if (state === "incomplete") return without("incomplete");
  const moment = state === "active" ? paidThrough(row) : memberUntil(row);
  const isLastDay = state !== "active" && moment !== null;
  const day = isLastDay ? lastDayInZone(moment, timeZone) : dayInZone(moment ?? now, timeZone);
  const line = STATE_WORDS[state](longDate(day));
  return { state, isMember, line, day, cancel: state === "active" || state === "past_due" ? cancelWords(row) : "" };
}
