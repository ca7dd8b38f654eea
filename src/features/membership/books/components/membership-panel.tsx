import { useState } from "react";
import { RecordPayment } from "#src/features/membership/books/components/record-payment.tsx";
import { BookedEntry } from "#src/features/membership/books/components/booked-entry.tsx";
import styles from "#src/features/membership/books/components/payments-app.module.css";
import { REFUNDS_ELSEWHERE } from "#src/features/membership/books/messages.ts";
import type { PersonMembership } from "#src/features/membership/books/schema.ts";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { paymentDay } from "#src/features/membership/components/payment-table.tsx";
import { Button } from "#src/ui/button-link.tsx";

/** A membership as a sentence. */
const STATES: Readonly<Record<PersonMembership["state"], (day: string) => string>> = {
  none: () => "Not a member.",
  given: () => "Member without an end: an organizer put them into the group.",
  incomplete: () => "Not a member: the first payment is missing.",
  active: (day) => `Member. The next payment is on ${day}.`,
  ending: (day) => `Member until ${day}.`,
  past_due: (day) => `The last payment failed. Member until ${day}.`,
  ended: (day) => `The membership ended on ${day}.`,
};

type PaymentsProps = { membership: PersonMembership; onOpen: () => void; onChanged: (said: string) => void };

function Payments({ membership: { payments, cardRefunds }, onOpen, onChanged }: PaymentsProps) {
  const isElsewhere = cardRefunds === "at_provider" && payments.some(({ method }) => method === "card");
  return (
    <>
      {isElsewhere && <p className={styles.quiet}>{REFUNDS_ELSEWHERE}</p>}
      {payments.length > 0 && (
        <ul className={styles.list}>
          {payments.map((booked) => (
            <BookedEntry key={booked.id} booked={booked} isPersonShown={false} onOpen={onOpen} onChanged={onChanged} />
          ))}
        </ul>
      )}
    </>
  );
}

/** A person's membership and payments, with the form to record a payment. */
export function MembershipPanel({ userId }: { userId: string }) {
  const { value, failure, retry } = useLoaded<PersonMembership>(
    `/api/admin/memberships?${new URLSearchParams({ userId })}`,
    consoleFetch,
  );
  const [isRecording, setIsRecording] = useState(false);
  const [said, setSaid] = useState("");
  const changed = (words: string) => {
    setIsRecording(false);
    setSaid(words);
    retry();
  };
  const record = () => {
    setSaid("");
    setIsRecording(true);
  };
  return (
    <section className={styles.panel} aria-label="Membership">
      {failure && (
        <>
          <p role="alert">{failure.message}</p>
          <div>
            <Button variant="quiet" onClick={retry}>
              Try again
            </Button>
          </div>
        </>
      )}
      {!value && !failure && <p className={styles.quiet}>One moment…</p>}
      {value && <p>{STATES[value.state](value.day === null ? "" : paymentDay(value.day))}</p>}
      <p role="status" className={styles.quiet}>
        {said}
      </p>
      {isRecording ? (
        <RecordPayment
          userId={userId}
          paidThrough={value?.state === "ending" ? value.day : null}
          onRecorded={changed}
          onCancel={() => setIsRecording(false)}
        />
      ) : (
        <div>
          <Button variant="quiet" onClick={record}>
            Record a payment
          </Button>
        </div>
      )}
      {value && <Payments membership={value} onOpen={() => setSaid("")} onChanged={changed} />}
    </section>
  );
}
