import { lazy, Suspense } from "react";
import { Link, useLocation } from "react-router";
import styles from "#src/features/events/rsvps/components/who-comes.module.css";
import type { RsvpTools } from "#src/features/events/rsvps/components/use-rsvp.ts";
import { forVisitors, useSessionState } from "#src/features/identity/session.ts";

// Loaded for signed-in viewers only.
const AttendeeNames = lazy(async () => {
  const { AttendeeNames: component } = await import("#src/features/events/rsvps/components/attendee-names.tsx");
  return { default: component };
});

/** The text for visitors. Server-rendered, so that nothing below it moves when the counts load. */
function WayIn() {
  const { pathname } = useLocation();
  const session = useSessionState();
  return (
    <Link to={`/login?${new URLSearchParams({ next: pathname })}`} className={styles.way} {...forVisitors(session)}>
      Sign in to see who’s going
    </Link>
  );
}

type WhoComesProps = {
  eventId: string;
  tools: RsvpTools;
  /** The count, or a marked estimate; null if there is neither. */
  words: string | null;
};

/** The number of people going, and their names for viewers with access. */
export function WhoComes({ eventId, tools: { rsvpState, refresh }, words }: WhoComesProps) {
  const session = useSessionState();
  const access = rsvpState?.attendees ?? (session === "signed-in" ? null : "sign_in");
  const waiting = rsvpState?.waitingCount ?? 0;
  const isDrawn = waiting > 0 && rsvpState?.draw?.state === "open";
  return (
    <section className={styles.section} aria-labelledby="who-comes">
      <h2 id="who-comes" className={styles.heading}>
        Who’s going
      </h2>
      <p className={styles.count}>
        {isDrawn
          ? `${waiting} in the draw`
          : [
              words ?? (waiting > 0 ? "Nobody has a space yet" : "Nobody has answered yet"),
              ...(waiting > 0 ? [`${waiting} on the waiting list`] : []),
            ].join(" · ")}
      </p>
      {rsvpState?.seatNews !== undefined && <p>{rsvpState.seatNews}</p>}
      <div className={styles.who}>
        {access === "sign_in" && <WayIn />}
        {access !== null && access !== "sign_in" && rsvpState !== null && (
          <Suspense>
            <AttendeeNames eventId={eventId} rsvpState={rsvpState} access={access} onChange={refresh} />
          </Suspense>
        )}
      </div>
    </section>
  );
}
