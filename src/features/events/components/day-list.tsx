import { dayHeading, dayNote, groupByDay, type ListedEvent } from "#src/features/events/components/event-words.ts";
import styles from "#src/features/events/components/day-list.module.css";
import { EventRow } from "#src/features/events/components/event-row.tsx";
import type { Day } from "#src/shared/dates.ts";

type DayListProps = {
  events: readonly ListedEvent[];
  today: Day;
  /** The reader's RSVP to an event, in words; null without one. */
  noteOf?: (eventId: string) => string | null;
};

/** Events grouped by day. */
export function DayList({ events, today, noteOf }: DayListProps) {
  return groupByDay(events).map(({ day, events: ofDay }) => {
    const heading = dayHeading(day, today);
    return (
      <section key={day} className={styles.day} aria-labelledby={`day-${day}`}>
        <div className={styles.label}>
          <h2 id={`day-${day}`} className={styles.heading} data-today={heading === "Today" || undefined}>
            {heading}
          </h2>
          <p className="quiet">{dayNote(day, today)}</p>
        </div>
        <ul className={styles.list}>
          {ofDay.map((event) => (
            <EventRow key={event.socialEventId} event={event} note={noteOf?.(event.socialEventId)} />
          ))}
        </ul>
      </section>
    );
  });
}
