import { and, eq, sql } from "drizzle-orm";
import type { Db, Transaction } from "#src/db/connect.server.ts";
import { chatLimits, chatMembers, chatMessages, chatPictures, chats } from "#src/db/tables/chats.ts";
import { cancelEvent, createEvent, findEvent, updateEvent } from "#src/ports/chat-provider/local/calendar.server.ts";
import type { ChatAuthor, ChatProviderPort, NewMessage, PostOutcome } from "#src/ports/chat-provider/port.ts";
import { uuidv7 } from "#src/shared/ids.ts";

type LocalChatsOptions = { readonly db: Db; readonly now: () => Date };

/** Adds the author to the chat if missing. Returns their display name. */
async function joinAuthor(tx: Transaction, chatId: string, author: ChatAuthor, now: Date) {
  const isAuthor = and(eq(chatMembers.chatId, chatId), eq(chatMembers.memberId, author.userId));
  const [joined] = await tx
    .insert(chatMembers)
    .values({
      chatId,
      memberId: author.userId,
      userId: author.userId,
      name: author.name,
      nickname: author.nickname,
      joinedAt: now,
    })
    .onConflictDoNothing()
    .returning({ name: chatMembers.name, nickname: chatMembers.nickname });
  const [known] = joined
    ? [joined]
    : await tx.select({ name: chatMembers.name, nickname: chatMembers.nickname }).from(chatMembers).where(isAuthor);
  return { isNew: joined !== undefined, calledName: known?.nickname || known?.name || author.name };
}

async function save(tx: Transaction, posted: NewMessage, now: Date): Promise<PostOutcome> {
  const { chatId, author, text, clientId, replyTo = null, picture } = posted;
  // Locks the chat's row: messages are numbered in commit order, and a duplicate submission finds itself.
  const [chat] = await tx
    .select({ lastSeq: chats.lastSeq })
    .from(chats)
    .where(eq(chats.id, chatId))
    .for("no key update");
  if (!chat) return { ok: false, fault: "unknown_chat" };
  const [before] = await tx
    .select()
    .from(chatMessages)
    .where(
      and(
        eq(chatMessages.chatId, chatId),
        eq(chatMessages.authorId, author.userId),
        eq(chatMessages.clientId, clientId),
      ),
    );
  if (before) return { ok: true, message: before };
  // Looked up under the lock: the author may have been removed since they were admitted.
  const isRemoval = and(eq(chatLimits.chatId, chatId), eq(chatLimits.userId, author.userId));
  if ((await tx.$count(chatLimits, isRemoval)) > 0) return { ok: false, fault: "removed" };
  const { isNew, calledName } = await joinAuthor(tx, chatId, author, now);
  const message = {
    id: uuidv7(now.getTime()),
    seq: chat.lastSeq + 1,
    chatId,
    authorId: author.userId,
    userId: author.userId,
    name: calledName,
    avatarUrl: "",
    text,
    system: false,
    clientId,
    createdAt: now,
    replyTo,
  };
  await tx.insert(chatMessages).values(message);
  if (picture) await tx.insert(chatPictures).values({ chatId, seq: message.seq, ...picture });
  await tx
    .update(chats)
    .set({
      lastSeq: message.seq,
      messageCount: sql`${chats.messageCount} + 1`,
      memberCount: sql`${chats.memberCount} + ${isNew ? 1 : 0}`,
      updatedAt: now,
    })
    .where(eq(chats.id, chatId));
  return { ok: true, message };
}

/** The built-in chats, stored in our tables only. */
export function localChats({ db, now }: LocalChatsOptions): ChatProviderPort {
  return {
    name: "local",
    callbackSecret: null,
    sync: async () => 0,
    tellDecisions: async () => 0,
    hear: () => false,
    stop: async () => undefined,
    post: (message) => db.transaction((tx) => save(tx, message, now())),
    createCalendarEvent: (entry) => db.transaction((tx) => createEvent(tx, entry, now())),
    findCalendarEvent: (entry) => findEvent(db, entry),
    updateCalendarEvent: (id, entry) => db.transaction((tx) => updateEvent(tx, id, entry, now())),
    cancelCalendarEvent: (id, entry) => db.transaction((tx) => cancelEvent(tx, id, entry, now())),
  };
}
