import { useEffect, useRef, useState } from "react";
import type { ChatDetail, ChatMessage } from "#src/features/chats/components/chat-types.ts";
import { LimitDialog, type LimitKind, limitsPath, removalPath } from "#src/features/chats/components/limit-dialog.tsx";
import styles from "#src/features/chats/components/own-message.module.css";
import type { ChatLimits, Moderated } from "#src/features/chats/schema/moderation.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import { Button } from "#src/ui/button-link.tsx";

type OthersWaysProps = {
  message: ChatMessage;
  chat: ChatDetail;
  /** Whether the menu is open. */
  isOpen: boolean;
  /** Reloads the chat. */
  onChanged: () => void;
};

type WaysProps = {
  message: ChatMessage;
  chat: ChatDetail;
  limits: ChatLimits | null;
  hidePath: string;
  onAsk: (kind: LimitKind) => void;
  /** Undoes an action with a DELETE of `path`. */
  onLift: (path: string) => void;
};

function Ways({ message: { userId, hidden }, chat, limits, hidePath, onAsk, onLift }: WaysProps) {
  const isRemoved = limits?.removedFrom.some(({ chatId }) => chatId === chat.id) ?? false;
  return (
    <>
      {hidden ? (
        <Button variant="quiet" onClick={() => onLift(hidePath)}>
          Show again
        </Button>
      ) : (
        <Button variant="quiet" onClick={() => onAsk("hide")}>
          Hide
        </Button>
      )}
      {limits?.mute ? (
        <Button variant="quiet" onClick={() => onLift(`${limitsPath(userId)}/mute`)}>
          Unmute
        </Button>
      ) : (
        <Button variant="quiet" onClick={() => onAsk("mute")}>
          Mute
        </Button>
      )}
      {isRemoved ? (
        <Button variant="quiet" onClick={() => onLift(removalPath(userId, chat.id))}>
          Let back in
        </Button>
      ) : (
        <Button variant="quiet" onClick={() => onAsk("remove")}>
          Remove from chat
        </Button>
      )}
    </>
  );
}

/** A moderator's actions on another person's message and its author, given the author's current limits. */
export function OthersWays({ message, chat, isOpen, onChanged }: OthersWaysProps) {
  const [asked, setAsked] = useState<LimitKind | null>(null);
  const [said, setSaid] = useState("");
  const { value: limits, failure, refresh } = useLoaded<ChatLimits>(isOpen ? limitsPath(message.userId) : null);
  const deed = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (said !== "") deed.current?.scrollIntoView({ block: "nearest" });
  }, [said]);
  const path = `/api/admin/chats/${encodeURIComponent(chat.id)}/messages/${encodeURIComponent(message.id)}/hidden`;
  function done(words: string): void {
    setSaid(words);
    void refresh();
    onChanged();
  }
  async function lift(what: string): Promise<void> {
    const answer = await memberFetch<Moderated>(what, { method: "DELETE" });
    done(answer.ok ? answer.value.message : answer.message);
  }
  return (
    <>
      {(limits || failure) && (
        <Ways
          message={message}
          chat={chat}
          limits={limits}
          hidePath={path}
          onAsk={setAsked}
          onLift={(what) => void lift(what)}
        />
      )}
      <p ref={deed} role="status" className={styles.deed}>
        {said}
      </p>
      {asked !== null && (
        <LimitDialog
          kind={asked}
          hidePath={path}
          message={message}
          chat={chat}
          onDone={(words) => {
            setAsked(null);
            done(words);
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
