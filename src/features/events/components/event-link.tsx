import { Link } from "react-router";
import styles from "#src/features/events/components/event-link.module.css";

/** The way to an event from its entry in a list: the whole entry can be pressed, its name stays the title. */
export function EventLink({ event }: { event: { socialEventId: string; title: string } }) {
  return (
    <Link to={`/events/${event.socialEventId}`} prefetch="intent" className={styles.link}>
      {event.title}
    </Link>
  );
}
