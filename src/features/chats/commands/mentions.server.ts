import { type SQL, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { chatMails } from "#src/features/chats/mails.server.ts";
import { mentionedIn } from "#src/features/chats/rules.ts";
import { addressOf } from "#src/mail/address.server.ts";
import { mailsOwed } from "#src/mail/outbox.server.ts";
import { takesPush } from "#src/mail/pushed.server.ts";
import type { ChatAuthor, PostedMessage } from "#src/ports/chat-provider/port.ts";

/** SQL: who is in a chat, by what they are called there and on this site. */
const membersOf = (chatId: string): SQL => sql`
  select m.user_id, m.name, m.nickname from chat_members m where m.chat_id = ${chatId}
  union select m.user_id, trim(u.first_name || ' ' || u.last_name), u.nickname
    from chat_members m join users u on u.user_id = m.user_id where m.chat_id = ${chatId}`;

/** SQL: the people who are going to an event, and its hosts. */
const goersOf = (eventId: string): SQL => sql`
  select u.user_id, trim(u.first_name || ' ' || u.last_name) as name, u.nickname from users u
  where u.user_id in (
    select r.user_id from event_rsvps r where r.event_id = ${eventId} and r.answer = 'going'
    union select c.user_id from event_co_hosts c where c.event_id = ${eventId}
    union select e.host_user_id from social_events e where e.id = ${eventId})`;

type Said = {
  readonly message: PostedMessage;
  readonly author: Pick<ChatAuthor, "userId">;
  /** The event whose thread it is; null in a chat of the group. */
  readonly eventId: string | null;
  /** The author of the message that it answers. */
  readonly answered: string | null;
};

/**
 * Queues a notification for those whose names stand behind an @, and for the author of the message that is answered. Its
 * own transaction, because a message may be posted at a service elsewhere. Safe to repeat: a browser without an answer
 * sends its message again, and this with it.
 */
export async function tellMentioned(app: App, { message, author, eventId, answered }: Said): Promise<void> {
  const { chatId, id: messageId, text } = message;
  if (!text.includes("@") && answered === null) return;
  const people = eventId === null ? membersOf(chatId) : goersOf(eventId);
  const { rows } = await app.db.execute<{ user_id: string; name: string; nickname: string }>(
    sql`select user_id, name, nickname from (${people}) as p where user_id is not null and user_id <> ${author.userId}`,
  );
  const called = rows.map((row) => ({ userId: row.user_id, names: [row.name, row.nickname] }));
  const isHere = called.some(({ userId: id }) => id === answered);
  const told = [...new Set([...(answered !== null && isHere ? [answered] : []), ...mentionedIn(text, called)])];
  if (told.length === 0) return;
  const now = app.clock.now();
  const userId = sql`told.id`;
  const event = sql`${eventId ?? ""}::text`;
  const owed = {
    key: sql`${`${chatId}:${messageId}:`}::text || told.id`,
    email: addressOf(userId),
    data: { userId, chatId: sql`${chatId}::text`, messageId: sql`${messageId}::text`, eventId: event },
    from: sql`from unnest(${sql.param(told)}::text[]) as told(id)
      where ${takesPush({ userId, kind: sql`'mention'`, eventId: event }, now)}`,
  };
  await app.db.transaction((tx) => tx.execute(mailsOwed(chatMails.chat_mention, owed, now)));
}
