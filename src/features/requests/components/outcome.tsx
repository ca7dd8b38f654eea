import { useEffect, useRef } from "react";
import { UndoNotice, useUndo } from "#src/features/console/components/undo-notice.tsx";
import { useMessages } from "#src/features/requests/components/use-messages.ts";
import styles from "#src/features/requests/components/outcome.module.css";
import type { Said } from "#src/features/requests/components/use-decisions.ts";
import type { DeskTools } from "#src/features/requests/components/use-desk.ts";
import { CopyButton } from "#src/ui/copy-button.tsx";
import { Notice } from "#src/ui/notice.tsx";

/** The approved people, whose welcome message can still be copied. */
function Approved({ desk }: { desk: DeskTools }) {
  const messages = useMessages();
  return (
    <ul className={styles.approved} aria-label="Approved just now">
      {desk.desk.approved.map(({ requestId, nickname }) => (
        <li key={requestId} className={styles.person}>
          <span className={styles.name}>{nickname || "Someone without a name"}</span>
          <CopyButton label="Copy welcome" text={() => messages.welcome(nickname)} />
          <button type="button" className={styles.away} onClick={() => desk.putAway(requestId)}>
            Dismiss<span className="visually-hidden"> {nickname}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

type OutcomeProps = { said: Said | null; desk: DeskTools; onClose: () => void; onUndone: () => void };

/** The result of the last action, above the list, so that it covers no card. Scrolls itself into view. */
export function Outcome({ said, desk, onClose, onUndone }: OutcomeProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (said) box.current?.scrollIntoView({ block: "nearest" });
  }, [said]);
  const deed = said?.kind === "done" ? { words: said.words, auditIds: said.auditIds ?? [] } : null;
  const undo = useUndo(deed, onUndone);
  return (
    <div ref={box} className={styles.outcome}>
      <UndoNotice undo={undo} onClose={onClose} />
      {said?.kind === "error" && (
        <Notice kind="error">
          <p>{said.words}</p>
        </Notice>
      )}
      {desk.desk.approved.length > 0 && <Approved desk={desk} />}
    </div>
  );
}
