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

/** A dialog whose code loads when it opens. Until it is there, it says so, and Back gives it up and stays on the page. */
export function LateDialog({ onClose, children }: LateDialogProps) {
  return <Suspense fallback={<Opening onBack={onClose} />}>{children}</Suspense>;
}
