import { Link } from "react-router";
import type { Counts } from "#src/features/console/schema.ts";
import { useCounts } from "#src/features/console/components/use-counts.ts";
import { MOST_COUNTED } from "#src/features/console/schema.ts";
import styles from "#src/features/insights/components/insights.module.css";

/** What waits, and where it is decided. Messages include requests to delete data, which people send by form. */
const QUEUES: readonly { what: keyof Counts; label: string; to: string }[] = [
  { what: "pendingRequests", label: "Requests to join a chat", to: "?tab=pending" },
  { what: "proposals", label: "Join forms about known people", to: "?tab=pending" },
  { what: "heldEvents", label: "Events to publish", to: "?tab=events" },
  { what: "eventChanges", label: "Changes of events", to: "?tab=events" },
  { what: "openMessages", label: "Messages and deletion requests", to: "?tab=apps&app=messages" },
  { what: "unmatchedPayments", label: "Payments without a person", to: "?tab=apps&app=payments" },
  { what: "photoRequests", label: "Photos to take down", to: "?tab=apps&app=photos" },
  { what: "failedMails", label: "Failed mails", to: "?tab=apps&app=outbox" },
];

/** What waits for an organizer now; queues of other roles are empty for this one, and not shown. */
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
