import styles from "#src/features/chats/components/sync-age.module.css";
import { lastUpdated } from "#src/features/chats/messages.ts";

/** How old what is shown is, while the service that keeps the chats is away. Nothing while it is there. */
export function SyncAge({ syncAge }: { syncAge: number | null }) {
  const words = lastUpdated(syncAge);
  return words === null ? null : (
    <p className={styles.age} role="status">
      {words}
    </p>
  );
}
