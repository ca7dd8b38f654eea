import { useEffect, useId, useRef, useState } from "react";
import IconX from "@tabler/icons-react/dist/esm/icons/IconX.mjs";
import styles from "#src/ui/dialog.module.css";
import { LeaveQuestion } from "#src/ui/leave-question.tsx";
import { useBackCloses } from "#src/ui/use-back-closes.ts";
import { useTyped } from "#src/ui/use-typed.ts";

type DialogProps = {
  title: string;
  /** The subject, under the title: the event's name. */
  about?: string;
  /** Wide enough for two columns. */
  isWide?: boolean;
  /** False if only the dialog's own buttons may close it: no close button. */
  hasCross?: boolean;
  /** Whether Escape, Back and the close button may close it now: false during a submission. */
  mayClose?: () => boolean;
  /** Whether closing would lose input, so a confirmation is shown. By default, whether something was typed. */
  hasAnswers?: boolean;
  /** Called when the dialog closes; the parent unmounts it. */
  onClose: () => void;
  children: React.ReactNode;
};

const FOCUSABLE = "a[href], button, input, select, textarea, [tabindex]";
const TEXT = ":is(input:not([type=checkbox], [type=radio], [type=file]), textarea):enabled:read-write";

/**
 * Focuses the first control if it is a text field, else the dialog itself, where keys do nothing. Always the dialog on
 * touch screens, so the on-screen keyboard stays closed.
 */
function focusFirst(dialog: HTMLDialogElement, content: HTMLElement | null): void {
  const first = content?.querySelector<HTMLElement>(FOCUSABLE);
  const field = first?.matches(TEXT) && matchMedia("(pointer: fine)").matches ? first : dialog;
  field.focus();
  if (field instanceof HTMLTextAreaElement) field.setSelectionRange(field.value.length, field.value.length);
}

/** Opens the dialog while it is rendered, and restores the focus afterwards. */
function useModal(content: React.RefObject<HTMLElement | null>) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    if (element) focusFirst(element, content.current);
    return () => {
      element?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [content]);
  return dialog;
}

type Leaving = { mayClose: () => boolean; hasAnswers: () => boolean; onClose: () => void };

/**
 * Leaves the dialog, or first asks if input would be lost. A second request to leave answers the question with "stay".
 */
function useLeaving({ mayClose, hasAnswers, onClose }: Leaving) {
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = () => {
    if (!mayClose()) return;
    if (hasAnswers()) setIsLeaving(!isLeaving);
    else onClose();
  };
  return { isLeaving, stay: () => setIsLeaving(false), leave };
}

function Cross({ onPress }: { onPress: () => void }) {
  return (
    <button type="button" className={styles.close} onClick={onPress}>
      <IconX size={22} aria-hidden />
      <span className="visually-hidden">Close</span>
    </button>
  );
}

/** A native modal dialog, open while rendered. The browser traps the focus. */
export function Dialog({
  title,
  about,
  isWide = false,
  hasCross = true,
  mayClose = () => hasCross,
  hasAnswers,
  ...props
}: DialogProps) {
  const { onClose, children } = props;
  const content = useRef<HTMLDivElement>(null);
  // Before the dialog opens, because opening focuses a field.
  const { hasTyped, focusLast } = useTyped(content);
  const dialog = useModal(content);
  const titleId = useId();
  const aboutId = useId();
  const { isLeaving, stay, leave } = useLeaving({ mayClose, hasAnswers: () => hasAnswers ?? hasTyped(), onClose });
  useBackCloses(true, leave);
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      className={isWide ? `${styles.dialog} ${styles.wide}` : styles.dialog}
      aria-labelledby={titleId}
      aria-describedby={about && aboutId}
      onCancel={(event) => {
        if (event.target !== event.currentTarget || !event.cancelable) return;
        event.preventDefault();
        leave();
      }}
      onClose={({ currentTarget }) => {
        // The close event is asynchronous: the dialog may be open again, or unmounted.
        if (currentTarget.open || !currentTarget.isConnected) return;
        // Browsers let a page cancel only a few Escapes in a row, so reopen it.
        currentTarget.showModal();
        leave();
      }}
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
          {hasCross && <Cross onPress={leave} />}
        </div>
        <div ref={content}>{children}</div>
        {isLeaving && <LeaveQuestion onStay={stay} onLeave={onClose} focusBack={focusLast} />}
      </div>
    </dialog>
  );
}
