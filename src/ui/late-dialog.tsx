import { Suspense } from "react";
import styles from "#src/ui/late-dialog.module.css";
import { useBackCloses } from "#src/ui/use-back-closes.ts";

function Opening({ onBack }: { onBack: () => void }) {
  useBackCloses(true, onBack);
  return (
    <p role="status" className={styles.opening}>
      Opening…
    </p>
  );
}

type LateDialogProps = {
  onClose: () => void;
  /** A lazy component that is a dialog. */
  children: React.ReactNode;
};

/** Shows “Opening…” while a dialog's code loads. Back cancels that and stays on the page. */
export function LateDialog({ onClose, children }: LateDialogProps) {
  return <Suspense fallback={<Opening onBack={onClose} />}>{children}</Suspense>;
}
