import { useState } from "react";
import { limitsPath } from "#src/features/chats/components/limit-dialog.tsx";
import styles from "#src/features/chats/components/own-message.module.css";
import type { ChatLimits, Moderated } from "#src/features/chats/schema/moderation.ts";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { Button } from "#src/ui/button-link.tsx";
import { useMoments } from "#src/ui/moments.ts";
import { Notice } from "#src/ui/notice.tsx";

/** A person's chat limits, with buttons to lift them; empty without limits and for other roles. */
export function LimitsPanel({ userId }: { userId: string }) {
  const path = limitsPath(userId);
  const { value, refresh } = useLoaded<ChatLimits>(path, consoleFetch);
  const { momentWords } = useMoments();
  const [said, setSaid] = useState("");
  async function lift(what: string): Promise<void> {
    const answer = await consoleFetch<Moderated>(`${path}/${what}`, { method: "DELETE" });
    setSaid(answer.ok ? answer.value.message : answer.message);
    await refresh();
  }
  if (value === null) return null;
  const { mute, removedFrom } = value;
  if (mute === null && removedFrom.length === 0 && said === "") return null;
  return (
    <section aria-label="Limits in chats" className={styles.form}>
      {mute && (
        <Notice kind="warning" title={`Muted in chats until ${momentWords(mute.until)}`}>
          <p>{mute.reason}</p>
          <Button variant="quiet" onClick={() => void lift("mute")}>
            Unmute
          </Button>
        </Notice>
      )}
      {removedFrom.map(({ chatId, chat, reason }) => (
        <Notice key={chatId} kind="warning" title={`Removed from ${chat}`}>
          <p>{reason}</p>
          <Button variant="quiet" onClick={() => void lift(`removals/${encodeURIComponent(chatId)}`)}>
            Let back in<span className="visually-hidden"> to {chat}</span>
          </Button>
        </Notice>
      ))}
      <p role="status" className={styles.deed}>
        {said}
      </p>
    </section>
  );
}
