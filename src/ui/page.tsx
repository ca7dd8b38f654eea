import { NeedsScripts } from "#src/ui/scripted-form.tsx";
import styles from "#src/ui/page.module.css";

type PageProps = {
  /** `text` is line length, `page` content width, `full` edge to edge. */
  width?: "text" | "page" | "full";
  /** The page needs scripts and says so where they are off. */
  needsScripts?: boolean;
  children: React.ReactNode;
};

/** The main landmark, target of the skip link. */
export function Page({ width = "page", needsScripts = false, children }: PageProps) {
  return (
    <main id="main" tabIndex={-1} className={[styles.main, styles[width]].filter(Boolean).join(" ")}>
      {needsScripts && <NeedsScripts of="page" />}
      {children}
    </main>
  );
}
