import IconDots from "@tabler/icons-react/dist/esm/icons/IconDots.mjs";
import type { ChatDetail, ChatMessage } from "#src/features/chats/components/chat-types.ts";
import { OthersWays } from "#src/features/chats/components/others-message.tsx";
import styles from "#src/features/chats/components/own-message.module.css";
import { OwnWays } from "#src/features/chats/components/own-message.tsx";
import { ReactionPicker, Reactions, useReact } from "#src/features/chats/components/reactions.tsx";
import type { DeskTools } from "#src/features/chats/components/use-desk.ts";
import type { Room } from "#src/features/chats/components/use-room.ts";
import { PICTURE_WORD } from "#src/features/chat-pictures/messages.ts";
import { goneWords } from "#src/features/chats/messages.ts";
import { beginningOf } from "#src/shared/beginning.ts";
import type { Reaction } from "#src/shared/states.ts";
import { Button } from "#src/ui/button-link.tsx";
import { useDisclosure } from "#src/ui/use-disclosure.ts";

type MessageMenuProps = {
  message: ChatMessage;
  isOwn: boolean;
  room: Room;
  setReplyTo: DeskTools["setReplyTo"];
  children: React.ReactNode;
};

function labelOf({ text, name, picture }: ChatMessage, isOwn: boolean): string {
  const shown = text || (picture ? PICTURE_WORD : "");
  const words = shown === "" ? "" : ` “${beginningOf(shown, 40)}”`;
  return isOwn ? `Options for your message${words}` : `Options for the message${words} from ${name}`;
}

type WaysProps = Omit<MessageMenuProps, "children"> & {
  chat: ChatDetail;
  isOpen: boolean;
  mayAnswer: boolean;
  mayChange: boolean;
  mayModerate: boolean;
  onReact: (emoji: Reaction) => void;
  onDone: () => void;
  /** Like `onDone`, but the focus moves to the composer. */
  onReply: () => void;
};

function Ways({ message, isOwn, room, setReplyTo, chat, isOpen, ...more }: WaysProps) {
  const { mayAnswer, mayChange, mayModerate, onReact, onDone, onReply } = more;
  return (
    <>
      {mayAnswer && (
        <>
          <ReactionPicker
            message={message}
            onPick={(emoji) => {
              onReact(emoji);
              onDone();
            }}
          />
          <Button
            variant="quiet"
            onClick={() => {
              setReplyTo({ id: message.id, name: isOwn ? "You" : message.name, text: message.text });
              onReply();
            }}
          >
            Reply
          </Button>
        </>
      )}
      {mayChange && <OwnWays message={message} mayEdit={mayAnswer} change={room.change} onDone={onDone} />}
      {mayModerate && <OthersWays message={message} chat={chat} isOpen={isOpen} onChanged={room.refresh} />}
    </>
  );
}

function Refused({ words }: { words: string | null }) {
  return (
    words !== null && (
      <p role="alert" className={styles.refused}>
        {words}
      </p>
    )
  );
}

/** A message with its reactions, and a button beside it for the reader's actions. */
export function MessageMenu({ children, ...line }: MessageMenuProps) {
  const { message, isOwn, room } = line;
  const { id, isOpen, opener, toggle, close, closeToOpener } = useDisclosure();
  const { chat } = room;
  const { react, refused } = useReact(message, room.react);
  const isThere = room.canChange && goneWords(message) === null;
  const mayAnswer = isThere && chat?.muteNotice === null;
  const mayChange = isThere && isOwn;
  const mayModerate = !isOwn && chat?.canModerate === true && !message.deleted;
  const onReact = (emoji: Reaction) => void react(emoji);
  const reactions = <Reactions message={message} isOwn={isOwn} onReact={mayAnswer ? onReact : null} />;
  if (!chat || !(mayAnswer || mayChange || mayModerate))
    return (
      <>
        {children}
        {reactions}
      </>
    );
  const side = { "data-others": !isOwn || undefined };
  return (
    <>
      <div className={styles.line} {...side}>
        {children}
        <button
          ref={opener}
          type="button"
          className={styles.more}
          aria-label={labelOf(message, isOwn)}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={toggle}
        >
          <IconDots size={20} aria-hidden />
        </button>
      </div>
      {reactions}
      <Refused words={refused} />
      <div id={id} className={styles.ways} {...side} hidden={!isOpen}>
        <Ways
          {...line}
          {...{ chat, isOpen, mayAnswer, mayChange, mayModerate, onReact }}
          onDone={closeToOpener}
          onReply={close}
        />
      </div>
    </>
  );
}
