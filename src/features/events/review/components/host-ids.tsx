import { useState } from "react";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import { type PagedSource, usePagedList } from "#src/features/console/components/use-paged-list.ts";
import { IssueHostId } from "#src/features/events/review/components/issue-host-id.tsx";
import styles from "#src/features/events/review/components/review.module.css";
import { FAILED_TO_LOAD_HOST_IDS } from "#src/features/events/review/messages.ts";
import type { HostIdEntry, HostIdList } from "#src/features/events/review/schema/host-ids.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { useMoments } from "#src/ui/moments.ts";
import { FailureNotice, Notice } from "#src/ui/notice.tsx";

const PATH = "/api/admin/host-ids";

function ownerWords({ person }: HostIdEntry): string {
  if (person === null) return "Anyone who has it";
  return person.name === "" ? person.email : `${person.name} (${person.email})`;
}

type RevokeProps = { entry: HostIdEntry; onDone: () => void; onClose: () => void };

function RevokeDialog({ entry, onDone, onClose }: RevokeProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  async function revoke(): Promise<void> {
    if (isSending) return;
    setIsSending(true);
    const answer = await consoleFetch(`${PATH}/${encodeURIComponent(entry.id)}/revoke`, { method: "POST" });
    setIsSending(false);
    if (answer.ok) onDone();
    else setProblem(answer.message);
  }
  return (
    <Dialog title={`Revoke “${entry.label}”?`} mayClose={() => !isSending} onClose={onClose}>
      <div className={styles.form}>
        <p>New events with this Host ID wait for review. Published events stay published.</p>
        <FailureNotice words={problem} />
        <div className={styles.actions}>
          <Button aria-disabled={isSending} onClick={() => void revoke()}>
            {isSending ? "Revoking…" : "Revoke it"}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Keep it
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function HostIdItem({ entry, onRevoke }: { entry: HostIdEntry; onRevoke: () => void }) {
  const { dayWords } = useMoments();
  const { id, label, createdAt, revokedAt } = entry;
  return (
    <li className={styles.held}>
      <div>
        <p className={styles.title} id={`host-id-${id}`}>
          {label}
        </p>
        <p className="quiet">
          {ownerWords(entry)} · since {dayWords(createdAt)}
        </p>
      </div>
      {revokedAt === null ? (
        <Button variant="quiet" aria-describedby={`host-id-${id}`} onClick={onRevoke}>
          Revoke…
        </Button>
      ) : (
        <span className={styles.mark} data-tone="plain">
          Revoked {dayWords(revokedAt)}
        </span>
      )}
    </li>
  );
}

type EntriesProps = { entries: readonly HostIdEntry[]; onRevoke: (entry: HostIdEntry) => void };

function HostIdEntries({ entries, onRevoke }: EntriesProps) {
  if (entries.length === 0) return <p className="quiet">No Host ID was issued yet.</p>;
  return (
    <ul className={styles.queue} aria-label="Issued Host IDs">
      {entries.map((entry) => (
        <HostIdItem key={entry.id} entry={entry} onRevoke={() => onRevoke(entry)} />
      ))}
    </ul>
  );
}

const SOURCE: PagedSource<HostIdList, HostIdEntry> = {
  cursor: "after",
  read: ({ hostIds, next }) => ({ items: hostIds, next }),
};

function Opened() {
  const { items, next, failure, isBusy, more, reload } = usePagedList(PATH, SOURCE);
  const [revoking, setRevoking] = useState<HostIdEntry | null>(null);
  return (
    <div className={styles.form}>
      <p className="quiet">Events created with a Host ID skip review. Give each host their own.</p>
      <IssueHostId onIssued={reload} />
      {failure && items === null && (
        <Notice kind="error">
          <p>
            {FAILED_TO_LOAD_HOST_IDS} {failure.message}
          </p>
          <div>
            <Button variant="quiet" onClick={reload}>
              Try again
            </Button>
          </div>
        </Notice>
      )}
      {!failure && items === null && <div className={styles.line} aria-hidden />}
      {items !== null && <HostIdEntries entries={items} onRevoke={setRevoking} />}
      {next !== null && (
        <Button variant="quiet" aria-disabled={isBusy} onClick={more}>
          Show more
        </Button>
      )}
      {failure && items !== null && (
        <Notice kind="error">
          <p>{failure.message}</p>
        </Notice>
      )}
      {revoking && (
        <RevokeDialog
          entry={revoking}
          onClose={() => setRevoking(null)}
          onDone={() => {
            setRevoking(null);
            reload();
          }}
        />
      )}
    </div>
  );
}

/** The Host IDs, loaded when the section opens. */
export function HostIds() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles.details} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <h2>Host IDs</h2>
      </summary>
      {isOpen && <Opened />}
    </details>
  );
}
