import type { PaymentRow } from "#src/db/tables/payments.ts";
import type { UserRow } from "#src/db/tables/users.ts";
import { METHOD_WORDS } from "#src/features/membership/messages.ts";
import type { Booked, Totals } from "#src/features/membership/books/schema.ts";
import type { RefundState } from "#src/features/membership/queries/refunds.server.ts";
import type { PaymentView } from "#src/features/membership/schema.ts";
import type { AmountCell } from "#src/http/table-file.server.ts";
import { amountWords } from "#src/features/membership/view.ts";
import { monthTitle } from "#src/shared/dates.ts";

type BookedRow = {
  readonly payment: PaymentRow;
  readonly person: UserRow | null;
  /** The negative amount of its correction; null without one. */
  readonly correctionCents: number | null;
};

type CardRefunds = { readonly isRefundable: boolean; readonly state: RefundState };

function viewRefund({ amountCents, membershipId }: PaymentRow, { isRefundable, state }: CardRefunds): Booked["refund"] {
  const { known, open } = state;
  const leftCents = open > 0 ? open : amountCents - known;
  if (!isRefundable || leftCents <= 0) return null;
  return { refundedCents: known, leftCents, isUnanswered: open > 0, isSubscription: membershipId !== null };
}

/** A ledger entry with its person. */
export function viewBooked(
  { payment, person, correctionCents }: BookedRow,
  view: PaymentView,
  refunds: CardRefunds,
): Booked {
  const { kind, method, provider, payerEmail, currency } = payment;
  const { confirmed, known } = refunds.state;
  const words = (amountCents: number) => (amountCents > 0 ? amountWords({ currency, amountCents }) : null);
  const name = `${person?.firstName ?? ""} ${person?.lastName ?? ""}`.trim();
  return {
    ...view,
    person: person && { userId: person.userId, name, email: person.email },
    payerEmail,
    isUnmatched: payment.userId === null && payment.matchedBy === "nothing",
    isDemonstration: provider === "demonstration",
    canCorrect: kind === "payment" && method !== "card" && correctionCents === null,
    givenBack: words(confirmed - (correctionCents ?? 0)),
    refunding: words(known - confirmed),
    refund: viewRefund(payment, refunds),
  };
}

/** A CSV row. */
export function viewFileRow({ payment, person }: BookedRow, { day, what, note }: PaymentView) {
  const { amountCents, currency, payerEmail, providerRef } = payment;
  return {
    day,
    what,
    amount: { cents: amountCents } satisfies AmountCell,
    currency: currency.toUpperCase(),
    name: person ? `${person.firstName} ${person.lastName}`.trim() : "",
    email: person?.email ?? payerEmail,
    note,
    reference: providerRef,
  };
}

type TotalRow = Pick<PaymentRow, "method" | "currency" | "amountCents"> & {
  readonly month: string;
  readonly count: number;
};

/** Totals grouped by month. Different currencies are not added up. */
export function viewTotals(rows: readonly TotalRow[]): Totals {
  const months = [...Map.groupBy(rows, ({ month }) => month)].map(([month, parts]) => {
    const sums = [...Map.groupBy(parts, ({ currency }) => currency)].map(([currency, same]) =>
      amountWords({ currency, amountCents: same.reduce((sum, { amountCents }) => sum + amountCents, 0) }),
    );
    return {
      month,
      title: monthTitle(month),
      amount: sums.join(" and "),
      methods: parts.map((part) => ({
        method: part.method,
        name: METHOD_WORDS[part.method],
        amount: amountWords(part),
        count: part.count,
      })),
    };
  });
  return { months };
}
