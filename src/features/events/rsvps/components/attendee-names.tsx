import { useEffect, useState } from "react";
import { Link } from "react-router";
import styles from "#src/features/events/rsvps/components/who-comes.module.css";
import type { RsvpTools } from "#src/features/events/rsvps/components/use-rsvp.ts";
import type { AttendeePage, RsvpState } from "#src/features/events/rsvps/schema.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import { ProfileDialog } from "#src/features/profile/components/profile-dialog.tsx";
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

type Access = Exclude<RsvpState["attendees"], "sign_in">;

/** What somebody who is signed in needs first who may not read the names. */
function WayToNames({ needs, onDone }: { needs: Exclude<Access, "allowed">; onDone: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
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

type AttendeeNamesProps = {
  eventId: string;
  going: number;
  access: Access;
  onChange: RsvpTools["refresh"];
};

/** Who comes, for those who may know; what they need first, for the others. */
export function AttendeeNames({ eventId, going, access, onChange }: AttendeeNamesProps) {
  return access === "allowed" ? (
    <Names eventId={eventId} going={going} />
  ) : (
    <WayToNames needs={access} onDone={onChange} />
  );
}
