import { Link } from "react-router";
import { EventLink } from "#src/features/events/components/event-link.tsx";
import { DecisionMark, SeatsMark } from "#src/features/events/components/event-row.tsx";
import { dayHeading, type ListedEvent } from "#src/features/events/components/event-words.ts";
import styles from "#src/features/events/components/next-events.module.css";
import { TearOff } from "#src/features/events/components/tear-off.tsx";
import type { Day } from "#src/shared/dates.ts";

function NextEvent({ event, today }: { event: ListedEvent; today: Day }) {
  return (
    <li className={styles.event}>
      <TearOff day={event.day} isToday={event.day === today} />
      <div className={styles.words}>
        <h3 className={styles.name}>
          <EventLink event={event} />
        </h3>
        <p className={styles.when}>
          <time dateTime={event.startsAt}>
            {dayHeading(event.day, today)}, {event.time}
          </time>{" "}
          {event.zoneName}
        </p>
        <p className="quiet">{event.location}</p>
        <p className={styles.seats}>
          <DecisionMark event={event} />
          <SeatsMark event={event} />
        </p>
      </div>
    </li>
  );
}

/** The next few events, on a sheet that overlaps the section above. */
export function NextEvents({ events, today, title }: { events: readonly ListedEvent[]; today: Day; title: string }) {
  return (
    <section className={styles.sheet} aria-labelledby="next-events">
      <div className={styles.head}>
        <h2 id="next-events" className={styles.title}>
          {title}
        </h2>
        <Link to="/events" prefetch="intent" className={styles.all}>
          All events
        </Link>
      </div>
      <ul className={styles.events}>
        {events.map((event) => (
          <NextEvent key={event.socialEventId} event={event} today={today} />
        ))}
      </ul>
    </section>
  );
}
