import styles from "#src/ui/page.module.css";

type PageProps = {
  /** `text` is line length, `page` content width, `full` edge to edge. */
  width?: "text" | "page" | "full";
  children: React.ReactNode;
};

/** The main landmark, target of the skip link. */
export function Page({ width = "page", children }: PageProps) {
  return (
    <main id="main" tabIndex={-1} className={`${styles.main} ${styles[width]}`}>
      {children}
    </main>
  );
}
