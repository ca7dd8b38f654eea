import { useMemo } from "react";
import { Link } from "react-router";
import { linkParts } from "#src/features/chats/components/link-parts.ts";
import { MessageMenu } from "#src/features/chats/components/message-menu.tsx";
import { MessagePicture } from "#src/features/chat-pictures/components/message-picture.tsx";
import { Quote, QuoteWords } from "#src/features/chats/components/quote.tsx";
import quoteStyles from "#src/features/chats/components/quote.module.css";
import styles from "#src/features/chats/components/message-log.module.css";
import { clockWords, dayWords, type Group, groupMessages } from "#src/features/chats/components/room-messages.ts";
import { PICTURE_GONE } from "#src/features/chat-pictures/messages.ts";
import { goneWords } from "#src/features/chats/messages.ts";
import type { ChatMessage } from "#src/features/chats/components/chat-types.ts";
import type { Room } from "#src/features/chats/components/use-room.ts";
import type { DeskTools } from "#src/features/chats/components/use-desk.ts";
import { useJump } from "#src/features/chats/components/use-jump.ts";
import { useLogScroll } from "#src/features/chats/components/use-log-scroll.ts";
import type { Unsent } from "#src/features/chats/components/unsent.ts";

/** A message as plain text with links. Loads nothing from the linked sites. */
function MessageText({ text }: { text: string }) {
  return linkParts(text).map(({ text: words, href }, index) =>
    href === null ? (
      words
    ) : (
      <a key={index} href={href} target="_blank" rel="noopener nofollow ugc">
        {words}
      </a>
    ),
  );
}

function Time({ seconds }: { seconds: number }) {
  return (
    <time className={styles.time} dateTime={new Date(seconds * 1000).toISOString()}>
      {clockWords(seconds)}
    </time>
  );
}

function SystemGroup({ group }: { group: Group }) {
  return (
    <li className={styles.system}>
      {group.messages.map((message) => (
        <p key={message.id} data-system>
          <MessageText text={message.text} /> <Time seconds={message.createdAt} />
        </p>
      ))}
    </li>
  );
}

/** The report link for a group of messages; the report names the first of them. */
const reportAt = (chatId: string, group: Group) =>
  `/report?${new URLSearchParams({ chat: chatId, message: group.messages[0]?.id ?? "" })}`;

type BubbleProps = { message: ChatMessage; isOwn: boolean; onGo: (seq: number) => void };

function Bubble({ message, isOwn, onGo }: BubbleProps) {
  const gone = goneWords(message);
  if (gone !== null) return <p className={styles.gone}>{gone}</p>;
  return (
    <p className={styles.bubble} data-own={isOwn || undefined}>
      {message.replyTo && <Quote quoted={message.replyTo} onGo={onGo} />}
      {message.picture && <MessagePicture picture={message.picture} name={message.name} />}
      {message.text === "" && !message.picture ? PICTURE_GONE : <MessageText text={message.text} />}
      {message.edited && <span className={styles.edited}> Edited</span>}
    </p>
  );
}

/** Context for each line of the log. */
type LogTools = { room: Room; setReplyTo: DeskTools["setReplyTo"]; onGo: (seq: number) => void };

function PersonGroup({ group, isOwn, tools }: { group: Group; isOwn: boolean; tools: LogTools }) {
  const { room, setReplyTo, onGo } = tools;
  const chatId = room.chat?.id ?? "";
  return (
    <li className={isOwn ? `${styles.group} ${styles.own}` : styles.group}>
      {!isOwn && (
        <span className={styles.avatar} aria-hidden>
          {[...group.name][0]}
        </span>
      )}
      <div className={styles.said}>
        <p className={styles.who}>
          <span className={styles.author}>{isOwn ? "You" : group.name}</span> <Time seconds={group.createdAt} />
          {!isOwn && (
            <Link to={reportAt(chatId, group)} className={styles.report}>
              Report<span className="visually-hidden"> this message of {group.name}</span>
            </Link>
          )}
        </p>
        {group.messages.map((message) => (
          <div key={message.id} className={styles.one} data-seq={message.seq} tabIndex={-1}>
            <MessageMenu message={message} isOwn={isOwn} room={room} setReplyTo={setReplyTo}>
              <Bubble message={message} isOwn={isOwn} onGo={onGo} />
            </MessageMenu>
          </div>
        ))}
      </div>
    </li>
  );
}

function UnsentMessage({ message, desk }: { message: Unsent; desk: DeskTools }) {
  return (
    <li className={`${styles.group} ${styles.own}`} data-unsent={message.state}>
      <div className={styles.said}>
        <p className={styles.bubble} data-own data-pale={message.state !== "sent" || undefined}>
          {message.replyTo && (
            <span className={quoteStyles.quote}>
              <QuoteWords quoted={message.replyTo} />
            </span>
          )}
          {message.picture && <MessagePicture picture={message.picture} name="you" />}
          <MessageText text={message.text} />
        </p>
        {message.state === "sending" && <p className={styles.state}>Sending…</p>}
        {message.state === "failed" && (
          <div className={styles.failed} role="alert">
            {message.reason !== "" && <p>{message.reason}</p>}
            <p className={styles.ways}>
              <button type="button" className={styles.retry} onClick={() => desk.retry(message.clientId)}>
                Not sent. Try again
              </button>
              <button type="button" className={styles.discard} onClick={() => desk.discard(message.clientId)}>
                Discard
              </button>
            </p>
          </div>
        )}
      </div>
    </li>
  );
}

function Days({ tools }: { tools: LogTools }) {
  const { room } = tools;
  const days = useMemo(() => groupMessages(room.messages), [room.messages]);
  return days.map((day) => (
    <section key={day.key} className={styles.day} aria-label={dayWords(day.date)}>
      <p className={styles.date} aria-hidden>
        <span>{dayWords(day.date)}</span>
      </p>
      <ol className={styles.groups}>
        {day.groups.map((group) =>
          group.system ? (
            <SystemGroup key={group.key} group={group} />
          ) : (
            <PersonGroup
              key={group.key}
              group={group}
              isOwn={room.meId !== null && group.author === room.meId}
              tools={tools}
            />
          ),
        )}
      </ol>
    </section>
  ));
}

/** The messages, oldest first. Stays at the end if the reader is there; otherwise keeps the scroll position. */
export function MessageLog({ room, desk, emptyWords }: { room: Room; desk: DeskTools; emptyWords: string }) {
  const { box, content, unseen, goToEnd } = useLogScroll(room.messages, desk.unsent);
  const onGo = useJump(content, room);
  const isEmpty = room.messages.length === 0 && desk.unsent.length === 0;
  return (
    <div className={styles.frame}>
      <div ref={box} className={styles.box} role="region" aria-label="Messages" tabIndex={0}>
        <div ref={content} className={styles.content}>
          {room.hasOlder && (
            <button
              type="button"
              className={styles.older}
              onClick={() => void room.readOlderMessages()}
              disabled={room.isReadingOlder}
            >
              {room.isReadingOlder ? "Loading…" : "Show older messages"}
            </button>
          )}
          <div role="log" aria-live="polite" aria-busy={room.isReadingOlder} className={styles.log}>
            {isEmpty && <p className={styles.empty}>{emptyWords}</p>}
            <Days tools={{ room, setReplyTo: desk.setReplyTo, onGo }} />
            {desk.unsent.length > 0 && (
              <ol className={styles.groups} aria-label="On their way">
                {desk.unsent.map((message) => (
                  <UnsentMessage key={message.clientId} message={message} desk={desk} />
                ))}
              </ol>
            )}
          </div>
        </div>
      </div>
      {unseen > 0 && (
        <button type="button" className={styles.news} onClick={goToEnd}>
          New messages <span className={styles.number}>{unseen}</span>
        </button>
      )}
    </div>
  );
}
