import styles from "#src/ui/section.module.css";

type SectionProps = {
  id: string;
  title: string;
  /** The one thing to do about it, beside the title. */
  action?: React.ReactNode;
  children: React.ReactNode;
};

/** A titled part of a page: one matter of the account. */
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
