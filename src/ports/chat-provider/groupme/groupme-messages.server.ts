import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Db, Transaction } from "#src/db/connect.server.ts";
import { chatMessages, chatPosts, chats } from "#src/db/tables/chats.ts";
import { users } from "#src/db/tables/users.ts";
import type { GroupMeClient } from "#src/ports/chat-provider/groupme/groupme-client.server.ts";
import {
  byId,
  type GroupMessage,
  isLater,
  messagesSchema,
  read,
} from "#src/ports/chat-provider/groupme/groupme-shapes.server.ts";
import type { PostedMessage } from "#src/ports/chat-provider/port.ts";

/** GroupMe's maximum page size. */
const A_PAGE = 100;
/** For a new chat: fetch the newest messages, not its whole history. */
const FIRST_PAGES = 5;
/** Only a gap of months exceeds this; the next round continues. */
const MOST_PAGES = 50;

export type MessagesOptions = { readonly db: Db; readonly client: GroupMeClient; readonly now: () => Date };

type Cursor = { before_id?: string; after_id?: string };

async function readPage(client: GroupMeClient, chatId: string, cursor: Cursor, isPatient: boolean) {
  const query = { limit: A_PAGE, acceptFiles: 1, ...cursor };
  const answer = await client.call({ path: `/groups/${chatId}/messages`, query, isPatient });
  // "No messages" may be a 304 or an empty list.
  return answer.response === null ? [] : read(messagesSchema, answer).messages.toSorted(byId);
}

/** A message's display text. Pictures become links: loading them would reveal readers to others. */
function wordsOf({ text, attachments }: GroupMessage): string {
  const extras = (attachments ?? []).flatMap(({ type, url, name }) => {
    if (["image", "video", "linked_image"].includes(type) && url !== "") return [url];
    return type === "location" && name !== "" && !text.includes(name) ? [name] : [];
  });
  return [text, ...extras].filter(Boolean).join("\n") || "(something that is only shown in GroupMe)";
}

/** Our people by GroupMe id. */
export async function findPeople(tx: Transaction, ids: readonly string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)].filter(Boolean);
  if (wanted.length === 0) return new Map();
  const rows = await tx
    .select({ id: users.groupMeUserId, userId: users.userId })
    .from(users)
    .where(inArray(users.groupMeUserId, wanted))
    .orderBy(desc(users.userId));
  return new Map(rows.map(({ id, userId }) => [id, userId]));
}

type NewRow = Omit<PostedMessage, "seq">;

/** Converts a GroupMe message; one sent through this site keeps its author and original text. */
async function rowsOf(tx: Transaction, chatId: string, messages: readonly GroupMessage[]): Promise<NewRow[]> {
  const guids = messages.map(({ source_guid }) => source_guid).filter(Boolean);
  const ours = guids.length > 0 ? await tx.delete(chatPosts).where(inArray(chatPosts.guid, guids)).returning() : [];
  const posts = new Map(ours.map((post) => [post.guid, post]));
  const people = await findPeople(
    tx,
    messages.map(({ user_id }) => user_id),
  );
  const authors = ours.map(({ authorId }) => authorId);
  const known =
    authors.length > 0
      ? await tx.select({ userId: users.userId }).from(users).where(inArray(users.userId, authors))
      : [];
  const isKnown = new Set(known.map(({ userId }) => userId));
  return messages.map((message) => {
    const { id, sender_id, sender_type, user_id, name, avatar_url, created_at } = message;
    const common = { id, chatId, avatarUrl: avatar_url, createdAt: new Date(created_at * 1000) };
    const post = posts.get(message.source_guid);
    if (post) {
      const { authorId, name: author, text, clientId } = post;
      const userId = isKnown.has(authorId) ? authorId : null;
      return { ...common, avatarUrl: "", authorId, userId, name: author, text, clientId, system: false };
    }
    const system = message.system || sender_type === "system" || sender_type === "service";
    const authorId = system ? "" : user_id || sender_id;
    const userId = people.get(authorId) ?? null;
    return { ...common, authorId, userId, name, text: wordsOf(message), system, clientId: null };
  });
}

/**
 * Upserts messages, oldest first: new ones get the next `seq`, edited ones are updated, deleted ones are removed.
 * Returns the number of new messages.
 */
export async function saveMessages(db: Db, chatId: string, messages: readonly GroupMessage[]): Promise<number> {
  if (messages.length === 0) return 0;
  return db.transaction(async (tx) => {
    const [chat] = await tx
      .select({ lastSeq: chats.lastSeq })
      .from(chats)
      .where(eq(chats.id, chatId))
      .for("no key update");
    if (!chat) return 0;
    const ids = messages.map(({ id }) => id);
    const kept = await tx
      .select()
      .from(chatMessages)
      .where(and(eq(chatMessages.chatId, chatId), inArray(chatMessages.id, ids)));
    const isHere = new Map(kept.map((row) => [row.id, row]));
    const isGone = ({ deleted_at }: GroupMessage) => deleted_at !== null && deleted_at !== undefined;
    const gone = messages.filter((message) => isGone(message) && isHere.has(message.id)).map(({ id }) => id);
    if (gone.length > 0)
      await tx.delete(chatMessages).where(and(eq(chatMessages.chatId, chatId), inArray(chatMessages.id, gone)));
    for (const message of messages) {
      const row = isHere.get(message.id);
      const text = wordsOf(message);
      // A message sent through this site shows its original text; GroupMe's has the author's name in front.
      if (!row || isGone(message) || row.clientId !== null || row.text === text) continue;
      await tx
        .update(chatMessages)
        .set({ text })
        .where(and(eq(chatMessages.chatId, chatId), eq(chatMessages.id, message.id)));
    }
    const fresh = messages.filter((message) => !isHere.has(message.id) && !isGone(message));
    const rows = await rowsOf(tx, chatId, fresh);
    if (rows.length === 0) return 0;
    await tx.insert(chatMessages).values(rows.map((row, index) => ({ ...row, seq: chat.lastSeq + 1 + index })));
    const updatedAt = rows.at(-1)?.createdAt ?? new Date(0);
    await tx
      .update(chats)
      .set({
        lastSeq: chat.lastSeq + rows.length,
        messageCount: sql`greatest(${chats.messageCount}, ${chat.lastSeq + rows.length})`,
        updatedAt: sql`greatest(${chats.updatedAt}, ${updatedAt.toISOString()}::timestamptz)`,
      })
      .where(eq(chats.id, chatId));
    return rows.length;
  });
}

/** The id of our newest message in a chat. */
async function newestKnown(db: Db, chatId: string): Promise<string | undefined> {
  const rows = await db
    .select({ id: chatMessages.id })
    .from(chatMessages)
    .where(eq(chatMessages.chatId, chatId))
    .orderBy(desc(chatMessages.seq))
    .limit(A_PAGE);
  return rows.toSorted(byId).at(-1)?.id;
}

/**
 * Syncs a chat's messages: the newest page, which includes edits and deletions, and the gap since our last message.
 * Returns the number of new messages.
 */
export async function pullMessages({ db, client }: MessagesOptions, chatId: string, isPatient = true): Promise<number> {
  const known = await newestKnown(db, chatId);
  const newest = await readPage(client, chatId, {}, isPatient);
  const [oldest] = newest;
  if (oldest === undefined) return 0;
  let count = 0;
  if (known === undefined) {
    const pages = [newest];
    let cursor = oldest.id;
    while (pages.length < FIRST_PAGES) {
      const page = await readPage(client, chatId, { before_id: cursor }, isPatient);
      const [first] = page;
      if (first === undefined || !isLater(cursor, first.id)) break;
      cursor = first.id;
      pages.unshift(page);
    }
    for (const page of pages) count += await saveMessages(db, chatId, page);
    return count;
  }
  let cursor = known;
  for (let pages = 0; pages < MOST_PAGES && isLater(oldest.id, cursor); pages += 1) {
    const page = await readPage(client, chatId, { after_id: cursor }, isPatient);
    const last = page.at(-1);
    if (last === undefined || !isLater(last.id, cursor)) break;
    count += await saveMessages(db, chatId, page);
    cursor = last.id;
    // The next round continues in order, so no gap remains.
    if (pages === MOST_PAGES - 1 && isLater(oldest.id, cursor)) return count;
  }
  return count + (await saveMessages(db, chatId, newest));
}
