import { useState } from "react";
import styles from "#src/features/console/components/panel.module.css";
import { aboutWords, differenceOf, type Line } from "#src/features/history/components/difference.ts";
import { EntrySentence, importWords, isWholeSaid } from "#src/features/history/components/entry-sentence.tsx";
import { actionWords, UNDO_WORDS } from "#src/features/history/components/log-words.ts";
import type { MomentWords } from "#src/features/history/components/value-words.ts";
import logs from "#src/features/console/components/log.module.css";
import { useMoments } from "#src/ui/moments.ts";
import { undoEntries, undoLabel, type UndoOutcome } from "#src/features/console/components/undo-notice.tsx";
import type { AuditEntry } from "#src/features/history/schema.ts";
import { counted } from "#src/shared/counted.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { Notice } from "#src/ui/notice.tsx";

function Difference({ lines }: { lines: readonly Line[] }) {
  return (
    <dl className={logs.lines}>
      {lines.map(({ what, word, before, after }, index) => (
        // Two who became part of one have the same words before them.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={`${what} ${index}`} className={logs.line}>
          <dt>{what}</dt>
          <dd>
            {word !== null && `${word}${before === after ? "" : ": "}`}
            {before !== null && (
              <del>
                {word === null && <span className="visually-hidden">before: </span>}
                {before}
              </del>
            )}
            {before !== null && after !== null && <span aria-hidden> → </span>}
            {after !== null && (
              <ins>
                {word === null && <span className="visually-hidden">after: </span>}
                {after}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What an undo restores: an import's number of people, else the person or event. */
const undoneWords = (entry: AuditEntry) =>
  entry.action === "users_imported" ? importWords(entry.after) : entry.subjects[0]?.name || aboutWords(entry);

type UndoDialogProps = { entry: AuditEntry; onClose: () => void; onUndone: () => void };

/** What an undo would change: settings with their values, as they are → as they were. Other entries name a person or event. */
const undoneLines = ({ action, before, after }: AuditEntry, momentWords: MomentWords) =>
  action === "settings_changed" ? differenceOf({ before: after, after: before }, momentWords) : [];

/** Explains an undo before it runs, and shows its result. */
function UndoDialog({ entry, onClose, onUndone }: UndoDialogProps) {
  const [said, setSaid] = useState<UndoOutcome | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const about = undoneWords(entry);
  const lines = undoneLines(entry, useMoments().momentWords);
  const close = () => (said?.isDone ? onUndone() : onClose());
  async function undo(): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    setSaid(await undoEntries([entry.id], said?.asksFor ? [said.asksFor] : []));
    setIsBusy(false);
  }
  return (
    <Dialog title="Undo this?" mayClose={() => !isBusy} onClose={close}>
      <div className={styles.form}>
        <p>
          <strong>{actionWords(entry.action)}</strong>
          {about !== "" && `: ${about}`}
        </p>
        {lines.length > 0 && (
          <div className={logs.scroll} tabIndex={0} role="region" aria-label="What the undo changes">
            <Difference lines={lines} />
          </div>
        )}
        <p>{UNDO_WORDS[entry.action]}</p>
        <div role="status">{said && <Notice kind={said.isDone ? "info" : "warning"} title={said.words} />}</div>
        <div className="buttons">
          {!said?.isDone && (
            <Button aria-disabled={isBusy || undefined} onClick={() => void undo()}>
              {undoLabel(said?.asksFor ?? null, isBusy)}
            </Button>
          )}
          <Button variant="quiet" disabled={isBusy} onClick={close}>
            {said?.isDone ? "Done" : "Cancel"}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Whether the entry shows details of the action rather than changes to one person or event. */
const hasDetails = ({ action, undid }: AuditEntry) =>
  ["users_imported", "users_exported", "payments_exported"].includes(undid ?? action);

type AuditEntryCardProps = { entry: AuditEntry; onActor: (email: string) => void; onUndone: () => void };

/** One entry of the audit log. */
export function AuditEntryCard({ entry, onActor, onUndone }: AuditEntryCardProps) {
  const { momentWords } = useMoments();
  const [isUndoing, setIsUndoing] = useState(false);
  const lines = differenceOf(entry, momentWords);
  const about = aboutWords(entry);
  return (
    <li className={logs.entry}>
      <div className={logs.top}>
        <h3 className={logs.what}>
          <EntrySentence entry={entry} onActor={onActor} />
        </h3>
        <time dateTime={entry.createdAt} className="quiet">
          {momentWords(entry.createdAt)}
        </time>
      </div>
      {lines.length > (isWholeSaid(entry) ? 1 : 0) && (
        <details className={logs.details}>
          <summary>{hasDetails(entry) ? "Details" : counted(lines.length, "change", "changes")}</summary>
          <Difference lines={lines} />
        </details>
      )}
      {entry.undoneAt !== null && (
        <p className={logs.undone}>
          Undone by {entry.undoneByName || entry.undoneBy}, {momentWords(entry.undoneAt)}
        </p>
      )}
      {entry.canUndo && (
        <Button variant="quiet" onClick={() => setIsUndoing(true)}>
          Undo
          <span className="visually-hidden">
            {" "}
            {actionWords(entry.action)} {about}
          </span>
        </Button>
      )}
      {isUndoing && (
        <UndoDialog
          entry={entry}
          onClose={() => setIsUndoing(false)}
          onUndone={() => {
            setIsUndoing(false);
            onUndone();
          }}
        />
      )}
    </li>
  );
}
