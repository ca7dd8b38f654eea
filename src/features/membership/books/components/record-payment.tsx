import { useState } from "react";
import styles from "#src/features/membership/books/components/payments-app.module.css";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import type { MemberFailure } from "#src/features/identity/member-fetch.ts";
import { METHOD_WORDS } from "#src/features/membership/messages.ts";
import { useSiteFacts } from "#src/features/site/use-site-facts.ts";
import { Options, SelectField, TextField } from "#src/ui/field.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { addDays, type Day } from "#src/shared/dates.ts";
import { randomUuid } from "#src/shared/ids.ts";
import { parseCents } from "#src/shared/money.ts";
import { FormActions } from "#src/ui/form-actions.tsx";
import { useFaultFocus } from "#src/ui/use-fault-focus.ts";

const METHODS = ["cash", "venmo", "cash_app", "bitcoin_cash", "other"] as const;
type Draft = { method: string; amount: string; paidOn: string; memberFrom: string; memberUntil: string; note: string };

/** A month from a day, including its last day. */
const DAYS_OF_A_MONTH = 30;

/** A month from today, or from the day after the last paid one, so that an early renewal loses no day. */
function newDraft(today: Day, paidThrough: Day | null): Draft {
  const memberFrom = paidThrough !== null && paidThrough >= today ? addDays(paidThrough, 1) : today;
  const memberUntil = addDays(memberFrom, DAYS_OF_A_MONTH);
  return { method: "cash", amount: "20.00", paidOn: today, memberFrom, memberUntil, note: "" };
}

function bodyOf(userId: string, requestId: string, draft: Draft) {
  const { amount, memberFrom, memberUntil, ...rest } = draft;
  return {
    ...rest,
    userId,
    requestId,
    amountCents: parseCents(amount),
    ...(memberFrom !== "" && { memberFrom }),
    ...(memberUntil !== "" && { memberUntil }),
  };
}

type RecordPaymentProps = {
  userId: string;
  /** The last paid day. */
  paidThrough: Day | null;
  onRecorded: (said: string) => void;
  onCancel: () => void;
};

function useRecording({ userId, onRecorded }: Pick<RecordPaymentProps, "userId" | "onRecorded">, draft: Draft) {
  // An idempotency key: sent twice, it is still one payment.
  const [requestId] = useState(randomUuid);
  const [failure, setFailure] = useState<MemberFailure | null>(null);
  const [isUnderWay, setIsUnderWay] = useState(false);
  async function record(): Promise<void> {
    if (isUnderWay) return;
    setIsUnderWay(true);
    const body = bodyOf(userId, requestId, draft);
    const answer = await consoleFetch<{ message: string }>("/api/admin/memberships", { method: "POST", body });
    setIsUnderWay(false);
    setFailure(answer.ok ? null : answer);
    if (answer.ok) onRecorded(answer.value.message);
  }
  return { form: useFaultFocus(failure), failure, isUnderWay, record };
}

type Line = (field: keyof Draft) => { value: string; error: string | undefined; onValue: (value: string) => void };

function Fields({ line }: { line: Line }) {
  return (
    <>
      <div className={styles.pair}>
        <SelectField label="How it was paid" {...line("method")}>
          <Options of={METHODS.map((method) => [method, METHOD_WORDS[method]])} />
        </SelectField>
        <TextField label="Amount in dollars" inputMode="decimal" {...line("amount")} />
      </div>
      <TextField label="Paid on" type="date" {...line("paidOn")} />
      <div className={styles.pair}>
        <TextField label="Member from" type="date" {...line("memberFrom")} />
        <TextField
          label="Member until"
          type="date"
          hint="Leave both empty if it doesn’t buy a membership."
          {...line("memberUntil")}
        />
      </div>
      <TextField label="Note (optional)" maxLength={300} {...line("note")} />
    </>
  );
}

/** Records a payment: amount, method, date, and the end of the membership it pays for. */
export function RecordPayment(props: RecordPaymentProps) {
  const today = useSiteFacts()?.today ?? "";
  const [draft, setDraft] = useState(() => newDraft(today, props.paidThrough));
  const { form, failure, isUnderWay, record } = useRecording(props, draft);
  const { amountCents: amount, ...rest } = failure?.fields ?? {};
  const faults: Record<string, string> = { ...rest, ...(amount !== undefined && { amount }) };
  const line: Line = (field) => ({
    value: draft[field],
    error: faults[field],
    onValue: (value: string) => setDraft({ ...draft, [field]: value }),
  });
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void record();
      }}
    >
      <Fields line={line} />
      {failure && Object.keys(faults).length === 0 && (
        <Notice kind="error" title="Not recorded">
          <p>{failure.message} What you typed is still here.</p>
        </Notice>
      )}
      <FormActions action={["Record the payment", "Saving…"]} isBusy={isUnderWay} onCancel={props.onCancel} />
    </form>
  );
}
