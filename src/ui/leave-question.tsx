import { useEffect, useRef } from "react";
import { Button } from "#src/ui/button-link.tsx";
import styles from "#src/ui/leave-question.module.css";

type LeaveQuestionProps = {
  onStay: () => void;
  onLeave: () => void;
  /** Called when the question closes without leaving, to return the focus to the form. */
  focusBack: () => void;
};

/** Asks before discarding unsaved input. */
export function LeaveQuestion({ onStay, onLeave, focusBack }: LeaveQuestionProps) {
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    stay.current?.focus();
    return focusBack;
  }, [focusBack]);
  return (
    <div className={styles.question} role="alertdialog" aria-label="Leave without saving?">
      <p>What you entered is not saved yet.</p>
      <div className={styles.actions}>
        <Button variant="quiet" onClick={onLeave}>
          Leave without saving
        </Button>
        <Button variant="quiet" onClick={onStay} ref={stay}>
          Keep going
        </Button>
      </div>
    </div>
  );
}
