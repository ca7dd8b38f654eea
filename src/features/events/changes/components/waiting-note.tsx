import { useState } from "react";
import { Link } from "react-router";
import { withdrawChange } from "#src/features/events/edit/components/edit-calls.ts";
import styles from "#src/features/events/edit/components/edit-event.module.css";
import { SettingChanges } from "#src/features/events/changes/components/setting-changes.tsx";
import type { EditedEvent } from "#src/features/events/edit/components/use-edit-event.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Notice } from "#src/ui/notice.tsx";

type WaitingNoteProps = { eventId: string; event: EditedEvent; onWithdrawn: () => Promise<void> };

function title({ mustWait, waiting }: EditedEvent): string {
  if (waiting?.refusal !== null) return "An organizer did not publish this change";
  return mustWait ? "Your change waits for an organizer" : "A change by the host waits for an organizer";
}

/** An unpublished change: its settings, the reason if it was refused, and the next actions. */
export function WaitingNote({ eventId, event, onWithdrawn }: WaitingNoteProps) {
  const { waiting, published, mustWait } = event;
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  if (waiting === null) return null;

  async function withdraw(): Promise<void> {
    if (isSending) return;
    setIsSending(true);
    const answer = await withdrawChange(eventId);
    // Decided already; the event shows the outcome.
    const isGone = answer.ok || answer.status === 404;
    setFailure(isGone ? null : answer.message);
    if (isGone) await onWithdrawn();
    setIsSending(false);
  }

  return (
    <div className={styles.waiting}>
      <Notice kind={waiting.refusal === null ? "info" : "warning"} title={title(event)}>
        {waiting.refusal !== null && <p>They wrote: {waiting.refusal}</p>}
        <p>
          Guests see the event as it was.{" "}
          {waiting.refusal === null
            ? "We'll mail you when it's decided. Save again below to replace what you proposed."
            : "Change it below and save to ask again, or withdraw it."}
          {waiting.scope === "following" && " It also applies to the later events in this series."}
        </p>
        <SettingChanges before={published} after={waiting.change} />
        {failure !== null && <p role="alert">{failure}</p>}
        <div className="buttons">
          <Button variant="quiet" aria-disabled={isSending || undefined} onClick={() => void withdraw()}>
            {isSending ? "Withdrawing…" : "Withdraw change"}
          </Button>
          {!mustWait && <Link to="/admin?tab=events">Decide in the console</Link>}
        </div>
      </Notice>
    </div>
  );
}
