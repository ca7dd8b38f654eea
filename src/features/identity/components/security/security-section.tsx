import styles from "#src/features/identity/components/security/security.module.css";

type SecuritySectionProps = {
  id: string;
  title: string;
  /** The one thing to do about it, beside the title. */
  action?: React.ReactNode;
  children: React.ReactNode;
};

/** One part of the page "Sign-in & security". */
export function SecuritySection({ id, title, action, children }: SecuritySectionProps) {
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
