import styles from "#src/features/requests/components/pending-tab.module.css";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";

type ConfirmDialogProps = {
  title: string;
  text: string;
  /** The label of the confirming button. */
  action: string;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something that cannot be undone with a click. */
export function ConfirmDialog({ title, text, action, isBusy, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog title={title} mayClose={() => !isBusy} onClose={onClose}>
      <div className={styles.confirm}>
        <p>{text}</p>
        <div className={styles.actions}>
          <Button aria-disabled={isBusy || undefined} onClick={onConfirm}>
            {action}
          </Button>
          <Button variant="quiet" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
