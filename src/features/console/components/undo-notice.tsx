import { useState } from "react";
import styles from "#src/features/console/components/panel.module.css";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Notice } from "#src/ui/notice.tsx";

type Deed = { readonly words: string; readonly auditIds: readonly string[] };

/** Undoes entries of the log one after the other, the last first; says what came of it. */
export async function undoEntries(auditIds: readonly string[]): Promise<{ isDone: boolean; words: string }> {
  const said: string[] = [];
  for (const id of auditIds.toReversed()) {
    // oxlint-disable-next-line no-await-in-loop -- each undo may depend on the one before
    const answer = await consoleFetch<{ message: string }>(`/api/admin/audit/${id}/undo`, { method: "POST", body: {} });
    if (!answer.ok) return { isDone: false, words: answer.message };
    said.push(answer.value.message);
  }
  const isSame = new Set(said).size === 1;
  return { isDone: true, words: isSame && said.length > 1 ? `${said.length} records are back.` : said.join(" ") };
}

/**
 * The undo of what was just done. Held apart from its notice, which moves when the list around it is read again, and
 * what came of it must not be lost then.
 */
export function useUndo(deed: Deed | null, onUndone: () => void) {
  const [said, setSaid] = useState<{ key: string; words: string; isDone: boolean } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const key = deed ? JSON.stringify(deed) : "";
  async function start(): Promise<void> {
    if (!deed || isBusy) return;
    setIsBusy(true);
    const { isDone, words } = await undoEntries(deed.auditIds);
    setIsBusy(false);
    setSaid({ key, words, isDone });
    if (isDone) onUndone();
  }
  return { deed, said: said?.key === key ? said : null, isBusy, start };
}

/** The last action, with an undo if there is one. */
export function UndoNotice({ undo, onClose }: { undo: ReturnType<typeof useUndo>; onClose: () => void }) {
  const { deed, said, isBusy, start } = undo;
  return (
    <div role="status" className={styles.deed}>
      {deed && (
        <Notice kind={said && !said.isDone ? "warning" : "info"} title={said ? said.words : deed.words}>
          <div className={styles.actions}>
            {deed.auditIds.length > 0 && !said?.isDone && (
              <Button variant="quiet" aria-disabled={isBusy} onClick={() => void start()}>
                {isBusy ? "Undoing…" : "Undo"}
              </Button>
            )}
            <Button variant="quiet" onClick={onClose}>
              Close
            </Button>
          </div>
        </Notice>
      )}
    </div>
  );
}
