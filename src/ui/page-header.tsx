import styles from "#src/ui/page-header.module.css";

type PageHeaderProps = {
  title: string;
  /** One sentence under the title. */
  lead?: React.ReactNode;
  /** Stands at the right of the title, in room that is kept for it: it may come later than the page. */
  aside?: React.ReactNode;
};

/** The top of a page: its only h1. */
export function PageHeader({ title, lead, aside }: PageHeaderProps) {
  return (
    <div className={styles.header}>
      <div className={styles.row}>
        <h1 className={styles.title}>{title}</h1>
        {aside}
      </div>
      {lead !== undefined && <p className={styles.lead}>{lead}</p>}
    </div>
  );
}
