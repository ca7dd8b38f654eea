import { useEffect, useId, useRef, useState } from "react";
import IconX from "@tabler/icons-react/dist/esm/icons/IconX.mjs";
import styles from "#src/ui/dialog.module.css";
import { LeaveQuestion } from "#src/ui/leave-question.tsx";
import { useBackCloses } from "#src/ui/use-back-closes.ts";
import { useTyped } from "#src/ui/use-typed.ts";

type DialogProps = {
  title: string;
  /** What it acts on, under the title: the event's name. */
  about?: string;
  /** For two columns. */
  isWide?: boolean;
  /** False if only the dialog's own buttons may close it: no close button. */
  hasCross?: boolean;
  /** Whether Escape, Back and the close button may close it now: not while something is sent. */
  mayClose?: () => boolean;
  /** Whether closing it would lose answers, which is asked about first. By default, whether something was typed. */
  hasAnswers?: boolean;
  /** Called when the dialog closes; the parent unmounts it. */
  onClose: () => void;
  children: React.ReactNode;
};

const FOCUSABLE = "a[href], button, input, select, textarea, [tabindex]";
const TEXT = ":is(input:not([type=checkbox], [type=radio], [type=file]), textarea):enabled:read-write";

/**
 * Focuses the text field that comes first, at the end of its text, or the dialog itself, where keys do nothing. With a
 * finger no keyboard comes up unasked.
 */
function focusFirst(dialog: HTMLDialogElement, content: HTMLElement | null): void {
  const first = content?.querySelector<HTMLElement>(FOCUSABLE);
  const field = first?.matches(TEXT) && matchMedia("(pointer: fine)").matches ? first : dialog;
  field.focus();
  if (field instanceof HTMLTextAreaElement) field.setSelectionRange(field.value.length, field.value.length);
}

/** Opens the dialog while it is rendered, and gives the focus back afterwards. */
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

/** Leaves the dialog, or first asks where answers would be lost. Asked to leave once more, it stays. */
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
  // Before the dialog opens, which focuses a field.
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
        // Delivered late: it may be open again, or gone.
        if (currentTarget.open || !currentTarget.isConnected) return;
        // A browser lets a page refuse only a few Escapes in a row.
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
