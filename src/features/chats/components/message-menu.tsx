import IconDots from "@tabler/icons-react/dist/esm/icons/IconDots.mjs";
import { useId, useState } from "react";
import type { ChatMessage } from "#src/features/chats/components/chat-types.ts";
import { OthersWays } from "#src/features/chats/components/others-message.tsx";
import styles from "#src/features/chats/components/own-message.module.css";
import { OwnWays } from "#src/features/chats/components/own-message.tsx";
import type { DeskTools } from "#src/features/chats/components/use-desk.ts";
import type { Room } from "#src/features/chats/components/use-room.ts";
import { goneWords } from "#src/features/chats/messages.ts";
import { Button } from "#src/ui/button-link.tsx";

type MessageMenuProps = {
  message: ChatMessage;
  isOwn: boolean;
  room: Room;
  setReplyTo: DeskTools["setReplyTo"];
  children: React.ReactNode;
};

function labelOf({ text, name }: ChatMessage, isOwn: boolean): string {
  const words = text === "" ? "" : ` “${text.slice(0, 40)}”`;
  return isOwn ? `Options for your message${words}` : `Options for the message${words} of ${name}`;
}

/** A message with what the reader may do about it, behind a button beside it. */
export function MessageMenu({ message, isOwn, room, setReplyTo, children }: MessageMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const { chat } = room;
  const mayAnswer = room.canChange && goneWords(message) === null;
  const mayModerate = !isOwn && chat?.canModerate === true && !message.deleted;
  if (!chat || !(mayAnswer || mayModerate)) return children;
  const close = () => setIsOpen(false);
  return (
    <>
      <div className={styles.line} data-others={!isOwn || undefined}>
        {children}
        <button
          type="button"
          className={styles.more}
          aria-label={labelOf(message, isOwn)}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconDots size={20} aria-hidden />
        </button>
      </div>
      <div id={id} className={styles.ways} data-others={!isOwn || undefined} hidden={!isOpen}>
        {mayAnswer && (
          <Button
            variant="quiet"
            onClick={() => {
              setReplyTo({ id: message.id, name: isOwn ? "You" : message.name, text: message.text });
              close();
            }}
          >
            Reply
          </Button>
        )}
        {mayAnswer && isOwn && <OwnWays message={message} change={room.change} onDone={close} />}
        {mayModerate && <OthersWays message={message} chat={chat} isOpen={isOpen} onChanged={room.refresh} />}
      </div>
    </>
  );
}
