import { useState } from "react";
import styles from "#src/features/membership/books/components/payments-app.module.css";
import { useDeed } from "#src/features/membership/books/components/use-deed.ts";
import { WhyField } from "#src/features/membership/books/components/why-field.tsx";
import type { Booked } from "#src/features/membership/books/schema.ts";
import { decimalOf, exactDollars, parseCents } from "#src/shared/money.ts";
import { TextField } from "#src/ui/field.tsx";
import { FailureNotice } from "#src/ui/notice.tsx";
import { FormActions } from "#src/ui/form-actions.tsx";
import { takeFocus } from "#src/ui/take-focus.ts";

type RefundFormProps = {
  booked: Booked;
  refund: NonNullable<Booked["refund"]>;
  onChanged: (said: string) => void;
  onCancel: () => void;
};

/** The amount that can be refunded, and what was refunded so far. */
function amountHint({ refundedCents, leftCents, isUnanswered }: RefundFormProps["refund"]): string {
  const left = exactDollars(leftCents);
  if (isUnanswered) return `A refund of ${left} has no answer yet. Ask for ${left} again: it won’t be paid twice.`;
  const sofar =
    refundedCents === 0 ? "Nothing was refunded so far" : `${exactDollars(refundedCents)} was refunded so far`;
  return `${sofar}. ${left} at most.`;
}

/** Asks the card provider to refund a payment or a part of it. */
export function RefundForm({ booked, refund, onChanged, onCancel }: RefundFormProps) {
  const [note, setNote] = useState("");
  const [amount, setAmount] = useState(decimalOf(refund.leftCents));
  const { form, isUnderWay, faults, refusal, send } = useDeed(onChanged);
  return (
    <form
      ref={form}
      className={styles.deed}
      noValidate
      aria-label="Refund"
      onSubmit={(event) => {
        event.preventDefault();
        const { refundedCents } = refund;
        void send(`/api/admin/memberships/payments/${booked.id}/refund`, {
          note,
          amountCents: parseCents(amount),
          refundedCents,
        });
      }}
    >
      <TextField
        label="Refund, in dollars"
        ref={takeFocus}
        inputMode="decimal"
        value={amount}
        hint={amountHint(refund)}
        error={faults.amountCents}
        onValue={setAmount}
      />
      <WhyField value={note} error={faults.note} onValue={setNote} />
      <p className={styles.quiet}>
        {refund.isSubscription
          ? "The membership stays, and a refund does not stop the subscription: the next month is charged. To stop it, cancel it in the dashboard of the card provider."
          : "Only the money goes back."}
      </p>
      <FailureNotice words={refusal} />
      <FormActions action={["Refund to the card", "Asking…"]} isBusy={isUnderWay} onCancel={onCancel} />
    </form>
  );
}
