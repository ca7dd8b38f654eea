import { useState } from "react";
import styles from "#src/features/console/components/panel.module.css";
import { kindWords } from "#src/features/console/components/kind-words.ts";
import logs from "#src/features/console/components/log.module.css";
import { useMoments } from "#src/ui/moments.ts";
import { useAddress } from "#src/ui/use-address.ts";
import { type PagedSource, usePagedList } from "#src/features/console/components/use-paged-list.ts";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import type { OutboxMail, OutboxPage } from "#src/features/mail-log/schema.ts";
import { Button } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { LogPanel, LogTop } from "#src/features/console/components/log-panel.tsx";

const SOURCE: PagedSource<OutboxPage, OutboxMail> = {
  cursor: "after",
  read: ({ mails, next }) => ({ items: mails, next }),
};

const STATUSES = [
  { status: "failed", label: "Failed" },
  { status: "waiting", label: "Waiting" },
  { status: "sent", label: "Sent" },
  { status: "skipped", label: "Not sent" },
] as const;
const MOST_COUNTED = 10_000;

function countWords(count: number | undefined): string {
  if (count === undefined) return "";
  return count >= MOST_COUNTED ? ` (${MOST_COUNTED.toLocaleString("en-US")}+)` : ` (${count})`;
}

function statusWords({ status, attempts, dueAt, doneAt }: OutboxMail, momentWords: (iso: string) => string): string {
  const tries = attempts === 1 ? "1 try" : `${attempts} tries`;
  if (status === "sent") return `Sent ${momentWords(doneAt ?? dueAt)}`;
  if (status === "skipped") return "Not sent: stopped, or no longer needed";
  if (status === "failed") return `Given up after ${tries}`;
  return attempts === 0 ? "Waits to be sent" : `Waits after ${tries}, again ${momentWords(dueAt)}`;
}

/** A mail and its status. */
export function MailEntry({ mail, onRetried }: { mail: OutboxMail; onRetried: () => void }) {
  const { momentWords } = useMoments();
  const [said, setSaid] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  async function retry(): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    const answer = await consoleFetch<{ message: string }>(`/api/admin/outbox/${mail.id}/retry`, {
      method: "POST",
      body: {},
    });
    setIsBusy(false);
    setSaid(answer.ok ? answer.value.message : answer.message);
    if (answer.ok) onRetried();
  }
  return (
    <li className={logs.entry} data-status={mail.status}>
      <LogTop
        what={mail.subject === "" ? kindWords(mail.kind) : `Announcement “${mail.subject}”`}
        about={`to ${mail.email}`}
        at={mail.createdAt}
      />
      <p className="quiet">{statusWords(mail, momentWords)}</p>
      {mail.lastError !== "" && (
        <Notice kind={mail.status === "failed" ? "warning" : "info"}>
          <p>{mail.lastError}</p>
        </Notice>
      )}
      <div role="status">{said}</div>
      {mail.status === "failed" && (
        <Button variant="quiet" aria-disabled={isBusy || undefined} onClick={() => void retry()}>
          Send again<span className="visually-hidden"> to {mail.email}</span>
        </Button>
      )}
    </li>
  );
}

/** The site's mails: waiting, sent, and failed with the reason. */
export function Outbox() {
  const [address, setAddress] = useAddress(["status"]);
  const status = STATUSES.some((one) => one.status === address.status) ? address.status : "";
  const list = usePagedList<OutboxPage, OutboxMail>(`/api/admin/outbox?${new URLSearchParams({ status })}`, SOURCE);
  const counts = list.answer?.counts;
  return (
    <LogPanel
      id="outbox"
      title="Outbox"
      button={{ label: "Refresh", onClick: list.reload }}
      filters={
        <div className={styles.nav} role="group" aria-label="Which mails">
          <button
            type="button"
            className={styles.pill}
            aria-pressed={status === ""}
            onClick={() => setAddress({ status: "" })}
          >
            All
          </button>
          {STATUSES.map((one) => (
            <button
              key={one.status}
              type="button"
              className={styles.pill}
              aria-pressed={status === one.status}
              onClick={() => setAddress({ status: one.status })}
            >
              {one.label}
              {countWords(counts?.[one.status])}
            </button>
          ))}
        </div>
      }
      list={list}
      what={["mail", "mails"]}
      empty={<EmptyState picture="joined" title={status === "" ? "No mails yet" : "No such mails"} />}
    >
      {(mail) => <MailEntry key={mail.id} mail={mail} onRetried={list.reload} />}
    </LogPanel>
  );
}
