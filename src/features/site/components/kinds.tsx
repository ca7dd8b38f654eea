import { Link } from "react-router";
import styles from "#src/features/site/components/kinds.module.css";
import { CHAT_GROUPS } from "#src/shared/choices.ts";

/** What the group does, in type as large as the pictures around it; each leads to its events. */
export function Kinds() {
  return (
    <section className={styles.kinds} aria-labelledby="kinds">
      <h2 id="kinds" className={styles.title}>
        Any given week
      </h2>
      <ul className={styles.list}>
        {CHAT_GROUPS.map((kind) => (
          <li key={kind}>
            <Link to={`/events?${new URLSearchParams({ chat: kind })}`} className={styles.kind}>
              {kind}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
