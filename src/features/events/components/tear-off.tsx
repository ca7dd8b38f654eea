import styles from "#src/features/events/components/tear-off.module.css";
import { type Day, monthName, weekdayName } from "#src/shared/dates.ts";

/** A leaf of a tear-off calendar. Hidden from screen readers, because the text beside it says the same. */
export function TearOff({ day, isToday = false }: { day: Day; isToday?: boolean }) {
  return (
    <span className={styles.leaf} data-today={isToday || undefined} aria-hidden>
      <span className={styles.weekday}>{weekdayName(day).slice(0, 3)}</span>
      <span className={styles.date}>{Number(day.slice(8, 10))}</span>
      <span className={styles.month}>{monthName(day).slice(0, 3)}</span>
    </span>
  );
}
