import { useState } from "react";
import type { ChatDetail, ChatMessage } from "#src/features/chats/components/chat-types.ts";
import { LimitDialog, type LimitKind } from "#src/features/chats/components/limit-dialog.tsx";
import styles from "#src/features/chats/components/own-message.module.css";
import type { Moderated } from "#src/features/chats/schema/moderation.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import { Button } from "#src/ui/button-link.tsx";

type OthersWaysProps = {
  message: ChatMessage;
  chat: ChatDetail;
  /** Reads the chat again. */
  onChanged: () => void;
};

type WaysProps = { message: ChatMessage; onShow: () => void; onAsk: (kind: LimitKind) => void };

function Ways({ message, onShow, onAsk }: WaysProps) {
  return (
    <>
      {message.hidden ? (
        <Button variant="quiet" onClick={onShow}>
          Show again
        </Button>
      ) : (
        <Button variant="quiet" onClick={() => onAsk("hide")}>
          Hide
        </Button>
      )}
      <Button variant="quiet" onClick={() => onAsk("mute")}>
        Mute
      </Button>
      <Button variant="quiet" onClick={() => onAsk("remove")}>
        Remove from chat
      </Button>
    </>
  );
}

/** What a moderator can do about somebody else's message and its author. */
export function OthersWays({ message, chat, onChanged }: OthersWaysProps) {
  const [asked, setAsked] = useState<LimitKind | null>(null);
  const [said, setSaid] = useState("");
  const path = `/api/admin/chats/${encodeURIComponent(chat.id)}/messages/${encodeURIComponent(message.id)}/hidden`;
  function done(words: string): void {
    setSaid(words);
    setAsked(null);
    onChanged();
  }
  async function show(): Promise<void> {
    const answer = await memberFetch<Moderated>(path, { method: "DELETE" });
    done(answer.ok ? answer.value.message : answer.message);
  }
  return (
    <>
      <Ways message={message} onShow={() => void show()} onAsk={setAsked} />
      <p role="status" className={styles.deed}>
        {said}
      </p>
      {asked !== null && (
        <LimitDialog
          kind={asked}
          hidePath={path}
          message={message}
          chat={chat}
          onDone={done}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
