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

type UndoNoticeProps = { deed: Deed | null; onClose: () => void; onUndone: () => void };

/** What was just done, with an undo where there is one. */
export function UndoNotice({ deed, onClose, onUndone }: UndoNoticeProps) {
  const [said, setSaid] = useState<{ key: string; words: string; isDone: boolean } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const key = deed ? JSON.stringify(deed) : "";
  const now = said?.key === key ? said : null;
  async function undo(): Promise<void> {
    if (!deed || isBusy) return;
    setIsBusy(true);
    const { isDone, words } = await undoEntries(deed.auditIds);
    setIsBusy(false);
    setSaid({ key, words, isDone });
    if (isDone) onUndone();
  }
  return (
    <div role="status" className={styles.deed}>
      {deed && (
        <Notice kind={now && !now.isDone ? "warning" : "info"} title={now ? now.words : deed.words}>
          <div className={styles.actions}>
            {deed.auditIds.length > 0 && !now?.isDone && (
              <Button variant="quiet" aria-disabled={isBusy} onClick={() => void undo()}>
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
