import IconDots from "@tabler/icons-react/dist/esm/icons/IconDots.mjs";
import { useId, useState } from "react";
import type { ChatDetail, ChatMessage } from "#src/features/chats/components/chat-types.ts";
import { LimitDialog, type LimitKind } from "#src/features/chats/components/limit-dialog.tsx";
import styles from "#src/features/chats/components/own-message.module.css";
import type { Moderated } from "#src/features/chats/schema/moderation.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import { Button } from "#src/ui/button-link.tsx";

type OthersMessageProps = {
  message: ChatMessage;
  chat: ChatDetail;
  /** Reads the chat again. */
  onChanged: () => void;
  children: React.ReactNode;
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

/** Somebody else's message with what a moderator can do about it and its author, behind a button beside it. */
export function OthersMessage({ message, chat, onChanged, children }: OthersMessageProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [asked, setAsked] = useState<LimitKind | null>(null);
  const [said, setSaid] = useState("");
  const id = useId();
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
      <div className={styles.line} data-others>
        {children}
        <button
          type="button"
          className={styles.more}
          aria-label={`Moderate the message ${message.hidden ? "" : `“${message.text.slice(0, 40)}” `}of ${message.name}`}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconDots size={20} aria-hidden />
        </button>
      </div>
      <div id={id} className={styles.ways} data-others hidden={!isOpen}>
        <Ways message={message} onShow={() => void show()} onAsk={setAsked} />
      </div>
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
