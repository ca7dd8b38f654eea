import { useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import styles from "#src/features/events/rsvps/components/who-comes.module.css";
import type { StandingTools } from "#src/features/events/rsvps/components/use-standing.ts";
import type { AttendeePage, EventStanding } from "#src/features/events/rsvps/schema.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import { ProfileDialog } from "#src/features/users/components/profile-dialog.tsx";
import { Button } from "#src/ui/button-link.tsx";

type Attendees = AttendeePage["attendees"];

/** Names, a page at a time; read anew from the first when the number changes. */
function Names({ eventId, going }: { eventId: string; going: number }) {
  const [names, setNames] = useState<Attendees | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const path = `/api/social-events/${encodeURIComponent(eventId)}/attendees`;

  useEffect(() => {
    const request = new AbortController();
    void memberFetch<AttendeePage>(path, { signal: request.signal }).then((answer) => {
      if (request.signal.aborted) return;
      setFailure(answer.ok ? null : answer.message);
      if (!answer.ok) return;
      setNames(answer.value.attendees);
      setNext(answer.value.next);
    });
    return () => request.abort();
  }, [path, going]);

  async function readMore(after: string) {
    const answer = await memberFetch<AttendeePage>(`${path}?${new URLSearchParams({ after })}`);
    setFailure(answer.ok ? null : answer.message);
    if (!answer.ok) return;
    setNames((known) => [...(known ?? []), ...answer.value.attendees]);
    setNext(answer.value.next);
  }

  return (
    <>
      {names !== null && names.length > 0 && (
        <ul className={styles.names}>
          {names.map(({ name, answer }, index) => (
            <li key={index} className={styles.name}>
              <span className={styles.letter} aria-hidden>
                {[...name][0]}
              </span>
              {name}
              {answer === "maybe" && <span className={styles.maybe}>maybe</span>}
            </li>
          ))}
        </ul>
      )}
      {failure !== null && <p role="alert">{failure}</p>}
      {next !== null && (
        <Button variant="quiet" onClick={() => void readMore(next)}>
          Show more
        </Button>
      )}
    </>
  );
}

/** What somebody needs first who may not read the names. */
function WayToNames({ needs, onDone }: { needs: Exclude<EventStanding["attendees"], "allowed">; onDone: () => void }) {
  const { pathname } = useLocation();
  const [isAsking, setIsAsking] = useState(false);
  if (needs === "sign_in") {
    return (
      <Link to={`/login?${new URLSearchParams({ next: pathname })}`} className={styles.way}>
        Sign in to see who’s going
      </Link>
    );
  }
  if (needs === "subscribe") {
    return (
      <p>
        Names are for members.{" "}
        <Link to="/subscribe" className={styles.way}>
          Subscribe to see who’s going
        </Link>
      </p>
    );
  }
  return (
    <>
      <Button variant="quiet" onClick={() => setIsAsking(true)}>
        See Who’s Attending
      </Button>
      {isAsking && (
        <ProfileDialog
          feature="attendees"
          onClose={() => setIsAsking(false)}
          onSaved={() => {
            setIsAsking(false);
            onDone();
          }}
        />
      )}
    </>
  );
}

type WhoComesProps = {
  eventId: string;
  standing: EventStanding;
  /** The count, or an estimate that calls itself one; null when there is neither. */
  words: string | null;
  onChange: StandingTools["refresh"];
};

/** How many come, for everyone; who they are, for those who may know. */
export function WhoComes({ eventId, standing, words, onChange }: WhoComesProps) {
  return (
    <section className={styles.section} aria-labelledby="who-comes">
      <h2 id="who-comes" className={styles.heading}>
        Who’s going
      </h2>
      <p className={styles.count}>
        {words ?? "Nobody has answered yet"}
        {standing.waitingCount > 0 && ` · ${standing.waitingCount} on the waiting list`}
      </p>
      {standing.attendees === "allowed" ? (
        <Names eventId={eventId} going={standing.going} />
      ) : (
        <WayToNames needs={standing.attendees} onDone={onChange} />
      )}
    </section>
  );
}
