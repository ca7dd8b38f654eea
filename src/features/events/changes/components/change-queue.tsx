import { useState } from "react";
import { Link } from "react-router";
import { type PagedSource, usePagedList } from "#src/features/console/components/use-paged-list.ts";
import { UndoNotice, useUndo } from "#src/features/console/components/undo-notice.tsx";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import { Queue, Sent } from "#src/features/events/review/components/queue.tsx";
import { Refusal, useRefusal } from "#src/features/events/review/components/refusal.tsx";
import styles from "#src/features/events/review/components/review.module.css";
import { FAILED_TO_LOAD_CHANGES } from "#src/features/events/changes/messages.ts";
import type { ChangesToDecide, ChangeToDecide, DecidedChange } from "#src/features/events/changes/schema.ts";
import { SettingChanges } from "#src/features/events/changes/components/setting-changes.tsx";
import { Button } from "#src/ui/button-link.tsx";
import { FailureNotice } from "#src/ui/notice.tsx";

const PATH = "/api/admin/event-changes";

type Deed = { readonly words: string; readonly auditIds: readonly string[] };

type Decided = { readonly onDone: (deed: Deed) => void; readonly onStale: () => void };

/** Decides about one change, in the version that is shown. */
function useDeciding({ event, version }: ChangeToDecide, { onDone, onStale }: Decided) {
  const [problem, setProblem] = useState<string | null>(null);
  const [sending, setSending] = useState<"publish" | "refuse" | null>(null);
  const refusal = useRefusal(`change:${event.socialEventId}`, (reason) => send("refuse", reason));
  async function send(what: "publish" | "refuse", reason?: string): Promise<void> {
    if (sending !== null) return;
    setSending(what);
    setProblem(null);
    const path = `${PATH}/${encodeURIComponent(event.socialEventId)}/${what}`;
    const answer = await consoleFetch<DecidedChange>(path, { method: "POST", body: { version, reason } });
    setSending(null);
    if (!answer.ok) {
      if (answer.reason === "changed_meanwhile") onStale();
      return setProblem(answer.message);
    }
    refusal.forget();
    onDone({ words: answer.value.message, auditIds: [answer.value.auditId] });
  }
  return { refusal, problem, sending, send };
}

function Change({ item, ...decided }: Decided & { item: ChangeToDecide }) {
  const { event, before, after, scope } = item;
  const { refusal, problem, sending, send } = useDeciding(item, decided);
  const [isRefusing, setIsRefusing] = useState(refusal.reason !== "");
  return (
    <li className={styles.change}>
      <div>
        <p className={styles.title} id={`change-${event.socialEventId}`}>
          <Link to={`/events/${event.socialEventId}`}>{event.title}</Link>
        </p>
        <p className="quiet">
          {event.weekday.slice(0, 3)}, {event.shortDate}, {event.time} · {event.going} going
          {scope === "following" && " · also for the later events in this series"}
        </p>
        <Sent at={item.proposedAt} by={item.host} />
      </div>
      <SettingChanges before={before} after={after} />
      <FailureNotice words={problem} />
      {isRefusing ? (
        <Refusal refusal={refusal} isSending={sending === "refuse"} onBack={() => setIsRefusing(false)} />
      ) : (
        <div className={styles.actions}>
          <Button
            aria-disabled={sending !== null || undefined}
            aria-describedby={`change-${event.socialEventId}`}
            onClick={() => void send("publish")}
          >
            {sending === "publish" ? "Publishing…" : "Publish change"}
          </Button>
          <Button
            variant="quiet"
            aria-describedby={`change-${event.socialEventId}`}
            onClick={() => setIsRefusing(true)}
          >
            Refuse…
          </Button>
        </div>
      )}
    </li>
  );
}

const SOURCE: PagedSource<ChangesToDecide, ChangeToDecide> = {
  cursor: "after",
  read: ({ changes, next }) => ({ items: changes, next }),
};

/**
 * Hosts' changes to published events that wait for review, longest waiting first. Renders nothing while the queue is
 * empty.
 */
export function ChangeQueue({ onPublished }: { onPublished: () => Promise<void> }) {
  const list = usePagedList(PATH, SOURCE);
  const [deed, setDeed] = useState<Deed | null>(null);
  function refresh(): void {
    list.reload();
    void onPublished();
  }
  const undo = useUndo(deed, refresh);
  function finish(done: Deed): void {
    setDeed(done);
    refresh();
  }
  return (
    <Queue
      id="event-changes"
      title="Changes to published events"
      list={list}
      failed={FAILED_TO_LOAD_CHANGES}
      empty="No changes to review."
      decided={<UndoNotice undo={undo} onClose={() => setDeed(null)} />}
    >
      {(items) =>
        // Not keyed by version, so that an error about an older version stays visible beside the new one.
        items.map((item) => <Change key={item.event.socialEventId} item={item} onDone={finish} onStale={list.reload} />)
      }
    </Queue>
  );
}
