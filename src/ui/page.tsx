import styles from "#src/ui/page.module.css";

type PageProps = {
  /** `text` is as wide as a line should be, `page` as wide as content gets, `full` from edge to edge. */
  width?: "text" | "page" | "full";
  children: React.ReactNode;
};

/** The main part of every page: where the skip link leads. */
export function Page({ width = "page", children }: PageProps) {
  return (
    <main id="main" tabIndex={-1} className={`${styles.main} ${styles[width]}`}>
      {children}
    </main>
  );
}
