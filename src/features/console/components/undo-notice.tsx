import { useEffect, useRef, useState } from "react";
import styles from "#src/features/console/components/panel.module.css";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Notice } from "#src/ui/notice.tsx";

type Deed = { readonly words: string; readonly auditIds: readonly string[] };

export type UndoOutcome = {
  readonly isDone: boolean;
  readonly words: string;
  /** The entry whose deleted person signed in again: `words` ask whether to merge. */
  readonly asksFor: string | null;
};

/**
 * Undoes audit log entries in reverse order and returns a message. `merged` lists entries whose question was answered
 * with yes.
 */
export async function undoEntries(auditIds: readonly string[], merged: readonly string[] = []): Promise<UndoOutcome> {
  const said: string[] = [];
  for (const id of auditIds.toReversed()) {
    const path = `/api/admin/audit/${id}/undo${merged.includes(id) ? "?merge=true" : ""}`;
    // oxlint-disable-next-line no-await-in-loop -- each undo may depend on the one before
    const answer = await consoleFetch<{ message: string }>(path, { method: "POST", body: {} });
    if (!answer.ok)
      return { isDone: false, words: answer.message, asksFor: answer.reason === "signed_in_again" ? id : null };
    said.push(answer.value.message);
  }
  const isSame = new Set(said).size === 1;
  const words = isSame && said.length > 1 ? `${said.length} records are back.` : said.join(" ");
  return { isDone: true, words, asksFor: null };
}

/** The label of the button that undoes. */
export function undoLabel(asksFor: string | null, isBusy: boolean): string {
  if (asksFor === null) return isBusy ? "Undoing…" : "Undo";
  return isBusy ? "Merging…" : "Undo and merge";
}

/**
 * The undo of the last action. Separate from its notice, which moves when the list reloads, so the result is not lost.
 */
export function useUndo(deed: Deed | null, onUndone: () => void) {
  const [outcome, setOutcome] = useState<(UndoOutcome & { key: string; merged: readonly string[] }) | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const key = deed ? JSON.stringify(deed) : "";
  const said = outcome?.key === key ? outcome : null;
  async function start(): Promise<void> {
    if (!deed || isBusy) return;
    setIsBusy(true);
    const merged = said?.asksFor ? [...said.merged, said.asksFor] : [];
    const came = await undoEntries(deed.auditIds, merged);
    setIsBusy(false);
    setOutcome({ key, merged, ...came });
    if (came.isDone) onUndone();
  }
  return { deed, said, isBusy, start };
}

/** The last action, with an undo if there is one. */
export function UndoNotice({ undo, onClose }: { undo: ReturnType<typeof useUndo>; onClose: () => void }) {
  const { deed, said, isBusy, start } = undo;
  const box = useRef<HTMLDivElement>(null);
  const words = said?.words ?? deed?.words;
  useEffect(() => {
    if (words !== undefined) box.current?.scrollIntoView({ block: "nearest" });
  }, [words]);
  return (
    <div ref={box} role="status" className={styles.deed}>
      {deed && (
        <Notice kind={said && !said.isDone ? "warning" : "info"} title={said ? said.words : deed.words}>
          <div className="buttons">
            {deed.auditIds.length > 0 && !said?.isDone && (
              <Button variant="quiet" aria-disabled={isBusy} onClick={() => void start()}>
                {undoLabel(said?.asksFor ?? null, isBusy)}
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
