import styles from "#src/features/site/components/site-shell.module.css";
import { useOnline } from "#src/ui/use-online.ts";

/** While offline, says that the page may be out of date. */
export function OfflineNote() {
  const isOnline = useOnline();
  return (
    <div aria-live="polite">
      {!isOnline && <p className={styles.note}>You’re offline. This page may be out of date.</p>}
    </div>
  );
}
