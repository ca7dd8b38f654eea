import styles from "#src/features/requests/components/request-card.module.css";
import { followUpMessage, welcomeMessage } from "#src/features/requests/components/message-templates.ts";
import { CopyButton } from "#src/ui/copy-button.tsx";
import { useSiteFacts } from "#src/features/site/use-site-facts.ts";

/** Two message templates for people who ask to join, to copy. */
export function Templates({ nickname }: { nickname: string }) {
  const { groupName = "", publicUrl = "" } = useSiteFacts() ?? {};
  const facts = { nickname, groupName, publicUrl };
  const templates = [
    { title: "Welcome message", label: "Copy welcome", text: welcomeMessage(facts) },
    { title: "Follow-up message", label: "Copy follow-up", text: followUpMessage(facts) },
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
