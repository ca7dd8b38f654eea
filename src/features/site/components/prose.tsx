import styles from "#src/features/site/components/prose.module.css";
import { Page } from "#src/ui/page.tsx";
import { PageHeader } from "#src/ui/page-header.tsx";

type ProseProps = {
  title: string;
  lead: string;
  /** The date of the last change, in words. */
  updated: string;
  children: React.ReactNode;
};

/** A page of running text. */
export function Prose({ title, lead, updated, children }: ProseProps) {
  return (
    <Page width="text">
      <PageHeader title={title} lead={lead} />
      <div className={styles.prose}>
        {children}
        <p className={styles.updated}>Last changed {updated}.</p>
      </div>
    </Page>
  );
}
