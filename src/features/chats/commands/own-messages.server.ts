import { and, eq, isNull, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { logChange } from "#src/db/change-log.server.ts";
import { chatMessages } from "#src/db/tables/chats.ts";
import { dropPicture } from "#src/features/chat-pictures/commands.server.ts";
import { SENDS } from "#src/features/chats/commands.server.ts";
import {
  CHAT_NOT_FOUND,
  CHANGED_ELSEWHERE,
  CHANGED_TO,
  MESSAGE_NOT_FOUND,
  MESSAGE_NOT_SENT,
  ORGANIZERS_WRITE,
  THREAD_CLOSED,
} from "#src/features/chats/messages.ts";
import { getChat, listMessagesAfter } from "#src/features/chats/queries.server.ts";
import { maySpeak } from "#src/features/profile/queries/mutes.server.ts";
import { isRemovedFrom } from "#src/features/chats/queries/limits.server.ts";
import { openThread } from "#src/features/chats/queries/threads.server.ts";
import { threadIdOf } from "#src/features/chats/rules.ts";
import { type EditMessage, editMessageSchema, type MessageView } from "#src/features/chats/schema.ts";
import { reportsNaming } from "#src/features/inbox/queries.server.ts";
import { countUse } from "#src/http/rate-limit.server.ts";
import { validate } from "#src/http/read.server.ts";
import type { ChatWriter } from "#src/policy/chats.ts";
import type { Person } from "#src/policy/viewer.ts";
import { isCleanText } from "#src/shared/fields.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

export type Which = { readonly chatId: string; readonly messageId: string };

/**
 * Keeps every reported version of the text for organizers: an author must not be able to erase it, or to have something
 * harmless reported first.
 */
const saidSoFar = sql`case when ${chatMessages.text} <> '' and exists (
    ${reportsNaming(chatMessages.chatId, chatMessages.id)}
      and (${chatMessages.editedAt} is null or f.created_at > ${chatMessages.editedAt}))
  then concat_ws(${CHANGED_TO}, ${chatMessages.said}, ${chatMessages.text}) else ${chatMessages.said} end`;

/** Edits a writer's own message, or deletes it if `text` is null. Deleting is idempotent. */
async function changeOwn(
  app: App,
  writer: Pick<Person, "userId">,
  { chatId, messageId }: Which,
  text: string | null,
): Promise<Result<MessageView>> {
  if (!isCleanText(messageId)) return fail("not_found", MESSAGE_NOT_FOUND);
  const speaks = text === null ? ok(undefined) : await maySpeak(app, writer.userId);
  if (!speaks.ok) return speaks;
  const allowed = await countUse(app, SENDS, writer.userId);
  if (!allowed.ok) return allowed;
  const now = app.clock.now();
  const isOwn = and(
    eq(chatMessages.chatId, chatId),
    eq(chatMessages.id, messageId),
    eq(chatMessages.userId, writer.userId),
    eq(chatMessages.system, false),
  );
  const change =
    text === null
      ? { text: "", removedAt: sql`coalesce(${chatMessages.removedAt}, ${now.toISOString()}::timestamptz)` }
      : { text, editedAt: now };
  const seq = await app.db.transaction(async (tx) => {
    const [row] = await tx
      .update(chatMessages)
      .set({ ...change, said: saidSoFar })
      // A hidden message keeps the text that organizers saw.
      .where(text === null ? isOwn : and(isOwn, isNull(chatMessages.removedAt), isNull(chatMessages.hiddenAt)))
      .returning({ seq: chatMessages.seq });
    if (row && text === null) await dropPicture(tx, { chatId, seq: row.seq }, writer.userId);
    if (row) await logChange(tx, "chat_changed", chatId);
    return row?.seq;
  });
  const [message] =
    seq === undefined ? [] : await listMessagesAfter(app, writer.userId, { chatId, seq: seq - 1, limit: 1 });
  return message ? ok(message) : fail("not_found", MESSAGE_NOT_FOUND);
}

const requireOwnProvider = (app: App, elsewhere: string): Result<void> =>
  app.chatProvider.name === "local" ? ok(undefined) : fail("forbidden", elsewhere);

/** Admits writers to messages of a built-in chat; for a provider's chat, fails with `elsewhere`. */
export async function requireOwnChat(
  app: App,
  writer: ChatWriter,
  chatId: string,
  elsewhere: string,
): Promise<Result<void>> {
  const [chat] = await getChat(app, writer, chatId);
  if (!chat) return fail("not_found", CHAT_NOT_FOUND);
  if (!chat.canWrite) return fail("forbidden", ORGANIZERS_WRITE);
  return requireOwnProvider(app, elsewhere);
}

/** The chat of an open event thread, for a person who may read it. */
export async function requireOpenThread(app: App, person: Person, eventId: string): Promise<Result<string>> {
  const thread = await openThread(app, person, eventId);
  if (!thread.ok) return thread;
  return thread.value.isClosed ? fail("conflict", THREAD_CLOSED) : ok(thread.value.chatId);
}

/** Edits a writer's own message in a group chat. Messages of a provider's chats are edited there. */
export async function changeOwnMessage(
  app: App,
  writer: ChatWriter,
  which: Which,
  change: EditMessage | null,
): Promise<Result<MessageView>> {
  const checked = change && validate(editMessageSchema, change, MESSAGE_NOT_SENT);
  if (checked?.ok === false) return checked;
  // Removed people can still delete their messages; otherwise the chat does not exist for them.
  const isTakenBack = change === null && (await isRemovedFrom(app, writer.userId, which.chatId));
  const chat = isTakenBack
    ? requireOwnProvider(app, CHANGED_ELSEWHERE)
    : await requireOwnChat(app, writer, which.chatId, CHANGED_ELSEWHERE);
  if (!chat.ok) return chat;
  return changeOwn(app, writer, which, checked?.value.text ?? null);
}

export type InThread = { readonly eventId: string; readonly messageId: string };

/** Edits a person's own message in an event's thread, until it closes. */
export async function changeInThread(
  app: App,
  person: Person,
  { eventId, messageId }: InThread,
  change: EditMessage | null,
): Promise<Result<MessageView>> {
  const chatId =
    change === null && (await isRemovedFrom(app, person.userId, threadIdOf(eventId)))
      ? ok(threadIdOf(eventId))
      : await requireOpenThread(app, person, eventId);
  if (!chatId.ok) return chatId;
  return changeOwn(app, person, { chatId: chatId.value, messageId }, change?.text ?? null);
}
