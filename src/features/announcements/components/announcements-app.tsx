import { useEffect, useRef, useState } from "react";
import styles from "#src/features/announcements/components/announcements.module.css";
import { RichView } from "#src/features/announcements/components/rich-view.tsx";
import { PATH, useKeptDraft } from "#src/features/announcements/components/use-draft.ts";
import { Write } from "#src/features/announcements/components/write.tsx";
import type { Announcement, AnnouncementsPage, Recipient, RecipientsPage } from "#src/features/announcements/schema.ts";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import { ListFrame } from "#src/features/console/components/list-frame.tsx";
import { LogPanel, LogTop } from "#src/features/console/components/log-panel.tsx";
import logs from "#src/features/console/components/log.module.css";
import { type PagedList, type PagedSource, usePagedList } from "#src/features/console/components/use-paged-list.ts";
import { lowerFirst } from "#src/features/console/components/kind-words.ts";
import { Button } from "#src/ui/button-link.tsx";
import { ConfirmButton } from "#src/ui/confirm-button.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { thenFocus } from "#src/ui/then-focus.ts";
import { Notice } from "#src/ui/notice.tsx";

const REFRESH_MS = 5000;

const SOURCE: PagedSource<AnnouncementsPage, Announcement> = {
  cursor: "after",
  read: ({ announcements, next }) => ({ items: announcements, next }),
};
const RECIPIENTS: PagedSource<RecipientsPage, Recipient> = {
  cursor: "after",
  read: ({ recipients, next }) => ({ items: recipients, next }),
};

const STATUS_WORDS = { waiting: "Waiting", sent: "Sent", skipped: "Not sent", failed: "Failed" } as const;

function statusWords({ status, recipients, counts }: Announcement): string {
  if (status === "scheduled") return "Scheduled. Recipients are counted when it’s sent.";
  if (status === "canceled") return "Canceled";
  const total = recipients.toLocaleString("en-US");
  if (status === "sending") return `Sending: ${(recipients - counts.waiting).toLocaleString("en-US")} of ${total}`;
  return status === "stopped" ? "Stopped" : `Sent to ${total}`;
}

/** Reloads wait for the previous one, because a new one would cancel it: on a slow connection none would finish. */
function useReloadWhile(
  isSending: boolean,
  { isBusy, reload }: Pick<PagedList<unknown, unknown>, "isBusy" | "reload">,
) {
  useEffect(() => {
    if (!isSending || isBusy) return;
    const timer = setTimeout(reload, REFRESH_MS);
    return () => clearTimeout(timer);
  }, [isSending, isBusy, reload]);
}

function Results({ announcement: { id, subject }, onClose }: { announcement: Announcement; onClose: () => void }) {
  const list = usePagedList<RecipientsPage, Recipient>(`${PATH}/${id}/recipients`, RECIPIENTS);
  useReloadWhile(list.items?.some(({ status }) => status === "waiting") ?? false, list);
  return (
    <Dialog title={`Mails of “${subject}”`} onClose={onClose}>
      <ListFrame
        list={list}
        what={["mail", "mails"]}
        empty={<p>The outbox keeps results for 90 days. There are none left.</p>}
      >
        {(items) => (
          <ul className={styles.recipients}>
            {items.map((recipient) => (
              <li key={recipient.id}>
                <span>{recipient.email}</span>
                <span className="quiet">
                  {STATUS_WORDS[recipient.status]}
                  {recipient.lastError !== "" && `: ${recipient.lastError}`}
                </span>
              </li>
            ))}
          </ul>
        )}
      </ListFrame>
    </Dialog>
  );
}

const STOP_WORDS = {
  scheduled: { press: "Cancel", ask: "Cancel this announcement? Nobody gets it then.", sure: "Yes, cancel it" },
  sending: {
    press: "Stop sending",
    ask: "Stop the mails that still wait? You can’t continue later.",
    sure: "Yes, stop",
  },
} as const;

type StopProps = { status: keyof typeof STOP_WORDS; subject: string; isBusy: boolean; onStop: () => void };

/** Cancels or stops after a confirmation. */
function Stop({ status, subject, isBusy, onStop }: StopProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { press, ask, sure } = STOP_WORDS[status];
  if (!isAsking)
    return (
      <Button variant="quiet" onClick={() => setIsAsking(true)}>
        {press}
        <span className="visually-hidden"> {subject}</span>
      </Button>
    );
  return (
    <div role="group" aria-label={ask} className={styles.asking}>
      <p>{ask}</p>
      <div className="buttons">
        <ConfirmButton aria-disabled={isBusy || undefined} onClick={onStop}>
          {isBusy ? "Stopping…" : sure}
        </ConfirmButton>
        <Button variant="quiet" onClick={() => setIsAsking(false)} ref={(button) => button?.focus()}>
          Not now
        </Button>
      </div>
    </div>
  );
}

function Item({ announcement, onChanged }: { announcement: Announcement; onChanged: () => void }) {
  const { id, subject, body, to, status, counts, author, sendAt } = announcement;
  const [said, setSaid] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [hasResults, setHasResults] = useState(false);
  const result = useRef<HTMLDivElement>(null);
  async function stop(): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    const answer = await consoleFetch<{ message: string }>(`${PATH}/${id}/stop`, { method: "POST", body: {} });
    setIsBusy(false);
    setSaid(answer.ok ? answer.value.message : answer.message);
    onChanged();
    // The focused button is gone.
    result.current?.focus();
  }
  return (
    <li className={logs.entry}>
      <LogTop what={subject} about={`to ${lowerFirst(to)}`} at={sendAt} />
      <p>
        {statusWords(announcement)}
        {author !== "" && <span className="quiet"> · written by {author}</span>}
      </p>
      {/* Mails are deleted 90 days after sending. */}
      {Object.values(counts).some((count) => count > 0) && (
        <p className={styles.counts}>
          {(["sent", "waiting", "failed", "skipped"] as const).map((name) => (
            <span key={name}>
              {STATUS_WORDS[name]}: {counts[name].toLocaleString("en-US")}
            </span>
          ))}
        </p>
      )}
      <details>
        <summary>Show message</summary>
        <div className={styles.letter}>
          <RichView doc={body} />
        </div>
      </details>
      <div ref={result} role="status" tabIndex={-1}>
        {said}
      </div>
      <div className="buttons">
        {announcement.recipients > 0 && (
          <Button variant="quiet" onClick={() => setHasResults(true)}>
            Show results<span className="visually-hidden"> of {subject}</span>
          </Button>
        )}
        {(status === "scheduled" || status === "sending") && (
          <Stop status={status} subject={subject} isBusy={isBusy} onStop={() => void stop()} />
        )}
      </div>
      {hasResults && <Results announcement={announcement} onClose={() => setHasResults(false)} />}
    </li>
  );
}

/** Announcements: the form, and each one's delivery. */
export function AnnouncementsApp() {
  const list = usePagedList<AnnouncementsPage, Announcement>(PATH, SOURCE);
  const kept = useKeptDraft();
  const [isWriting, setIsWriting] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const isSending = list.items?.some(({ status }) => status === "sending") ?? false;
  useReloadWhile(isSending, list);
  const close = () =>
    thenFocus(
      () => setIsWriting(false),
      () => document.querySelector<HTMLElement>("#announcements + button"),
    );
  return (
    <LogPanel
      id="announcements"
      title="Announcements"
      button={isWriting ? null : { label: "Write announcement", onClick: () => setIsWriting(true) }}
      filters={
        <>
          <div role="status">{said !== null && <Notice title={said} />}</div>
          {isWriting && (
            <Write
              kept={kept}
              onClose={close}
              onSent={(words) => {
                setSaid(words);
                close();
                list.reload();
              }}
            />
          )}
        </>
      }
      list={list}
      what={["announcement", "announcements"]}
      empty={
        !isWriting && (
          <EmptyState picture="joined" title="No announcements yet" text="Write to your members by email." />
        )
      }
    >
      {(announcement) => (
        <Item
          key={announcement.id}
          announcement={announcement}
          onChanged={() => {
            setSaid(null);
            list.reload();
          }}
        />
      )}
    </LogPanel>
  );
}
