import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { chatMessages, chatPosts, chats } from "#src/db/tables/chats.ts";
import { GroupMeRefusal } from "#src/ports/chat-provider/groupme/groupme-client.server.ts";
import {
  type MessagesOptions,
  pullMessages,
  saveMessages,
} from "#src/ports/chat-provider/groupme/groupme-messages.server.ts";
import { type GroupMessage, postedSchema, read } from "#src/ports/chat-provider/groupme/groupme-shapes.server.ts";
import type { NewMessage, PostedMessage, PostOutcome } from "#src/ports/chat-provider/port.ts";
import { OutsideAway } from "#src/shared/outside.ts";

/** GroupMe's length limit. */
const MAX_TEXT = 1000;

/** Deduplication id: GroupMe rejects a repeat within a minute. */
function guidOf({ chatId, author, clientId }: NewMessage): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([chatId, author.userId, clientId]))
    .digest("hex");
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

async function findMessage({ db }: MessagesOptions, message: NewMessage): Promise<PostedMessage | undefined> {
  const { chatId, author, clientId } = message;
  const [row] = await db
    .select()
    .from(chatMessages)
    .where(
      and(
        eq(chatMessages.chatId, chatId),
        eq(chatMessages.authorId, author.userId),
        eq(chatMessages.clientId, clientId),
      ),
    );
  return row;
}

/** Stores the message once GroupMe accepted it, in GroupMe's order; if that cannot be read, at the end. */
async function keep(options: MessagesOptions, message: NewMessage, sent: GroupMessage | null): Promise<PostedMessage> {
  await pullMessages(options, message.chatId, false).catch((error: unknown) => {
    if (!(error instanceof OutsideAway || error instanceof GroupMeRefusal) || sent === null) throw error;
  });
  const found = await findMessage(options, message);
  if (found) return found;
  if (sent) await saveMessages(options.db, message.chatId, [sent]);
  const saved = await findMessage(options, message);
  if (!saved) throw new OutsideAway("chat", "a message that was taken and is not shown");
  return saved;
}

/**
 * Posts a message through the site's one account, with the author's name in front. Records it first; after an attempt
 * with unknown outcome, searches for the message before retrying.
 */
export async function postMessage(options: MessagesOptions, message: NewMessage): Promise<PostOutcome> {
  const { db, client, now } = options;
  const { chatId, author, text, clientId } = message;
  const isThis = and(eq(chats.id, chatId), eq(chats.provider, "groupme"));
  const [chat] = await db.select({ id: chats.id }).from(chats).where(isThis);
  if (!chat) return { ok: false, fault: "unknown_chat" };
  const before = await findMessage(options, message);
  if (before) return { ok: true, message: before };
  const name = author.nickname || author.name;
  const sentText = `${name}: ${text}`;
  const spare = MAX_TEXT - sentText.length;
  if (spare < 0) return { ok: false, fault: "too_long", max: text.length + spare };

  const guid = guidOf(message);
  const [noted] = await db
    .insert(chatPosts)
    .values({ guid, chatId, authorId: author.userId, name, text, clientId, createdAt: now() })
    .onConflictDoNothing()
    .returning({ guid: chatPosts.guid });
  if (!noted) {
    await pullMessages(options, chatId, false);
    const found = await findMessage(options, message);
    if (found) return { ok: true, message: found };
  }
  try {
    const body = { message: { source_guid: guid, text: sentText, attachments: [] } };
    const answer = await client.call({ method: "POST", path: `/groups/${chatId}/messages`, body });
    return { ok: true, message: await keep(options, message, read(postedSchema, answer).message) };
  } catch (error) {
    if (!(error instanceof GroupMeRefusal)) throw error;
    // GroupMe already has it.
    if (error.status === 409) return { ok: true, message: await keep(options, message, null) };
    await db.delete(chatPosts).where(eq(chatPosts.guid, guid));
    return { ok: false, fault: error.status === 404 ? "unknown_chat" : "refused" };
  }
}
