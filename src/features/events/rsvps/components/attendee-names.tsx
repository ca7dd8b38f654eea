import { useEffect, useState } from "react";
import { Link } from "react-router";
import styles from "#src/features/events/rsvps/components/who-comes.module.css";
import { withGuests } from "#src/features/events/rsvps/components/guest-stepper.tsx";
import type { RsvpTools } from "#src/features/events/rsvps/components/use-rsvp.ts";
import type { AttendeePage, RsvpState } from "#src/features/events/rsvps/schema.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import { ProfileDialog } from "#src/features/profile/components/profile-dialog.tsx";
import { Button } from "#src/ui/button-link.tsx";

/** Names, loaded by page. Reloads when the list may have changed. */
function Names({ eventId, rsvpState }: { eventId: string; rsvpState: RsvpState }) {
  const path = `/api/social-events/${encodeURIComponent(eventId)}/attendees`;
  const { value, failure, refresh, set } = useLoaded<AttendeePage>(path);
  const [problem, setProblem] = useState<string | null>(null);
  // A promotion from the waiting list leaves `going` unchanged, so watch the other values too.
  const { going, waitingCount, answer: ownAnswer, guests: ownGuests } = rsvpState;
  useEffect(() => void refresh(), [going, waitingCount, ownAnswer, ownGuests, refresh]);

  async function readMore(page: AttendeePage, after: string) {
    const answer = await memberFetch<AttendeePage>(`${path}?${new URLSearchParams({ after })}`);
    setProblem(answer.ok ? null : answer.message);
    if (answer.ok) set({ ...answer.value, attendees: [...page.attendees, ...answer.value.attendees] });
  }
  const next = value?.next ?? null;
  const words = failure?.message ?? problem;

  return (
    <>
      {value && value.attendees.length > 0 && (
        <ul className={styles.names}>
          {value.attendees.map(({ name, answer, guests }, index) => (
            <li key={index} className={styles.name}>
              <span className={styles.letter} aria-hidden>
                {[...name][0]}
              </span>
              {name}
              {guests > 0 && <span className={styles.maybe}>{withGuests(guests)}</span>}
              {answer === "maybe" && <span className={styles.maybe}>maybe</span>}
            </li>
          ))}
        </ul>
      )}
      {words !== null && <p role="alert">{words}</p>}
      {value && next !== null && (
        <Button variant="quiet" onClick={() => void readMore(value, next)}>
          Show more
        </Button>
      )}
    </>
  );
}

type Access = Exclude<RsvpState["attendees"], "sign_in">;

type WayToNamesProps = { needs: Exclude<Access, "allowed">; onDone: () => void };

/** The next step for a signed-in person who can't see the names yet. */
function WayToNames({ needs, onDone }: WayToNamesProps) {
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
  rsvpState: RsvpState;
  access: Access;
  onChange: RsvpTools["refresh"];
};

/** The names, or for viewers without access the next step to get it. */
export function AttendeeNames({ eventId, rsvpState, access, onChange }: AttendeeNamesProps) {
  return access === "allowed" ? (
    <Names eventId={eventId} rsvpState={rsvpState} />
  ) : (
    <WayToNames needs={access} onDone={onChange} />
  );
}
