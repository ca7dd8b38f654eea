import styles from "#src/features/join/components/step-actions.module.css";
import { Button } from "#src/ui/button-link.tsx";

type StepActionsProps = {
  /** The label of the forward button; omitted when there is none (the failure box has its own). */
  next?: "Next" | "Submit" | undefined;
  /** False before hydration, when nothing can be sent, not even by the browser itself. */
  isReady: boolean;
  isSending: boolean;
  isFirst: boolean;
  onPrevious: () => void;
  children?: React.ReactNode;
};

/** Previous and Next: at the bottom of the screen on phones, under the question on wide screens. */
export function StepActions({ next, isReady, isSending, isFirst, onPrevious, children }: StepActionsProps) {
  return (
    <div className={styles.bar} data-action-bar>
      {children}
      <div className={styles.buttons}>
        <Button
          variant="quiet"
          size="lg"
          className={styles.previous}
          disabled={!isReady || isSending || isFirst}
          onClick={onPrevious}
        >
          Previous
        </Button>
        {next !== undefined && (
          <Button
            type="submit"
            size="lg"
            className={styles.next}
            disabled={!isReady}
            aria-disabled={isSending || undefined}
            onClick={(event) => {
              // The second click of a double-click on Next would land on Submit, unread.
              if (next === "Submit" && event.detail > 1) event.preventDefault();
            }}
          >
            {next}
          </Button>
        )}
      </div>
    </div>
  );
}
