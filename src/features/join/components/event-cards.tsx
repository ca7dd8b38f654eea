import styles from "#src/features/join/components/event-cards.module.css";
import { toggled } from "#src/features/join/components/choice-groups.tsx";
import { NO_EVENTS_TO_CHOOSE } from "#src/features/join/messages.ts";
import type { EventChoice } from "#src/features/join/rules.ts";

type EventCardsProps = {
  events: readonly EventChoice[];
  isLoading: boolean;
  chosen: readonly string[];
  onChosen: (chosen: string[]) => void;
};

function EventCard({ event, isChosen, onToggle }: { event: EventChoice; isChosen: boolean; onToggle: () => void }) {
  const [month = "", day = ""] = event.shortDate.split(" ");
  return (
    <label className={styles.card}>
      <input
        type="checkbox"
        name="events"
        value={event.socialEventId}
        checked={isChosen}
        disabled={event.isPast}
        onChange={onToggle}
      />
      <span className={styles.date} aria-hidden>
        <span className={styles.month}>{month}</span>
        <span className={styles.day}>{day}</span>
      </span>
      <span className={styles.words}>
        <span className={styles.title}>{event.title}</span>
        {/* The date block on the left is visual only; screen readers get the date here. */}
        <span className={styles.when}>
          <span className="visually-hidden">, </span>
          {event.weekday}
          <span className="visually-hidden">, {event.date}</span>, {event.time}
          {event.note !== null && <strong className={styles.note}> · {event.note}</strong>}
        </span>
      </span>
      <span className={styles.check} aria-hidden />
    </label>
  );
}

/** The next events as checkboxes; past ones come last and are disabled. */
export function EventCards({ events, isLoading, chosen, onChosen }: EventCardsProps) {
  if (isLoading) {
    return (
      <p role="status" className={styles.loading}>
        <span className={styles.spinner} aria-hidden />
        Looking up the next events…
      </p>
    );
  }
  if (events.length === 0) return <p className={styles.none}>{NO_EVENTS_TO_CHOOSE}</p>;
  return (
    <fieldset className={styles.cards}>
      <legend className="visually-hidden">Events</legend>
      {events.map((event) => (
        <EventCard
          key={event.socialEventId}
          event={event}
          isChosen={chosen.includes(event.socialEventId)}
          onToggle={() => onChosen(toggled(chosen, event.socialEventId))}
        />
      ))}
    </fieldset>
  );
}
