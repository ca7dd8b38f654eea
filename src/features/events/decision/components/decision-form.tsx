import styles from "#src/features/events/decision/components/decision.module.css";
import { NOT_CONFIRMED } from "#src/features/identity/messages.ts";
import { Button } from "#src/ui/button-link.tsx";
import { FailureNotice } from "#src/ui/notice.tsx";

type DecisionFormProps = {
  failure: string | null;
  isSending: boolean;
  /** The label of the button that sends. */
  label: string;
  onSend: () => void;
  onClose: () => void;
  children: React.ReactNode;
};

/** The form of a hold dialog: its fields, the recipients, and the two buttons. */
export function DecisionForm({ failure, isSending, label, onSend, onClose, children }: DecisionFormProps) {
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(submit) => {
        submit.preventDefault();
        if (!isSending) onSend();
      }}
    >
      {children}
      <p>Everyone who is going, might go, or is waiting gets an email right away.</p>
      <FailureNotice title={NOT_CONFIRMED} words={failure} />
      <div className={styles.buttons}>
        <Button type="submit" aria-disabled={isSending || undefined}>
          {isSending ? "Saving…" : label}
        </Button>
        <Button variant="quiet" disabled={isSending} onClick={onClose}>
          Keep as it is
        </Button>
      </div>
    </form>
  );
}
