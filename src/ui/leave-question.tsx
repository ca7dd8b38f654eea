import { useEffect, useRef } from "react";
import { Button } from "#src/ui/button-link.tsx";
import styles from "#src/ui/leave-question.module.css";

/** Asks before unsaved answers are dropped. Staying gives the focus back to where it was. */
export function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const place = document.activeElement;
    stay.current?.focus();
    return () => {
      if (place instanceof HTMLElement && place.isConnected) place.focus();
    };
  }, []);
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
