import styles from "#src/ui/facts.module.css";

/** A description list of labels and values. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: string])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label} className={styles.fact}>
          <dt>{label}</dt>
          <dd data-none={value === "" || undefined}>{value === "" ? "Not given" : value}</dd>
        </div>
      ))}
    </dl>
  );
}
