import styles from "#src/features/dashboard/components/account-tab.module.css";

type SectionProps = {
  id: string;
  title: string;
  /** The one thing to do about it, beside the title. */
  action?: React.ReactNode;
  children: React.ReactNode;
};

/** One matter of the account. */
export function Section({ id, title, action, children }: SectionProps) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}

/** Label and value, one under the other. */
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
