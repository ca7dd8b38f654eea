import { LadderTable } from "#src/features/events/ladder/components/ladder-table.tsx";
import { OwnResults } from "#src/features/events/ladder/components/own-results.tsx";
import styles from "#src/features/events/ladder/components/ladder.module.css";
import { useMemberEntry } from "#src/features/identity/components/use-member-entry.ts";

/** The season's table and the viewer's own results. */
export function LadderDesk() {
  const entry = useMemberEntry();
  if (entry !== "in") return <div className={styles.bone} aria-hidden />;
  return (
    <div className={styles.desk}>
      <LadderTable />
      <OwnResults />
    </div>
  );
}
