import { Link, useLocation } from "react-router";
import { chatWords } from "#src/features/membership/messages.ts";
import type { FreeChatAccess } from "#src/policy/chats.ts";
import type { Visitor } from "#src/shared/contact.ts";
import { Notice } from "#src/ui/notice.tsx";
import { useHydrated } from "#src/ui/use-hydrated.ts";

/** State that the join form stores in the history entry of /subscribe. */
export type CameFromJoin = {
  readonly joined: {
    /** The event whose page led to the form. */
    readonly event: { readonly eventId: string; readonly title: string } | null;
    /** Not in entries that an earlier release made. */
    readonly visitor?: Visitor;
  };
};

/** Thanks applicants who were sent here by the join form, and says what happens next; nothing for everyone else. */
export function JoinedThanks({ freeChatAccess }: { freeChatAccess: FreeChatAccess }) {
  const isHydrated = useHydrated();
  const { state } = useLocation() as { state: Partial<CameFromJoin> | null };
  if (!isHydrated || !state?.joined) return null;
  const { event, visitor } = state.joined;
  return (
    <div role="status">
      <Notice title="Thank you. We got your request to join.">
        <p>
          An organizer reads it, usually within a day or two. You don’t need a membership to come along: anyone can join
          a public event. {chatWords(freeChatAccess)}
        </p>
        <p>
          {event ? (
            <>
              <Link to={`/events/${encodeURIComponent(event.eventId)}`} state={{ visitor }}>
                Take your space at {event.title}
              </Link>
              , or{" "}
            </>
          ) : (
            <>
              <Link to="/events">See what’s on</Link>, or{" "}
            </>
          )}
          <Link to="/login" state={{ signUpAs: visitor?.email ?? "" }}>
            create an account
          </Link>{" "}
          with the same email to RSVP with one tap.
        </p>
      </Notice>
    </div>
  );
}
