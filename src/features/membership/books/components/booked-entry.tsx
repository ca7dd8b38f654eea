import { useId, useState } from "react";
import { type Found, PersonSearch } from "#src/features/membership/books/components/person-search.tsx";
import styles from "#src/features/membership/books/components/payments-app.module.css";
import { RefundForm } from "#src/features/membership/books/components/refund-form.tsx";
import { useDeed } from "#src/features/membership/books/components/use-deed.ts";
import { WhyField } from "#src/features/membership/books/components/why-field.tsx";
import type { Booked } from "#src/features/membership/books/schema.ts";
import { paymentDay } from "#src/features/membership/components/payment-table.tsx";
import { decimalOf, parseCents } from "#src/shared/money.ts";
import { Button } from "#src/ui/button-link.tsx";
import { TextField } from "#src/ui/field.tsx";
import { FailureNotice } from "#src/ui/notice.tsx";
import { takeFocus } from "#src/ui/take-focus.ts";
import { FormActions } from "#src/ui/form-actions.tsx";

const call = (id: string, deed: "assign" | "correct") => `/api/admin/memberships/payments/${id}/${deed}`;

type EntryProps = {
  booked: Booked;
  /** Omitted if all entries belong to one person. */
  isPersonShown?: boolean;
  onOpen: () => void;
  /** Called after a change; `said` is the server’s message. */
  onChanged: (said: string) => void;
};
type FormProps = Pick<EntryProps, "booked" | "onChanged"> & { onCancel: () => void };

function Correction({ booked, onChanged, onCancel }: FormProps) {
  const [note, setNote] = useState("");
  const [amount, setAmount] = useState(decimalOf(booked.amountCents));
  const { form, isUnderWay, faults, refusal, send } = useDeed(onChanged);
  const isPart = (parseCents(amount) ?? booked.amountCents) < booked.amountCents;
  return (
    <form
      ref={form}
      className={styles.deed}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send(call(booked.id, "correct"), { note, amountCents: parseCents(amount) });
      }}
    >
      <TextField
        label="Give back, in dollars"
        ref={takeFocus}
        inputMode="decimal"
        value={amount}
        hint={
          isPart
            ? "A refund of a part. The membership stays."
            : "The full payment is reversed, and the membership it bought ends now."
        }
        error={faults.amountCents}
        onValue={setAmount}
      />
      <WhyField value={note} error={faults.note} onValue={setNote} />
      <FailureNotice words={refusal} />
      <FormActions
        action={isPart ? ["Record refund", "Saving…"] : ["Take payment back", "Saving…"]}
        isBusy={isUnderWay}
        onCancel={onCancel}
      />
    </form>
  );
}

/** Finds the payer and confirms the assignment, which cannot be undone. */
function Assignment({ booked, onChanged, onCancel }: FormProps) {
  const { isUnderWay, refusal, send } = useDeed(onChanged);
  const [person, setPerson] = useState<Found | null>(null);
  if (person === null)
    return (
      <div className={styles.deed}>
        <PersonSearch first={booked.payerEmail} error={refusal} onChosen={setPerson} />
        <div className="buttons">
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
    );
  const name = person.name || person.email || "this person";
  return (
    <form
      className={styles.deed}
      onSubmit={(event) => {
        event.preventDefault();
        void send(call(booked.id, "assign"), { userId: person.userId });
      }}
    >
      <p>
        Assign {booked.amount} to <strong>{name}</strong>
        {person.email !== "" && person.email !== name && ` (${person.email})`}? What it bought becomes theirs, and this
        cannot be undone.
      </p>
      <FailureNotice words={refusal} />
      <FormActions action={["Assign payment", "Assigning…"]} isBusy={isUnderWay} onCancel={() => setPerson(null)} />
    </form>
  );
}

/** The payer, as far as known. */
function whose({ person, payerEmail }: Booked): string {
  if (person) return [person.name, person.email].filter(Boolean).join(" · ");
  return payerEmail === "" ? "Nobody" : `Paid as ${payerEmail}`;
}

/** A ledger entry with its actions. */
export function BookedEntry({ booked, isPersonShown = true, onOpen, onChanged }: EntryProps) {
  const [open, setOpen] = useState<"assign" | "correct" | "refund" | null>(null);
  const show = (form: "assign" | "correct" | "refund") => {
    onOpen();
    setOpen(form);
  };
  const id = useId();
  const done = (said: string) => {
    setOpen(null);
    onChanged(said);
  };
  const parts = { booked, onChanged: done, onCancel: () => setOpen(null) };
  const { day, what, amount, note, isUnmatched, canCorrect, givenBack, refunding, refund } = booked;
  return (
    <li className={styles.entry} aria-labelledby={id}>
      <div className={styles.line}>
        <p id={id} className={styles.what}>
          <strong>{amount}</strong> {what}, {paymentDay(day)}
        </p>
        {isUnmatched && open === null && <Button onClick={() => show("assign")}>Assign</Button>}
        {!isUnmatched && canCorrect && open === null && (
          <Button variant="quiet" onClick={() => show("correct")}>
            Correct
          </Button>
        )}
        {!isUnmatched && refund !== null && open === null && (
          <Button variant="quiet" onClick={() => show("refund")}>
            Refund
          </Button>
        )}
      </div>
      {isPersonShown && <p className={styles.quiet}>{whose(booked)}</p>}
      {note !== "" && <p className={styles.quiet}>{note}</p>}
      {givenBack !== null && (
        <p className={styles.quiet}>{givenBack === amount ? "Taken back" : `${givenBack} of it was given back`}</p>
      )}
      {refunding !== null && <p className={styles.quiet}>A refund of {refunding} is not confirmed yet</p>}
      {open === "assign" && <Assignment {...parts} />}
      {open === "correct" && <Correction {...parts} />}
      {open === "refund" && refund !== null && <RefundForm {...parts} refund={refund} />}
    </li>
  );
}
