import type { PaymentRow } from "#src/db/tables/payments.ts";
import type { UserRow } from "#src/db/tables/users.ts";
import type { Booked } from "#src/features/membership/books/schema.ts";
import type { PaymentView } from "#src/features/membership/schema.ts";

type BookedRow = { readonly payment: PaymentRow; readonly person: UserRow | null; readonly correctedBy: string | null };

/** An entry of the books, with whom it belongs to. */
export function viewBooked({ payment, person, correctedBy }: BookedRow, view: PaymentView): Booked {
  const { kind, method, provider, payerEmail } = payment;
  const name = `${person?.firstName ?? ""} ${person?.lastName ?? ""}`.trim();
  return {
    ...view,
    person: person && { userId: person.userId, name, email: person.email },
    payerEmail,
    isUnmatched: payment.userId === null && payment.matchedBy === "nothing",
    isDemonstration: provider === "demonstration",
    canCorrect: kind === "payment" && method !== "card" && correctedBy === null,
    isCorrected: correctedBy !== null,
  };
}
