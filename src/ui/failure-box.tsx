import { useState } from "react";
import { Button } from "#src/ui/button-link.tsx";
import styles from "#src/ui/failure-box.module.css";
import { Notice } from "#src/ui/notice.tsx";

type FailureBoxProps = {
  message: string;
  /** The server's error, shown verbatim on request. */
  error: unknown;
  onTryAgain: () => void;
  ref: React.Ref<HTMLDivElement>;
};

/** A failed submission: try again, or show the error details. */
export function FailureBox({ message, error, onTryAgain, ref }: FailureBoxProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div ref={ref} tabIndex={-1} className={styles.box}>
      <Notice kind="error">
        <p>{message}</p>
        <div className={styles.buttons}>
          <Button onClick={onTryAgain}>Try Again</Button>
          <Button variant="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? "Hide Error Details" : "Show Error Details"}
          </Button>
        </div>
        {isOpen && (
          // Long lines scroll inside; focusable for keyboard scrolling.
          <pre className={styles.details} tabIndex={0} aria-label="Error details" role="region">
            {JSON.stringify(error, null, 2)}
          </pre>
        )}
      </Notice>
    </div>
  );
}
