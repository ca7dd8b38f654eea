import { and, eq, isNull } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { logChange } from "#src/db/change-log.server.ts";
import { chatMessages, chatReactions } from "#src/db/tables/chats.ts";
import {
  type InThread,
  requireOpenThread,
  requireOwnChat,
  type Which,
} from "#src/features/chats/commands/own-messages.server.ts";
import { NO_SUCH_MESSAGE, REACT_ELSEWHERE, REACTIONS_ARE } from "#src/features/chats/messages.ts";
import { listMessagesAfter } from "#src/features/chats/queries.server.ts";
import { maySpeak } from "#src/features/profile/queries/mutes.server.ts";
import { type MessageView, type React, reactSchema } from "#src/features/chats/schema.ts";
import { countUse } from "#src/http/rate-limit.server.ts";
import { validate } from "#src/http/read.server.ts";
import type { ChatWriter } from "#src/policy/chats.ts";
import type { Person } from "#src/policy/viewer.ts";
import { isCleanText } from "#src/shared/fields.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** Per person, across browsers. */
const REACTS = { name: "react-to-message", max: 60, windowSeconds: 60 };

/** Adds or removes a person's reaction. Idempotent. Muted people can only remove. Open pages reload the chat. */
async function react(
  app: App,
  { userId }: Pick<Person, "userId">,
  { chatId, messageId }: Which,
  { emoji, on }: React,
): Promise<Result<MessageView>> {
  const speaks = on ? await maySpeak(app, userId) : ok(undefined);
  if (!speaks.ok) return speaks;
  const allowed = await countUse(app, REACTS, userId);
  if (!allowed.ok) return allowed;
  if (!isCleanText(messageId)) return fail("not_found", NO_SUCH_MESSAGE);
  const isIt = and(
    eq(chatMessages.chatId, chatId),
    eq(chatMessages.id, messageId),
    eq(chatMessages.system, false),
    isNull(chatMessages.removedAt),
    isNull(chatMessages.hiddenAt),
  );
  const seq = await app.db.transaction(async (tx) => {
    const [found] = await tx.select({ seq: chatMessages.seq }).from(chatMessages).where(isIt).for("key share");
    if (!found) return undefined;
    const reaction = { chatId, seq: found.seq, emoji, userId, reactedAt: app.clock.now() };
    const isTheirs = and(
      eq(chatReactions.chatId, chatId),
      eq(chatReactions.seq, found.seq),
      eq(chatReactions.emoji, emoji),
      eq(chatReactions.userId, userId),
    );
    const changed = on
      ? await tx.insert(chatReactions).values(reaction).onConflictDoNothing().returning({ seq: chatReactions.seq })
      : await tx.delete(chatReactions).where(isTheirs).returning({ seq: chatReactions.seq });
    if (changed.length > 0) await logChange(tx, "chat_changed", chatId);
    return found.seq;
  });
  const [message] = seq === undefined ? [] : await listMessagesAfter(app, userId, { chatId, seq: seq - 1, limit: 1 });
  return message ? ok(message) : fail("not_found", NO_SUCH_MESSAGE);
}

/** Reacts to a message in a built-in chat. Reactions in a provider's chats are made there. */
export async function reactInChat(
  app: App,
  writer: ChatWriter,
  which: Which,
  request: { readonly emoji: string; readonly on: boolean },
): Promise<Result<MessageView>> {
  const reaction = validate(reactSchema, request, REACTIONS_ARE);
  if (!reaction.ok) return reaction;
  const chat = await requireOwnChat(app, writer, which.chatId, REACT_ELSEWHERE);
  return chat.ok ? react(app, writer, which, reaction.value) : chat;
}

/** Reacts to a message in an event's thread, until it closes. */
export async function reactInThread(
  app: App,
  person: Person,
  { eventId, messageId }: InThread,
  reaction: React,
): Promise<Result<MessageView>> {
  const chatId = await requireOpenThread(app, person, eventId);
  return chatId.ok ? react(app, person, { chatId: chatId.value, messageId }, reaction) : chatId;
}
