import { useRef, useState } from "react";
import styles from "#src/features/factors/components/factors.module.css";
import type { MemberAnswer } from "#src/features/identity/member-fetch.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";

type RemoveDialogProps<T> = {
  title: string;
  text: string;
  action: readonly [idle: string, busy: string];
  send: () => Promise<MemberAnswer<T>>;
  onClose: () => void;
  onDone: (value: T) => void;
};

/** Confirms the removal of a factor and reports a failure. */
export function RemoveDialog<T>({ title, text, action, send, onClose, onDone }: RemoveDialogProps<T>) {
  const isUnderWay = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [idle, busy] = action;
  async function run(): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsBusy(true);
    setFailure(null);
    const answer = await send();
    isUnderWay.current = false;
    setIsBusy(false);
    if (!answer.ok) return setFailure(answer.message);
    onDone(answer.value);
    onClose();
  }
  return (
    <Dialog title={title} mayClose={() => !isUnderWay.current} onClose={onClose}>
      <div className={styles.stack}>
        <p>{text}</p>
        <div role="alert">{failure !== null && <p className={styles.fault}>{failure}</p>}</div>
        <div className={styles.actions}>
          <Button
            variant="quiet"
            className={styles.danger ?? ""}
            aria-disabled={isBusy || undefined}
            onClick={() => void run()}
          >
            {isBusy ? busy : idle}
          </Button>
          <Button variant="quiet" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
