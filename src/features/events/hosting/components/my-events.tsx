import { useEffect, useState } from "react";
import { Link } from "react-router";
import { EventLink } from "#src/features/events/components/event-link.tsx";
import { STATUS_WORDS } from "#src/features/events/components/event-words.ts";
import styles from "#src/features/events/hosting/components/my-events.module.css";
import type { HostedPage } from "#src/features/events/hosting/schema.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import { useIdToken } from "#src/features/identity/session.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Notice } from "#src/ui/notice.tsx";

type When = "upcoming" | "past";
type Hosted = Pick<HostedPage, "next" | "changesWaiting"> & {
  readonly events: readonly EventView[];
  readonly failure: string | null;
};

const NOTHING: Hosted = { events: [], changesWaiting: [], next: null, failure: null };

/** The events that were read before, and a page more. */
function withPage({ events, changesWaiting }: Hosted, page: HostedPage): Hosted {
  return {
    events: [...events, ...page.socialEvents],
    changesWaiting: [...changesWaiting, ...page.changesWaiting],
    next: page.next,
    failure: null,
  };
}

/** A host's own events of one side of today, a page after the other; null until they are known. */
function useHosted(when: When) {
  const isSignedIn = useIdToken() !== null;
  const [hosted, setHosted] = useState<Hosted | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (!isSignedIn) return;
    const request = new AbortController();
    void memberFetch<HostedPage>(`/api/social-events/mine?when=${when}`, { signal: request.signal }).then((answer) => {
      if (request.signal.aborted) return;
      setHosted(answer.ok ? withPage(NOTHING, answer.value) : { ...NOTHING, failure: answer.message });
    });
    return () => request.abort();
  }, [isSignedIn, when, attempt]);

  async function more() {
    if (!hosted?.next) return;
    const query = new URLSearchParams({ when, after: hosted.next });
    const answer = await memberFetch<HostedPage>(`/api/social-events/mine?${query}`);
    setHosted(answer.ok ? withPage(hosted, answer.value) : { ...hosted, failure: answer.message });
  }
  return { hosted: isSignedIn ? hosted : null, more, retry: () => setAttempt((count) => count + 1) };
}

/** Where an event stands with the organizers, and whether it takes place. */
function standingWords(event: EventView, when: When): string {
  if (event.status !== "scheduled") return STATUS_WORDS[event.status];
  if (event.refusal !== undefined) return "Not published";
  if (event.held) return "Waits for an organizer";
  return when === "past" ? "Over" : "Published";
}

function Row({ event, when, isWaiting }: { event: EventView; when: When; isWaiting: boolean }) {
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.title}>
          <EventLink event={event} />
        </p>
        <p className={styles.facts}>
          {event.weekday}, {event.date}, {event.time}
          <span className={styles.mark} data-held={event.held || undefined}>
            {standingWords(event, when)}
          </span>
          {isWaiting && (
            <span className={styles.mark} data-held>
              Your change waits
            </span>
          )}
          {!event.held && <span>{event.going} going</span>}
        </p>
        {event.refusal !== undefined && <p>An organizer wrote: {event.refusal}</p>}
      </div>
      <Link to={`/events/${event.socialEventId}/edit`} className={styles.edit}>
        Edit<span className="visually-hidden"> {event.title}</span>
      </Link>
    </li>
  );
}

function List({ when, none }: { when: When; none: string }) {
  const { hosted, more, retry } = useHosted(when);
  if (hosted === null) return <p className={styles.quiet}>One moment…</p>;
  return (
    <>
      {hosted.failure !== null && (
        <Notice kind="error" title="Your events could not be read">
          <p>{hosted.failure}</p>
        </Notice>
      )}
      {hosted.failure === null && hosted.events.length === 0 && <p className={styles.quiet}>{none}</p>}
      <ul className={styles.list}>
        {hosted.events.map((event) => (
          <Row
            key={event.socialEventId}
            event={event}
            when={when}
            isWaiting={hosted.changesWaiting.includes(event.socialEventId)}
          />
        ))}
      </ul>
      {(hosted.next !== null || hosted.failure !== null) && (
        <Button variant="quiet" className={styles.more} onClick={hosted.next === null ? retry : () => void more()}>
          {hosted.failure === null ? "Show more" : "Try again"}
        </Button>
      )}
    </>
  );
}

/** The events that one hosts, for who is signed in: what is to come, and what is over when asked for. */
export function MyEvents() {
  const isSignedIn = useIdToken() !== null;
  const [isPastOpen, setIsPastOpen] = useState(false);
  if (!isSignedIn) return null;
  return (
    <section className={styles.mine} aria-labelledby="your-events">
      <h2 id="your-events" className={styles.heading}>
        Your events
      </h2>
      <List when="upcoming" none="You host nothing yet that is to come." />
      <Button
        variant="quiet"
        className={styles.more}
        aria-expanded={isPastOpen}
        onClick={() => setIsPastOpen(!isPastOpen)}
      >
        {isPastOpen ? "Hide what is over" : "Show what is over"}
      </Button>
      {isPastOpen && <List when="past" none="Nothing of yours is over yet." />}
    </section>
  );
}
