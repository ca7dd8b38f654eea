import look from "#src/features/events/court-follow/components/board.module.css";
import type { HostTools, SyncState } from "#src/features/events/court-sync/components/use-host-board.ts";
import type { CourtsView } from "#src/features/events/courts/schema.ts";
import { Notice } from "#src/ui/notice.tsx";
import { TextButton } from "#src/ui/text-button.tsx";

const SYNC_WORDS = {
  saved: "Saved.",
  saving: "Saving…",
  waiting: "No connection. The board is saved on this phone and will sync when you are back online.",
} as const;

/** The audience of a saved board; unknown until the server has responded. */
function seenBy(host: CourtsView["host"]): string {
  if (!host) return "";
  return host.link
    ? " Everyone who follows the board sees it."
    : " Players with an account see it; the others need the link below.";
}

type SyncProps = { sync: SyncState; isNew: boolean; host: CourtsView["host"] };

/** The sync state of the host's actions. Empty for a board that was never saved. */
export function Sync({ sync, isNew, host }: SyncProps) {
  if (sync.kind === "refused")
    return (
      <Notice kind="error" title="The board could not be saved">
        <p>{sync.message} It stays on this phone.</p>
      </Notice>
    );
  return (
    <p className={look.sync} data-kind={sync.kind} role="status">
      {sync.kind !== "saved" ? SYNC_WORDS[sync.kind] : isNew ? null : SYNC_WORDS.saved + seenBy(host)}
    </p>
  );
}

/** This phone's scores that lost to another phone's. */
export function Overruled({ tools: { overruled, dismiss } }: { tools: HostTools }) {
  if (overruled.length === 0) return null;
  return (
    <Notice kind="error" title="Another phone entered these scores first">
      {overruled.map((words) => (
        <p key={words}>{words}</p>
      ))}
      <p>If yours is right, correct it under “Games played”.</p>
      <TextButton onClick={dismiss}>Got it</TextButton>
    </Notice>
  );
}
