import { type SQL, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { chatMails } from "#src/features/chats/mails.server.ts";
import { mentionedIn } from "#src/features/chats/rules.ts";
import { addressOf } from "#src/mail/address.server.ts";
import { mailsOwed } from "#src/mail/outbox.server.ts";
import { takesPush } from "#src/mail/pushed.server.ts";
import type { ChatAuthor, PostedMessage } from "#src/ports/chat-provider/port.ts";

/** SQL: a chat's members, by their nickname there and their name here. */
const membersOf = (chatId: string): SQL => sql`
  select m.user_id, m.name, m.nickname from chat_members m where m.chat_id = ${chatId}
  union select m.user_id, trim(u.first_name || ' ' || u.last_name), u.nickname
    from chat_members m join users u on u.user_id = m.user_id where m.chat_id = ${chatId}`;

/** SQL: an event's hosts and the people who are going. */
const goersOf = (eventId: string): SQL => sql`
  select u.user_id, trim(u.first_name || ' ' || u.last_name) as name, u.nickname from users u
  where u.user_id in (
    select r.user_id from event_rsvps r where r.event_id = ${eventId} and r.answer = 'going'
    union select c.user_id from event_co_hosts c where c.event_id = ${eventId}
    union select e.host_user_id from social_events e where e.id = ${eventId})`;

type Said = {
  readonly message: PostedMessage;
  readonly author: Pick<ChatAuthor, "userId">;
  /** The event of a thread; null in a group chat. */
  readonly eventId: string | null;
  /** The author of the replied-to message. */
  readonly answered: string | null;
};

/**
 * Queues notifications for mentioned people and for the author of the replied-to message. In its own transaction,
 * because the message may be posted at an outside provider. Idempotent: a client that retries the message also retries
 * this.
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
