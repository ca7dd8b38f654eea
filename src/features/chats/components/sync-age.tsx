import styles from "#src/features/chats/components/sync-age.module.css";
import { lastUpdated } from "#src/features/chats/messages.ts";

/** How old the data is while the chat's provider is down; empty otherwise. */
export function SyncAge({ syncAge }: { syncAge: number | null }) {
  const words = lastUpdated(syncAge);
  return words === null ? null : (
    <p className={styles.age} role="status">
      {words}
    </p>
  );
}
