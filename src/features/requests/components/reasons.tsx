import styles from "#src/features/requests/components/reasons.module.css";

type ReasonsProps = {
  reasons: readonly string[];
  /** Further facts of the record. */
  facts: readonly string[];
  hasEdits?: boolean;
};

/** Why two records may be one person. */
export function Reasons({ reasons, facts, hasEdits = false }: ReasonsProps) {
  return (
    <ul className={styles.chips} aria-label="Why">
      {reasons.map((reason) => (
        <li key={reason} className={styles.reason}>
          {reason}
        </li>
      ))}
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
      {hasEdits && <li className={styles.unsaved}>Edits not saved</li>}
    </ul>
  );
}
