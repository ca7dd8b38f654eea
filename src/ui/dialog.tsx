import { useEffect, useId, useRef } from "react";
import IconX from "@tabler/icons-react/dist/esm/icons/IconX.mjs";
import styles from "#src/ui/dialog.module.css";

type DialogProps = {
  title: string;
  /** For things side by side. */
  isWide?: boolean;
  /** False for a dialog that only its own buttons close: it has no cross. */
  hasCross?: boolean;
  /** Asked when Escape or the cross would close it; false keeps it open, to save what was typed from a slip. */
  mayClose?: () => boolean;
  /** Called when the dialog closes; the parent unmounts it. */
  onClose: () => void;
  children: React.ReactNode;
};

/**
 * A native modal dialog, open as long as it is rendered: the browser keeps the focus in it and the page behind it
 * still. The focus goes back to where it came from.
 */
export function Dialog({ title, isWide = false, hasCross = true, mayClose = () => hasCross, ...props }: DialogProps) {
  const { onClose, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={isWide ? `${styles.dialog} ${styles.wide}` : styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target === event.currentTarget && !mayClose()) event.preventDefault();
      }}
      // Told later than it happens: by then it may be open again.
      onClose={(event) => !event.currentTarget.open && onClose()}
    >
      <div className={styles.sheet}>
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {hasCross && (
            <button type="button" className={styles.close} onClick={() => mayClose() && onClose()}>
              <IconX size={22} aria-hidden />
              <span className="visually-hidden">Close</span>
            </button>
          )}
        </div>
        {children}
      </div>
    </dialog>
  );
}
