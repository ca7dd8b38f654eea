import { Link } from "react-router";
import styles from "#src/features/dashboard/components/next-up.module.css";
import { EventLink } from "#src/features/events/components/event-link.tsx";
import { SeatsMark } from "#src/features/events/components/event-row.tsx";
import { costWords, dayHeading, timeRange } from "#src/features/events/components/event-words.ts";
import { TearOff } from "#src/features/events/components/tear-off.tsx";
import { isFull } from "#src/features/events/rsvps/components/rsvp-bar.tsx";
import { type RsvpTools, useRsvp } from "#src/features/events/rsvps/components/use-rsvp.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Picture } from "#src/ui/picture.tsx";
import type { Day } from "#src/shared/dates.ts";

const SAID = { going: "You are going.", maybe: "You may come.", not_going: "You are not coming." } as const;

/** The person's RSVP, or buttons to respond. Everything else is on the event page. */
function Answer({ event, tools }: { event: EventView; tools: RsvpTools }) {
  const { rsvpState, pending, word } = tools;
  if (rsvpState === null) return <div className={styles.answer} />;
  const { draw } = rsvpState;
  const isInDraw = rsvpState.waiting !== null && draw?.state === "open";
  const said = isInDraw
    ? `You are in the draw: ${draw?.time}.`
    : rsvpState.waiting
      ? `You are number ${rsvpState.waiting.place} of ${rsvpState.waiting.of} on the waiting list.`
      : rsvpState.answer && SAID[rsvpState.answer];
  return (
    <div className={styles.answer}>
      {said ? (
        <p className={styles.said} data-answer={rsvpState.waiting ? "waiting" : rsvpState.answer}>
          {said}{" "}
          <Link to={`/events/${event.socialEventId}`} className={styles.change}>
            Change<span className="visually-hidden"> your answer to {event.title}</span>
          </Link>
        </p>
      ) : (
        <>
          <Button aria-disabled={pending !== null} onClick={() => pending === null && tools.answer("going")}>
            {isFull(rsvpState) ? "Join the waiting list" : "I’m going"}
          </Button>
          <Button
            variant="quiet"
            aria-disabled={pending !== null}
            onClick={() => pending === null && tools.answer("maybe")}
          >
            Maybe
          </Button>
        </>
      )}
      <p className={styles.word} role="status">
        {word?.text}
      </p>
    </div>
  );
}

type NextUpProps = {
  event: EventView;
  /** The person is going, may come, or is on the waiting list. */
  isOwn: boolean;
  today: Day;
  hasBegun: boolean;
};

/** The next event with its picture and everything needed to go there. */
export function NextUp({ event, isOwn, today, hasBegun }: NextUpProps) {
  const tools = useRsvp(event.socialEventId);
  const { rsvpState } = tools;
  const going = rsvpState?.going ?? event.going;
  return (
    <section className={styles.card} data-picture={event.imgKey !== "" || undefined} aria-labelledby="next-up">
      {event.imgKey !== "" && (
        <div className={styles.cover}>
          <Picture name={event.imgKey} alt="" sizes="(max-width: 47.99em) 92vw, 22rem" className={styles.picture} />
        </div>
      )}
      <TearOff day={event.day} isToday={event.day === today} />
      <div className={styles.words}>
        <p className={styles.label}>{isOwn ? "Your next event" : "Next up"}</p>
        <p className={styles.when}>
          <time dateTime={event.startsAt}>
            {dayHeading(event.day, today)}, {timeRange(event)}
          </time>
        </p>
        <h2 id="next-up" className={styles.title}>
          <EventLink event={event} />
        </h2>
        <p className={styles.place}>{event.location}</p>
        {event.privateLocation && <p className={styles.private}>{event.privateLocation}</p>}
        <p className={styles.facts}>
          <span>{costWords(event.cost)}</span>
          <SeatsMark
            event={
              rsvpState ? { ...event, spacesLeft: rsvpState.spacesLeft, waitingCount: rsvpState.waitingCount } : event
            }
          />
          {going > 0 && <span>{going} going</span>}
        </p>
      </div>
      {event.status === "scheduled" && hasBegun && <p className={styles.answer}>Happening now</p>}
      {event.status === "scheduled" && !hasBegun && <Answer event={event} tools={tools} />}
    </section>
  );
}
