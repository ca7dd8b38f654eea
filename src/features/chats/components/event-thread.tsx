import { useMemo } from "react";
import { Composer } from "#src/features/chats/components/composer.tsx";
import styles from "#src/features/chats/components/event-thread.module.css";
import { MessageLog } from "#src/features/chats/components/message-log.tsx";
import { namesIn } from "#src/features/chats/components/room-messages.ts";
import { type RoomSource, threadSource } from "#src/features/chats/components/room-source.ts";
import { useDesk } from "#src/features/chats/components/use-desk.ts";
import { type Room, useRoom } from "#src/features/chats/components/use-room.ts";
import { THREAD_CLOSED, THREAD_NAME } from "#src/features/chats/messages.ts";
import { Notice } from "#src/ui/notice.tsx";

function Conversation({ room, source, meId }: { room: Room; source: RoomSource; meId: string }) {
  const desk = useDesk({ source, meId, messages: room.messages, onSent: room.addMessages });
  const canWrite = room.chat?.canWrite === true;
  const muteNotice = room.chat?.muteNotice ?? null;
  return (
    <div className={styles.box} data-empty={room.messages.length === 0 || undefined}>
      <MessageLog room={room} desk={desk} emptyWords="No messages yet. Say hello." />
      {canWrite && muteNotice === null ? (
        <Composer
          desk={desk}
          canAttach={room.canChange}
          chatName={THREAD_NAME}
          names={namesIn([], room.messages, meId)}
        />
      ) : (
        <p className={styles.readOnly}>{muteNotice ?? THREAD_CLOSED}</p>
      )}
    </div>
  );
}

/** An event's chat for its hosts and the people who are going. */
export function EventThread({ eventId }: { eventId: string }) {
  const source = useMemo(() => threadSource(eventId), [eventId]);
  const room = useRoom(source);
  const { chat, meId, failure } = room;
  // The thread closed without messages.
  if (chat?.canWrite === false && chat.messageCount === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="event-thread">
      <h2 id="event-thread" className={styles.heading}>
        {THREAD_NAME}
      </h2>
      <p className={styles.quiet}>For people who are going, and the hosts.</p>
      {failure && <Notice kind="error" title={failure.message} />}
      {chat ? (
        <Conversation key={meId} room={room} source={source} meId={meId ?? ""} />
      ) : (
        !failure && <div className={styles.box} data-empty aria-hidden />
      )}
    </section>
  );
}
