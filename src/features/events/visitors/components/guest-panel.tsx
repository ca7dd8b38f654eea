import IconCalendarPlus from "@tabler/icons-react/dist/esm/icons/IconCalendarPlus.mjs";
import { useEffect, useState } from "react";
import { isOver } from "#src/features/events/calendar/rules.ts";
import styles from "#src/features/events/visitors/components/place.module.css";
import { GUEST_LINK_OVER } from "#src/features/events/visitors/messages.ts";
import type { GuestPlace } from "#src/features/events/visitors/schema.ts";
import { type MemberFailure, memberFetch } from "#src/features/identity/member-fetch.ts";
import { useNow } from "#src/features/site/use-site-facts.ts";
import copy from "#src/ui/copy-button.module.css";
import { Button, ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";

type Answer = { readonly place: GuestPlace | null; readonly failure: MemberFailure | null };

const WORDS = {
  scheduled: { title: "You’re coming along", lead: "A space is taken for you. This is where and when." },
  postponed: { title: "Postponed", lead: "This event has no date now. This page will show the new one." },
  cancelled: { title: "Canceled", lead: "This event isn’t happening." },
  over: { title: "This event is over", lead: "Come along again another time." },
} as const;

const NO_LINK: MemberFailure = { ok: false, status: 404, code: "not_found", message: GUEST_LINK_OVER };

/** The place behind the link in the URL, reloaded when another link is opened. */
function useGuestPlace() {
  const [found, setFound] = useState<Answer>({ place: null, failure: null });
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    const read = async () => {
      const token = location.hash.slice(1);
      const answer =
        token === "" ? NO_LINK : await memberFetch<GuestPlace>("/api/guest-place", { method: "POST", body: { token } });
      setFound(answer.ok ? { place: answer.value, failure: null } : { place: null, failure: answer });
    };
    void read();
    const again = () => void read();
    addEventListener("hashchange", again);
    return () => removeEventListener("hashchange", again);
  }, [asked]);
  return { ...found, retry: () => setAsked(asked + 1) };
}

function Failed({ failure, retry }: { failure: MemberFailure; retry: () => void }) {
  const isGone = failure.code === "not_found" || failure.code === "invalid";
  return (
    <EmptyState
      level={1}
      picture={isGone ? "not-found" : "offline"}
      title={isGone ? "This link doesn’t work anymore" : "The event could not be read"}
      text={failure.message}
    >
      {isGone ? <ButtonLink to="/events">See the events</ButtonLink> : <Button onClick={retry}>Try again</Button>}
    </EmptyState>
  );
}

function Found({ place: { event, serverTime } }: { place: GuestPlace }) {
  const now = useNow(serverTime);
  const course = event.status === "scheduled" && isOver(event, now) ? "over" : event.status;
  const { title, lead } = WORDS[course];
  return (
    <div className={styles.panel}>
      <div role="status">
        <h1 className={styles.title}>{title}</h1>
        <p>{lead}</p>
      </div>
      <div className={styles.facts}>
        <p className={styles.name}>{event.title}</p>
        <p>{event.when}</p>
        <p>{event.location}</p>
        {event.directions !== null && course === "scheduled" && (
          <a href={event.directions} target="_blank" rel="noopener" className={styles.way}>
            Directions<span className="visually-hidden"> (opens a map)</span>
          </a>
        )}
      </div>
      <div className={styles.ways}>
        {course === "scheduled" && (
          <a href={event.calendarPath} download className={`${copy.button} ${styles.calendar}`}>
            <IconCalendarPlus size={18} stroke={1.75} aria-hidden />
            Add to calendar
          </a>
        )}
        <ButtonLink to={`/events/${encodeURIComponent(event.socialEventId)}`} variant="quiet">
          See the event
        </ButtonLink>
      </div>
      {course === "scheduled" && (
        <p className="quiet">Can’t come? Tell the person who brings you, so that someone else has the space.</p>
      )}
    </div>
  );
}

/** A guest's page: time, place, and a calendar file. */
export function GuestPanel() {
  const { place, failure, retry } = useGuestPlace();
  if (failure) return <Failed failure={failure} retry={retry} />;
  if (place) return <Found place={place} />;
  return (
    <div className={styles.panel} role="status">
      <h1 className={styles.title}>Your space</h1>
      <p>Looking it up…</p>
    </div>
  );
}
