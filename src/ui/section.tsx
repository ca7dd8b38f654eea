import styles from "#src/ui/section.module.css";

type SectionProps = {
  id: string;
  title: string;
  /** The section's action, beside the title. */
  action?: React.ReactNode;
  children: React.ReactNode;
};

/** A titled section of a page. */
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
