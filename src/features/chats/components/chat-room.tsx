import { useMemo } from "react";
import { ChatFailure } from "#src/features/chats/components/chat-gate.tsx";
import { ChatPicture } from "#src/features/chats/components/chat-picture.tsx";
import styles from "#src/features/chats/components/chat-room.module.css";
import { chatSource, type RoomSource } from "#src/features/chats/components/room-source.ts";
import { namesIn } from "#src/features/chats/components/room-messages.ts";
import { SyncAge } from "#src/features/chats/components/sync-age.tsx";
import { type ChatDetail, countsOf, listsMembers } from "#src/features/chats/components/chat-types.ts";
import { Composer } from "#src/features/chats/components/composer.tsx";
import { MembersGrid } from "#src/features/chats/components/members-grid.tsx";
import { MessageLog } from "#src/features/chats/components/message-log.tsx";
import { useDesk } from "#src/features/chats/components/use-desk.ts";
import { type Room, useRoom } from "#src/features/chats/components/use-room.ts";
import type { LiveState } from "#src/features/identity/live-stream.ts";
import { ANNOUNCEMENTS } from "#src/shared/choices.ts";
import { CHAT_NOT_FOUND, CHAT_NOT_FOUND_TITLE, lastUpdated, ORGANIZERS_WRITE } from "#src/features/chats/messages.ts";
import { ButtonLink } from "#src/ui/button-link.tsx";
import { usePageTitle } from "#src/features/site/use-site-facts.ts";
import { Notice } from "#src/ui/notice.tsx";

const created = new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric", year: "numeric" });

function Head({ chat, live }: { chat: ChatDetail; live: LiveState }) {
  const since = new Date(chat.createdAt * 1000);
  return (
    <header className={styles.head}>
      <div className={styles.picture}>
        <ChatPicture imageUrl={chat.imageUrl} name={chat.name} sizes="100px" />
      </div>
      <div className={styles.words}>
        <h1 className={styles.name}>{chat.name}</h1>
        {chat.description !== "" && <p className={styles.description}>{chat.description}</p>}
        <p className={styles.counts}>
          {listsMembers(chat) && chat.memberCount > 0 ? (
            <a href="#members">{countsOf(chat)}</a>
          ) : (
            <span>{countsOf(chat)}</span>
          )}
          <span>
            Created <time dateTime={since.toISOString()}>{created.format(since)}</time>
          </span>
          {/* Hidden while the chat's provider is down: a live connection then brings nothing new. */}
          {lastUpdated(chat.syncAge) === null && <LiveMark isLive={live === "open"} />}
        </p>
        <SyncAge syncAge={chat.syncAge} />
      </div>
    </header>
  );
}

/** Whether live updates are connected. Unobtrusive, because the page also polls. */
function LiveMark({ isLive }: { isLive: boolean }) {
  return (
    <span className={styles.live} data-open={isLive || undefined}>
      {isLive ? "Live" : "Reconnecting…"}
    </span>
  );
}

type ConversationProps = { room: Room; source: RoomSource; chat: ChatDetail; meId: string };

function Conversation({ room, source, chat, meId }: ConversationProps) {
  const desk = useDesk({ source, meId, messages: room.messages, onSent: room.addMessages });
  const isForOrganizers = chat.id === ANNOUNCEMENTS && !chat.canWrite;
  return (
    <section className={styles.conversation} aria-label="Conversation">
      <MessageLog
        room={room}
        desk={desk}
        emptyWords={isForOrganizers ? "Nothing has been announced yet." : "No messages yet. Say hello."}
      />
      {chat.canWrite && chat.muteNotice === null ? (
        <Composer
          desk={desk}
          canAttach={room.canChange}
          chatName={chat.name}
          names={namesIn(chat.members, room.messages, meId)}
        />
      ) : (
        <p className={styles.readOnly}>{isForOrganizers ? ORGANIZERS_WRITE : chat.muteNotice}</p>
      )}
    </section>
  );
}

function MissingChat() {
  return (
    <div className={styles.missing}>
      <h1 className="visually-hidden">{CHAT_NOT_FOUND_TITLE}</h1>
      <Notice kind="error">
        <p>
          <strong>{CHAT_NOT_FOUND_TITLE}:</strong> {CHAT_NOT_FOUND}
        </p>
      </Notice>
      <ButtonLink to="/chats">See all chats</ButtonLink>
    </div>
  );
}

/** Skeleton of a chat. */
export function ChatRoomSkeleton() {
  return (
    <div className={styles.room} aria-hidden>
      <div className={styles.front}>
        <div className={styles.head}>
          <div className={`${styles.picture} ${styles.blank}`} />
          <div className={styles.words}>
            <span className={styles.bone} style={{ width: "40%", height: "2rem" }} />
            <span className={styles.bone} style={{ width: "80%" }} />
            <span className={styles.bone} style={{ width: "50%" }} />
          </div>
        </div>
        <div className={styles.conversation} />
      </div>
    </div>
  );
}

/** One chat: header, messages, composer and members. */
export function ChatRoom({ chatId }: { chatId: string }) {
  const source = useMemo(() => chatSource(chatId), [chatId]);
  const room = useRoom(source);
  const { chat, meId, failure, refresh } = room;
  usePageTitle(chat?.name ?? null);
  if (failure) {
    return (
      <div className={styles.missing}>
        <h1 className={styles.name}>Chat</h1>
        <ChatFailure failure={failure} onRetry={refresh} />
      </div>
    );
  }
  if (chat === undefined) {
    return (
      <>
        <h1 className="visually-hidden">Chat</h1>
        <ChatRoomSkeleton />
      </>
    );
  }
  if (chat === null) return <MissingChat />;
  return (
    <div className={styles.room}>
      <div className={styles.front}>
        <Head chat={chat} live={room.live} />
        {/* Remount per person: each has their own draft. */}
        <Conversation key={meId} room={room} source={source} chat={chat} meId={meId ?? ""} />
      </div>
      {listsMembers(chat) && chat.members.length > 0 && <MembersGrid chatId={chat.id} members={chat.members} />}
    </div>
  );
}
