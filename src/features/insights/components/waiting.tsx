import { Link } from "react-router";
import { useCounts } from "#src/features/console/components/use-counts.ts";
import { MOST_COUNTED } from "#src/features/console/schema.ts";
import { QUEUES } from "#src/features/console/messages.ts";
import styles from "#src/features/insights/components/insights.module.css";

/** The organizers' queues now. Queues that the role may not see are empty and hidden. */
export function Waiting() {
  const counts = useCounts("insights");
  const queues = counts ? QUEUES.filter(({ what }) => counts[what] > 0) : [];
  return (
    <section className={styles.part} aria-labelledby="insights-waiting">
      <h3 id="insights-waiting" className={styles.subtitle}>
        Waiting now
      </h3>
      {counts && queues.length === 0 && <p className={styles.quiet}>Nothing waits for you.</p>}
      {counts && queues.length > 0 && (
        <ul className={styles.tiles} aria-label="Waiting now">
          {queues.map(({ what, label, to }) => (
            <li key={what}>
              <Link to={to} className={styles.tile}>
                <span>{label}</span>{" "}
                <strong>{counts[what] === MOST_COUNTED ? `${MOST_COUNTED}+` : counts[what]}</strong>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
