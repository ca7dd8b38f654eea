import { EventLink } from "#src/features/events/components/event-link.tsx";
import {
  costWords,
  goingWords,
  type ListedEvent,
  seatsOf,
  STATUS_WORDS,
} from "#src/features/events/components/event-words.ts";
import { clockWords } from "#src/features/events/decision/rules.ts";
import styles from "#src/features/events/components/event-row.module.css";
import { Picture } from "#src/ui/picture.tsx";

/** The free places, or the status of an event that does not take place. */
export function SeatsMark({ event }: { event: Pick<ListedEvent, "spacesLeft" | "cost" | "waitingCount" | "status"> }) {
  if (event.status !== "scheduled")
    return <span className={`${styles.mark} ${styles.none}`}>{STATUS_WORDS[event.status]}</span>;
  const seats = seatsOf(event);
  return (
    seats && (
      <span className={seats.tone === "plain" ? styles.plain : `${styles.mark} ${styles[seats.tone]}`}>
        {seats.words}
      </span>
    )
  );
}

/** Marks an event on hold, with the terms of its decision. */
export function DecisionMark({ event }: { event: Pick<ListedEvent, "day" | "decision" | "status"> }) {
  const words = event.status === "scheduled" ? clockWords(event) : null;
  return (
    words !== null && (
      <>
        <span className={`${styles.mark} ${styles.few}`}>On hold</span>
        <span className={styles.plain}>{words}</span>
      </>
    )
  );
}

/** One event of a list. Plain elements, so that a page renders twenty in a millisecond. */
export function EventRow({ event, note }: { event: ListedEvent; note?: string | null | undefined }) {
  const going = goingWords(event);
  return (
    <li className={styles.row} data-off={event.status === "cancelled" || undefined}>
      <p className={styles.time}>
        <time dateTime={event.startsAt}>{event.time}</time> <span className={styles.zone}>{event.zoneName}</span>
      </p>
      <div className={styles.body}>
        <h3 className={styles.title}>
          <EventLink event={event} />
        </h3>
        <p className={styles.place}>{event.location}</p>
        <p className={styles.facts}>
          <span className={styles.cost}>{costWords(event.cost)}</span>
          <DecisionMark event={event} />
          <SeatsMark event={event} />
          {going !== null && <span>{going}</span>}
          {note !== null && note !== undefined && <span className={`${styles.mark} ${styles.note}`}>{note}</span>}
          {!event.generalpublic && <span className={`${styles.mark} ${styles.friends}`}>Close friends</span>}
        </p>
      </div>
      {event.imgKey !== "" && <Picture name={event.imgKey} alt="" sizes="112px" className={styles.picture} />}
    </li>
  );
}
