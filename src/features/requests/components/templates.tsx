import styles from "#src/features/requests/components/request-card.module.css";
import { useMessages } from "#src/features/requests/components/use-messages.ts";
import { CopyButton } from "#src/ui/copy-button.tsx";

/** Two message templates for people who ask to join, to copy. */
export function Templates({ nickname }: { nickname: string }) {
  const messages = useMessages();
  const templates = [
    { title: "Welcome message", label: "Copy welcome", text: messages.welcome(nickname) },
    { title: "Follow-up message", label: "Copy follow-up", text: messages.followUp(nickname) },
  ];
  return (
    <div className={styles.templates}>
      {templates.map(({ title, label, text }) => (
        <div key={title} className={styles.template}>
          <details>
            <summary>{title}</summary>
            <p className={styles.message}>{text}</p>
          </details>
          <CopyButton label={label} text={() => text} />
        </div>
      ))}
    </div>
  );
}
