import { Link } from "react-router";
import styles from "#src/features/site/components/kinds.module.css";
import { addDays, type Day } from "#src/shared/dates.ts";

type Titled = { readonly socialEventId: string; readonly title: string };

/** The most that stay readable in the page's largest type. */
const MOST = 8;

/** The events of the next seven days, one per title; all upcoming events if that week is nearly empty. */
export function weekOf(coming: readonly (Titled & { readonly day: Day })[], today: Day): Titled[] {
  const byTitle = new Map<string, Titled>();
  const within = coming.filter(({ day }) => day < addDays(today, 7));
  for (const { socialEventId, title } of within.length < 3 ? coming : within) {
    if (!byTitle.has(title)) byTitle.set(title, { socialEventId, title });
  }
  return [...byTitle.values()].slice(0, MOST);
}

/** Upcoming events in large type; each links to its event. */
export function Kinds({ week }: { week: readonly Titled[] }) {
  if (week.length === 0) return null;
  return (
    <section className={styles.kinds} aria-labelledby="kinds">
      <h2 id="kinds" className={styles.title}>
        Any given week
      </h2>
      <ul className={styles.list}>
        {week.map(({ socialEventId, title }) => (
          <li key={socialEventId}>
            <Link to={`/events/${socialEventId}`} prefetch="intent" className={styles.kind}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
