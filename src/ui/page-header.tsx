import styles from "#src/ui/page-header.module.css";

type PageHeaderProps = {
  title: string;
  /** One sentence under the title. */
  lead?: React.ReactNode;
  /** Stands at the right of the title on a desk, under it on a phone. */
  aside?: React.ReactNode;
};

/** The top of a page: its only h1. */
export function PageHeader({ title, lead, aside }: PageHeaderProps) {
  return (
    <div className={styles.header}>
      <div>
        <h1 className={styles.title}>{title}</h1>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      </div>
      {aside}
    </div>
  );
}
