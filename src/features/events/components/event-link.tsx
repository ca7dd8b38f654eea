import { Link } from "react-router";
import styles from "#src/features/events/components/event-link.module.css";

/** A link that covers the whole list entry; its accessible name is only the title. */
export function EventLink({ event }: { event: { socialEventId: string; title: string } }) {
  return (
    <Link to={`/events/${event.socialEventId}`} prefetch="intent" className={styles.link}>
      {event.title}
    </Link>
  );
}
