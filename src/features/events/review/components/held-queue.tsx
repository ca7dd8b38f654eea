import { useEffect, useRef, useState } from "react";
import { type PagedSource, usePagedList } from "#src/features/console/components/use-paged-list.ts";
import { HeldDialog } from "#src/features/events/review/components/held-dialog.tsx";
import { Queue, Sent } from "#src/features/events/review/components/queue.tsx";
import styles from "#src/features/events/review/components/review.module.css";
import { FAILED_TO_LOAD_HELD } from "#src/features/events/review/messages.ts";
import type { HeldEvent, HeldEvents } from "#src/features/events/review/schema/held-events.ts";
import { Button } from "#src/ui/button-link.tsx";

const PATH = "/api/admin/events";

function HeldItem({ held, onOpen }: { held: HeldEvent; onOpen: () => void }) {
  const { socialEventId, title, weekday, shortDate, time, location } = held.event;
  return (
    <li className={styles.held}>
      <div>
        <p className={styles.title} id={`held-${socialEventId}`}>
          {title}
        </p>
        <p className="quiet">
          {weekday.slice(0, 3)}, {shortDate}, {time} · {location}
        </p>
        <Sent at={held.createdAt} by={held.maker} nobody=" from a deleted account" />
      </div>
      <Button variant="quiet" aria-describedby={`held-${socialEventId}`} onClick={onOpen}>
        Look and decide
      </Button>
    </li>
  );
}

/** The result. Takes the focus, because the button that opened the dialog disappears with its event. */
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

/** Events that wait for review, longest waiting first. */
export function HeldQueue({ onPublished }: { onPublished: () => Promise<void> }) {
  const list = usePagedList(PATH, SOURCE);
  const [open, setOpen] = useState<HeldEvent | null>(null);
  const [decided, setDecided] = useState<string | null>(null);
  function close(message: string | null): void {
    setOpen(null);
    if (message !== null) setDecided(message);
    list.reload();
    void onPublished();
  }
  return (
    <>
      <Queue
        id="held-events"
        title="Waiting to be published"
        list={list}
        failed={FAILED_TO_LOAD_HELD}
        empty="No events are waiting for approval."
        decided={<Decided message={decided} />}
      >
        {(items) =>
          items.map((held) => <HeldItem key={held.event.socialEventId} held={held} onOpen={() => setOpen(held)} />)
        }
      </Queue>
      {open && <HeldDialog held={open} onClose={close} />}
    </>
  );
}
