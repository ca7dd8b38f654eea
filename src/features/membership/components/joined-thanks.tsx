import { Link, useLocation } from "react-router";
import { Notice } from "#src/ui/notice.tsx";
import { useHydrated } from "#src/ui/use-hydrated.ts";

/** State that the join form stores in the history entry of /subscribe. */
export type CameFromJoin = {
  readonly joined: {
    /** The event whose page led to the form. */
    readonly event: { readonly eventId: string; readonly title: string } | null;
  };
};

/** Thanks applicants who were sent here by the join form, and says what happens next; nothing for everyone else. */
export function JoinedThanks() {
  const isHydrated = useHydrated();
  const { state } = useLocation() as { state: Partial<CameFromJoin> | null };
  if (!isHydrated || !state?.joined) return null;
  const { event } = state.joined;
  return (
    <div role="status">
      <Notice title="Thank you! We got your request to join.">
        <p>
          An organizer reads it, usually within a day or two, and lets you into the chats. You don’t need a membership
          to come along: anybody may join a public event.
        </p>
        <p>
          {event ? (
            <>
              <Link to={`/events/${encodeURIComponent(event.eventId)}`}>Take your place at {event.title}</Link>, or{" "}
            </>
          ) : (
            <>
              <Link to="/events">See what’s on</Link>, or{" "}
            </>
          )}
          <Link to="/login">create an account</Link> with the same email to RSVP with one tap, chat and vote in polls.
        </p>
      </Notice>
    </div>
  );
}
