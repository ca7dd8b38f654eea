import { Link } from "react-router";
import { PICTURE_WORD } from "#src/features/chat-pictures/messages.ts";
import { goneWords } from "#src/features/chats/messages.ts";
import styles from "#src/features/chats/components/chat-cards.module.css";
import { ChatPicture } from "#src/features/chats/components/chat-picture.tsx";
import { SyncAge } from "#src/features/chats/components/sync-age.tsx";
import { type ChatMessage, countsOf, type ListedChat } from "#src/features/chats/components/chat-types.ts";

/** `3 new`; capped at 99. */
const unreadWords = (count: number) => `${count > 99 ? "99+" : count} new`;

/** The latest message and its author. */
function Latest({ message }: { message: ChatMessage | undefined }) {
  if (!message) return null;
  const words = goneWords(message) ?? (message.text || PICTURE_WORD);
  return <p className={styles.latest}>{message.system ? words : `${message.name}: ${words}`}</p>;
}

function ChatCard({ chat }: { chat: ListedChat }) {
  return (
    <li className={styles.card}>
      <div className={styles.picture}>
        <ChatPicture imageUrl={chat.imageUrl} name={chat.name} sizes="(max-width: 47.99em) 92vw, 360px" />
      </div>
      <div className={styles.body}>
        <div className={styles.top}>
          <h2 className={styles.name}>{chat.name}</h2>
          {chat.unreadCount > 0 && <span className={styles.unread}>{unreadWords(chat.unreadCount)}</span>}
        </div>
        {chat.description !== "" && <p className={styles.description}>{chat.description}</p>}
        <Latest message={chat.messages.at(-1)} />
        <p className={styles.counts}>{countsOf(chat)}</p>
        <Link
          to={`/chats/${encodeURIComponent(chat.id)}`}
          className={styles.view}
          aria-label={[`View Chat: ${chat.name}`, chat.unreadCount > 0 && unreadWords(chat.unreadCount)]
            .filter(Boolean)
            .join(", ")}
        >
          View Chat
        </Link>
      </div>
    </li>
  );
}

/** All chats as cards; the whole card links to its chat. */
export function ChatCards({ chats }: { chats: readonly ListedChat[] }) {
  return (
    <>
      <SyncAge syncAge={Math.max(...chats.map((chat) => chat.syncAge ?? 0))} />
      <ul className={styles.cards}>
        {chats.map((chat) => (
          <ChatCard key={chat.id} chat={chat} />
        ))}
      </ul>
    </>
  );
}

/** Skeleton of the cards. */
export function ChatCardsSkeleton() {
  return (
    <div className={styles.cards} aria-hidden>
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className={styles.card}>
          <div className={`${styles.picture} ${styles.blank}`} />
          <div className={styles.body}>
            <span className={styles.bone} style={{ width: "55%", height: "1.7rem" }} />
            <span className={styles.bone} style={{ width: "95%" }} />
            <span className={styles.bone} style={{ width: "45%" }} />
            <span className={styles.bone} style={{ width: "8rem", height: "var(--touch)" }} />
          </div>
        </div>
      ))}
    </div>
  );
}
