import { useEffect, useId, useRef } from "react";
import IconX from "@tabler/icons-react/dist/esm/icons/IconX.mjs";
import styles from "#src/ui/dialog.module.css";
import { useBackCloses } from "#src/ui/use-back-closes.ts";

type DialogProps = {
  title: string;
  /** What it acts on, under the title: the event's name. */
  about?: string;
  /** For two columns. */
  isWide?: boolean;
  /** False if only the dialog's own buttons may close it: no close button. */
  hasCross?: boolean;
  /** Asked before Escape, Back or the close button closes it; return false to protect unsaved input. */
  mayClose?: () => boolean;
  /** Called when the dialog closes; the parent unmounts it. */
  onClose: () => void;
  children: React.ReactNode;
};

/** A native modal dialog, open while rendered. The browser traps the focus and restores it on close. */
export function Dialog({
  title,
  about,
  isWide = false,
  hasCross = true,
  mayClose = () => hasCross,
  ...props
}: DialogProps) {
  const { onClose, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const aboutId = useId();
  useBackCloses(true, () => mayClose() && onClose());
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
      aria-describedby={about && aboutId}
      onCancel={(event) => {
        if (event.target === event.currentTarget && !mayClose()) event.preventDefault();
      }}
      // The event is delivered late: the dialog may be open again.
      onClose={(event) => !event.currentTarget.open && onClose()}
    >
      <div className={styles.sheet}>
        <div className={styles.head}>
          <div>
            <h2 id={titleId} className={styles.title}>
              {title}
            </h2>
            {about && (
              <p id={aboutId} className={styles.about}>
                {about}
              </p>
            )}
          </div>
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
