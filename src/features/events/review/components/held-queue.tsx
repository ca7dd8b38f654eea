import { useEffect, useRef, useState } from "react";
import { type PagedSource, usePagedList } from "#src/features/console/components/use-paged-list.ts";
import { HeldDialog } from "#src/features/events/review/components/held-dialog.tsx";
import styles from "#src/features/events/review/components/review.module.css";
import { FAILED_TO_LOAD_HELD } from "#src/features/events/review/messages.ts";
import type { HeldEvent, HeldEvents } from "#src/features/events/review/schema/held-events.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Notice } from "#src/ui/notice.tsx";

const PATH = "/api/admin/events";

function makerWords({ maker, createdAt }: HeldEvent): string {
  const since = new Date(createdAt).toLocaleDateString("en-US", { month: "short", day: "numeric" });
  if (maker === null) return `Sent ${since} by somebody whose account is deleted`;
  return `Sent ${since} by ${maker.name === "" ? maker.email : `${maker.name} (${maker.email})`}`;
}

function HeldItem({ held, onOpen }: { held: HeldEvent; onOpen: () => void }) {
  const { socialEventId, title, weekday, shortDate, time, location } = held.event;
  return (
    <li className={styles.held}>
      <div>
        <p className={styles.title} id={`held-${socialEventId}`}>
          {title}
        </p>
        <p className={styles.quiet}>
          {weekday.slice(0, 3)}, {shortDate}, {time} · {location}
        </p>
        <p className={styles.quiet}>{makerWords(held)}</p>
      </div>
      <Button variant="quiet" aria-describedby={`held-${socialEventId}`} onClick={onOpen}>
        Look and decide
      </Button>
    </li>
  );
}

/** What was done. It takes the focus: the button that opened the dialog goes with its event. */
function Decided({ message }: { message: string | null }) {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (message !== null) place.current?.focus();
  }, [message]);
  return (
    <p ref={place} tabIndex={-1} role="status" className={styles.decided}>
      {message}
    </p>
  );
}

const SOURCE: PagedSource<HeldEvents, HeldEvent> = {
  cursor: "after",
  read: ({ heldEvents, next }) => ({ items: heldEvents, next }),
};

/** Events that wait for an organiser, who waits longest first. */
export function HeldQueue({ onPublished }: { onPublished: () => Promise<void> }) {
  const { items, answer, next, failure, isBusy, more, reload } = usePagedList(PATH, SOURCE);
  const [open, setOpen] = useState<HeldEvent | null>(null);
  const [decided, setDecided] = useState<string | null>(null);
  function close(message: string | null): void {
    setOpen(null);
    if (message !== null) setDecided(message);
    reload();
    void onPublished();
  }
  const count = answer?.total ?? 0;
  return (
    <section className={styles.section} aria-labelledby="held-events">
      <h2 id="held-events">
        Waiting to be published {answer !== null && <span className={styles.count}>{count}</span>}
      </h2>
      <Decided message={decided} />
      {failure && items === null && (
        <Notice kind="error">
          <p>
            {FAILED_TO_LOAD_HELD} {failure.message}
          </p>
          <div>
            <Button variant="quiet" onClick={reload}>
              Try again
            </Button>
          </div>
        </Notice>
      )}
      {!failure && items === null && <div className={styles.line} aria-hidden />}
      {answer !== null && count === 0 && <p className={styles.quiet}>No event waits for an organiser.</p>}
      {items !== null && count > 0 && (
        <ul className={styles.queue}>
          {items.map((held) => (
            <HeldItem key={held.event.socialEventId} held={held} onOpen={() => setOpen(held)} />
          ))}
        </ul>
      )}
      {failure && items !== null && (
        <Notice kind="error">
          <p>{failure.message}</p>
        </Notice>
      )}
      {next !== null && (
        <Button variant="quiet" aria-disabled={isBusy} onClick={more}>
          Show more
        </Button>
      )}
      {open && <HeldDialog held={open} onClose={close} />}
    </section>
  );
}
