import styles from "#src/features/events/host-messages/components/host-messages.module.css";
import { agoWords, writerWords } from "#src/features/events/host-messages/rules.ts";
import type { HostMessage, Received } from "#src/features/events/host-messages/schema.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { Notice } from "#src/ui/notice.tsx";

function Message({ message, now }: { message: HostMessage; now: Date }) {
  const { subject, body, sentAt } = message;
  const title = `From ${writerWords(message)}, ${agoWords(sentAt, now)}`;
  return (
    <Notice title={title}>
      {subject !== "" && <p className={styles.subject}>{subject}</p>}
      <p className={styles.words}>{body}</p>
    </Notice>
  );
}

/** Messages to the viewer from the host and organizers: the newest one, and the others on request. */
export function ReceivedMessages({ eventId, now }: { eventId: string; now: Date }) {
  const { value } = useLoaded<Received>(`/api/social-events/${encodeURIComponent(eventId)}/messages`);
  const [newest, ...earlier] = value?.messages ?? [];
  if (!newest) return null;
  return (
    <>
      <Message message={newest} now={now} />
      {earlier.length > 0 && (
        <details>
          <summary className={styles.summary}>Earlier messages ({earlier.length})</summary>
          <div className={styles.earlier}>
            {earlier.map((message) => (
              <Message key={message.id} message={message} now={now} />
            ))}
          </div>
        </details>
      )}
    </>
  );
}
