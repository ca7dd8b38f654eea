import { and, eq, isNull, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { App } from "#src/context/app.ts";
import { chatMessages, chats } from "#src/db/tables/chats.ts";
import { users } from "#src/db/tables/users.ts";
import { mayReadNow } from "#src/features/chats/queries/readable.server.ts";
import { readerOfMail } from "#src/features/identity/queries.server.ts";

export type Mention = {
  readonly userId: string;
  readonly email: string;
  readonly chatId: string;
  readonly messageId: string;
  /** The event of a thread; empty in a group chat. */
  readonly eventId: string;
};

type Said = {
  readonly text: string;
  readonly name: string;
  readonly chat: string;
  /** Whether it replies to a message of the person. */
  readonly isReply: boolean;
};

type Writer = { readonly [column in "nickname" | "firstName" | "lastName"]: AnyPgColumn };

/** SQL: the current name of a message's author, joined as `writer`; the name stored in the message if they left. */
export const calledNow = (writer: Writer) => sql<string>`coalesce(nullif(${writer.nickname}, ''),
  nullif(trim(${writer.firstName} || ' ' || ${writer.lastName}), ''), ${chatMessages.name})`;

/** SQL: whether the message replies to one by this person. */
const answers = (userId: string) => sql<boolean>`exists (select from chat_messages o
  where o.chat_id = ${chatMessages.chatId} and o.id = ${chatMessages.replyTo} and o.user_id = ${userId})`;

/** The message that mentions or replies to a person; undefined if it is gone or they may no longer read it. */
export async function readMention(app: App, mention: Mention): Promise<Said | undefined> {
  const { chatId, messageId } = mention;
  const viewer = await readerOfMail(app, mention.userId, mention.email);
  if (!(await mayReadNow(app, viewer, chatId))) return undefined;
  const [said] = await app.db
    .select({ text: chatMessages.text, name: calledNow(users), chat: chats.name, isReply: answers(mention.userId) })
    .from(chatMessages)
    .innerJoin(chats, eq(chats.id, chatMessages.chatId))
    .leftJoin(users, eq(users.userId, chatMessages.userId))
    .where(
      and(
        eq(chatMessages.chatId, chatId),
        eq(chatMessages.id, messageId),
        isNull(chatMessages.removedAt),
        isNull(chatMessages.hiddenAt),
      ),
    );
  return said;
}
