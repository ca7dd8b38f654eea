import { QUESTIONS } from "#src/features/join/components/questions.ts";
import styles from "#src/features/join/components/sending.module.css";
import { FORM_INCOMPLETE } from "#src/features/join/messages.ts";
import { type Step, stepOfField } from "#src/features/join/rules.ts";
import { Notice } from "#src/ui/notice.tsx";
import { SendingProgress } from "#src/ui/sending-progress.tsx";

/** Progress while sending, one percent every tenth of a second; after a long wait, what to do. */
export function SendingRequest() {
  return (
    <SendingProgress
      what="your request"
      tickMs={100}
      slowMs={20_000}
      slow={
        <p>
          This takes longer than it should. Please refresh the page and send it again: what you typed stays, and nothing
          is sent twice.
        </p>
      }
    />
  );
}

type IncompleteBoxProps = {
  fields: Readonly<Record<string, string>>;
  onEdit: (step: Step) => void;
  ref: React.Ref<HTMLDivElement>;
};

/** The errors of a form that was invalid before sending, each with a link to its answer. */
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
