import { useEffect, useState } from "react";
import { Link } from "react-router";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import { isOver } from "#src/features/events/calendar/rules.ts";
import { cameWords, STATUS_WORDS } from "#src/features/events/components/event-words.ts";
import { DecisionButtons } from "#src/features/events/decision/components/decision-buttons.tsx";
import styles from "#src/features/events/decision/components/decision.module.css";
import { HoldAllDialog } from "#src/features/events/decision/components/hold-all-dialog.tsx";
import { NO_BOARD } from "#src/features/events/decision/messages.ts";
import { clockWords } from "#src/features/events/decision/rules.ts";
import type { Board } from "#src/features/events/decision/schema/board.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { useForecast } from "#src/features/events/forecast/components/use-forecast.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { UNLIMITED_SPACES } from "#src/shared/choices.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Notice } from "#src/ui/notice.tsx";

/** Organizers watch the board while hosts decide. */
const REFRESH_MS = 10_000;

function stateWords(event: EventView, now: Date): string {
  if (event.status !== "scheduled") return STATUS_WORDS[event.status];
  const clock = clockWords(event);
  if (clock !== null) return `On hold. ${clock}`;
  return new Date(event.startsAt) <= now ? "Has begun" : "Runs";
}

/** `12 going`, `12 of 20 going`; after the event `9 came`, or nothing. */
function peopleOf(event: EventView, now: Date): string | null {
  if (isOver(event, now)) return cameWords(event);
  const { going, spacesLeft } = event;
  const hasLimit = spacesLeft !== "" && spacesLeft < UNLIMITED_SPACES;
  return hasLimit ? `${going} of ${going + spacesLeft} going` : `${going} going`;
}

function BoardRow({ event, now, onDone }: { event: EventView; now: Date; onDone: () => Promise<void> }) {
  const isOpen = event.status !== "postponed" && new Date(event.startsAt) > now;
  const { sentence, isLoading } = useForecast(isOpen && event.status !== "cancelled" ? event.socialEventId : null);
  return (
    <li
      className={styles.row}
      data-state={event.status === "scheduled" ? event.decision?.state : undefined}
      data-loading={isLoading || undefined}
    >
      <div data-loading={isLoading || undefined}>
        <p className={styles.name}>
          <Link to={`/events/${event.socialEventId}`}>{event.title}</Link>
        </p>
        <p className="quiet">{[event.time, event.location, peopleOf(event, now)].filter(Boolean).join(" · ")}</p>
        <p className={styles.state}>{stateWords(event, now)}</p>
        {sentence !== null && <p>{sentence}</p>}
      </div>
      {isOpen && <DecisionButtons event={event} now={now} onDone={onDone} call={consoleFetch} />}
    </li>
  );
}

/** Polls, waiting for each read to finish: a new read would cancel it, and on a slow network none would arrive. */
function useReadAgain(refresh: () => Promise<void>): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isShown = true;
    const later = () => {
      if (isShown) timer = setTimeout(() => void refresh().then(later), REFRESH_MS);
    };
    later();
    return () => {
      isShown = false;
      clearTimeout(timer);
    };
  }, [refresh]);
}

/** Organizers' board of today's events: whether each runs, and a button that holds them all. */
export function BeachBoard() {
  const { value: board, failure, retry, refresh } = useLoaded<Board>("/api/admin/beach-board", consoleFetch);
  const [isHolding, setIsHolding] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  useReadAgain(refresh);
  const now = new Date(board?.now ?? 0);
  const events = board?.socialEvents ?? [];
  const canHold = events.some(({ status, startsAt }) => status === "scheduled" && new Date(startsAt) > now);
  return (
    <section
      className={styles.board}
      aria-labelledby="beach-board"
      data-loading={(board === null && failure === null) || undefined}
    >
      <div className={styles.head}>
        <h2 id="beach-board">Beach board: today</h2>
        {canHold && <Button onClick={() => setIsHolding(true)}>Hold all</Button>}
      </div>
      <p role="status" className={styles.state}>
        {done}
      </p>
      {failure && (
        <Notice kind="error">
          <p>{`${NO_BOARD} ${failure.message}`}</p>
          <Button variant="quiet" onClick={retry}>
            Try again
          </Button>
        </Notice>
      )}
      {board === null && failure === null && <p className="quiet">Loading…</p>}
      {board !== null && events.length === 0 && <p className="quiet">There is no event today.</p>}
      <ul className={styles.list}>
        {events.map((event) => (
          <BoardRow key={event.socialEventId} event={event} now={now} onDone={refresh} />
        ))}
      </ul>
      {isHolding && (
        <HoldAllDialog
          now={now}
          onClose={(count) => {
            setIsHolding(false);
            if (count !== null) setDone(count === 1 ? "1 event is on hold." : `${count} events are on hold.`);
            void refresh();
          }}
        />
      )}
    </section>
  );
}
