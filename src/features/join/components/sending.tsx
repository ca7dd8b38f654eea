import { useState } from "react";
import { QUESTIONS } from "#src/features/join/components/questions.ts";
import styles from "#src/features/join/components/sending.module.css";
import { FORM_INCOMPLETE, JOIN_FAILURE } from "#src/features/join/messages.ts";
import { type Step, stepOfField } from "#src/features/join/rules.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Notice } from "#src/ui/notice.tsx";

/** How far the sending is, one percent every tenth of a second; after long waiting, what to do. */
export function SendingProgress({ percent, isSlow }: { percent: number; isSlow: boolean }) {
  return (
    <div className={styles.sending}>
      <p className={styles.words}>
        <span role="status">Sending your request…</span>
        <span aria-hidden>{percent}%</span>
      </p>
      <div
        className={styles.track}
        role="progressbar"
        aria-label="Sending your request"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <div className={styles.bar} style={{ inlineSize: `${percent}%` }} />
      </div>
      <div role="status">
        {isSlow && (
          <Notice kind="warning">
            <p>
              This takes longer than it should. Please refresh the page and send it again: what you typed stays, and
              nothing is sent twice.
            </p>
          </Notice>
        )}
      </div>
    </div>
  );
}

type FailureBoxProps = { error: unknown; ref: React.Ref<HTMLDivElement> };

/** The request did not get through. Nothing typed is lost: this tab keeps it over the reload. */
export function FailureBox({ error, ref }: FailureBoxProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div ref={ref} tabIndex={-1} className={styles.box}>
      <Notice kind="error">
        <p>{JOIN_FAILURE}</p>
        <div className={styles.buttons}>
          <Button onClick={() => location.reload()}>Try Again</Button>
          <Button variant="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? "Hide Error Details" : "Show Error Details"}
          </Button>
        </div>
        {isOpen && (
          // Long lines scroll inside, and the keyboard can scroll them too.
          <pre className={styles.details} tabIndex={0} aria-label="Error details" role="region">
            {JSON.stringify(error, null, 2)}
          </pre>
        )}
      </Notice>
    </div>
  );
}

type IncompleteBoxProps = {
  fields: Readonly<Record<string, string>>;
  onEdit: (step: Step) => void;
  ref: React.Ref<HTMLDivElement>;
};

/** The whole form was refused before it was sent: which answers, and the way to each. */
export function IncompleteBox({ fields, onEdit, ref }: IncompleteBoxProps) {
  const faults = Object.entries(fields)
    .map(([field, message]) => ({ field, message, step: stepOfField(field) }))
    .toSorted((a, b) => (a.step ?? 0) - (b.step ?? 0));
  return (
    <div ref={ref} tabIndex={-1} className={styles.box}>
      <Notice kind="error">
        <p>{FORM_INCOMPLETE}</p>
        <ul className={styles.faults}>
          {faults.map(({ field, message, step }) => (
            <li key={field}>
              {message}{" "}
              {step !== undefined && (
                <button type="button" className={styles.link} onClick={() => onEdit(step)}>
                  Change {QUESTIONS[step].topic}
                </button>
              )}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
