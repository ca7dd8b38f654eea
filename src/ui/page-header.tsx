import styles from "#src/ui/page-header.module.css";

type PageHeaderProps = {
  title: string;
  /** One sentence under the title. */
  lead?: React.ReactNode;
  /** Shown right of the title; space is reserved, because it may load later. */
  aside?: React.ReactNode;
};

/** The page header with the only h1. */
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
