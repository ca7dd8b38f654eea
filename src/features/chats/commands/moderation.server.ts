import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { writeAudit } from "#src/audit/audit-log.server.ts";
import type { App } from "#src/context/app.ts";
import { logChange, logPersonChange } from "#src/db/change-log.server.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { chatLimits, chatMembers, chatMessages, chats } from "#src/db/tables/chats.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { users } from "#src/db/tables/users.ts";
import { makeThread } from "#src/features/chats/commands/threads.server.ts";
import { eventIdOf } from "#src/features/chats/rules.ts";
import {
  CHAT_NOT_FOUND,
  HIDDEN_NOW,
  LIMIT_NOT_YOURSELF,
  LIMITED_NOT_FOUND,
  mutedWords,
  NO_SUCH_MESSAGE,
  READMITTED_NOW,
  removedWords,
  SHOWN_NOW,
  UNMUTED_NOW,
} from "#src/features/chats/messages.ts";
import type { Moderated, Mute } from "#src/features/chats/schema/moderation.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

const DAY_MS = 86_400_000;
const done = (message: string): Result<Moderated> => ok({ success: true, message });

type Which = { readonly chatId: string; readonly messageId: string };

/** Hides a message with a reason, or shows it again if `reason` is null. Idempotent. Open pages reload the chat. */
export async function setHidden(
  app: App,
  admin: Admin,
  { chatId, messageId }: Which,
  reason: string | null,
): Promise<Result<Moderated>> {
  return app.db.transaction(async (tx) => {
    const now = app.clock.now();
    const isIt = and(eq(chatMessages.chatId, chatId), eq(chatMessages.id, messageId), eq(chatMessages.system, false));
    const [found] = await tx
      .select({ userId: chatMessages.userId, chat: chats.name })
      .from(chatMessages)
      .innerJoin(chats, eq(chats.id, chatMessages.chatId))
      .where(isIt);
    if (!found) return fail("not_found", NO_SUCH_MESSAGE);
    if (reason === null && found.userId === admin.userId) return fail("conflict", LIMIT_NOT_YOURSELF);
    const changed = await tx
      .update(chatMessages)
      .set({ hiddenAt: reason === null ? null : now })
      .where(and(isIt, reason === null ? isNotNull(chatMessages.hiddenAt) : isNull(chatMessages.hiddenAt)))
      .returning({ id: chatMessages.id });
    if (changed.length > 0) {
      const action = reason === null ? "message_shown" : "message_hidden";
      const after = { chat: found.chat, ...(reason !== null && { reason }) };
      const subjectIds = [...(found.userId === null ? [] : [found.userId]), messageId];
      await writeAudit(tx, admin, { action, subjectIds, after }, now);
      await logChange(tx, "chat_changed", chatId);
    }
    return done(reason === null ? SHOWN_NOW : HIDDEN_NOW);
  });
}

/** Locks the person to limit. Organizers cannot limit themselves or lift their own limits. */
async function lockPerson(tx: Transaction, admin: Admin, userId: string): Promise<Result<void>> {
  if (userId === admin.userId) return fail("conflict", LIMIT_NOT_YOURSELF);
  const [person] = await tx.select({ id: users.userId }).from(users).where(eq(users.userId, userId)).for("update");
  return person ? ok(undefined) : fail("not_found", LIMITED_NOT_FOUND);
}

/** Mutes a person in all chats and threads for some days, replacing an earlier mute. */
export async function mutePerson(
  app: App,
  admin: Admin,
  userId: string,
  { days, reason }: Mute,
): Promise<Result<Moderated>> {
  return app.db.transaction(async (tx) => {
    const now = app.clock.now();
    const person = await lockPerson(tx, admin, userId);
    if (!person.ok) return person;
    const until = new Date(now.getTime() + days * DAY_MS);
    const limit = { id: uuidv7(now.getTime()), userId, chatId: null, reason, setAt: now, until };
    await tx
      .insert(chatLimits)
      .values(limit)
      .onConflictDoUpdate({ target: [chatLimits.userId, chatLimits.chatId], set: { reason, setAt: now, until } });
    const after = { reason, until: until.toISOString() };
    await writeAudit(tx, admin, { action: "person_muted", subjectIds: [userId], after }, now);
    return done(mutedWords(days));
  });
}

/** Ends a person's mute. Idempotent. */
export async function unmutePerson(app: App, admin: Admin, userId: string): Promise<Result<Moderated>> {
  if (userId === admin.userId) return fail("conflict", LIMIT_NOT_YOURSELF);
  return app.db.transaction(async (tx) => {
    const isMute = and(eq(chatLimits.userId, userId), isNull(chatLimits.chatId));
    const lifted = await tx.delete(chatLimits).where(isMute).returning({ id: chatLimits.id });
    if (lifted.length > 0)
      await writeAudit(tx, admin, { action: "person_unmuted", subjectIds: [userId] }, app.clock.now());
    return done(UNMUTED_NOW);
  });
}

type Removal = { readonly userId: string; readonly chatId: string };

/** A removal may precede the first message of a thread, which would otherwise create its chat. */
async function makeThreadOf(tx: Transaction, chatId: string, now: Date): Promise<void> {
  const eventId = eventIdOf(chatId);
  if (eventId === null) return;
  const [event] = await tx.select({ id: socialEvents.id }).from(socialEvents).where(eq(socialEvents.id, eventId));
  if (event) await makeThread(tx, eventId, now);
}

/**
 * Removes a person from a chat: they can neither read nor write there until readmitted. In a provider's chat this
 * applies only on this site. Idempotent.
 */
export async function removeFromChat(
  app: App,
  admin: Admin,
  { userId, chatId }: Removal,
  reason: string,
): Promise<Result<Moderated>> {
  return app.db.transaction(async (tx) => {
    const now = app.clock.now();
    // Locks event and chat before the person, in the same order as posting a message.
    await makeThreadOf(tx, chatId, now);
    const [chat] = await tx
      .select({ name: chats.name, provider: chats.provider })
      .from(chats)
      .where(eq(chats.id, chatId))
      .for("no key update");
    if (!chat) return fail("not_found", CHAT_NOT_FOUND);
    const person = await lockPerson(tx, admin, userId);
    if (!person.ok) return person;
    const removed = await tx
      .insert(chatLimits)
      .values({ id: uuidv7(now.getTime()), userId, chatId, reason, setAt: now })
      .onConflictDoNothing()
      .returning({ id: chatLimits.id });
    if (removed.length > 0) {
      if (chat.provider === "local") await leave(tx, { userId, chatId });
      const after = { chat: chat.name, reason };
      await writeAudit(tx, admin, { action: "chat_member_removed", subjectIds: [userId], after }, now);
      await logPersonChange(tx, userId);
    }
    return done(removedWords(chat.name));
  });
}

/** Removes a person from the members of a built-in chat. */
async function leave(tx: Transaction, { userId, chatId }: Removal): Promise<void> {
  const left = await tx
    .delete(chatMembers)
    .where(and(eq(chatMembers.chatId, chatId), eq(chatMembers.userId, userId)))
    .returning({ id: chatMembers.memberId });
  await tx
    .update(chats)
    .set({ memberCount: sql`${chats.memberCount} - ${left.length}` })
    .where(eq(chats.id, chatId));
}

/** Readmits a removed person; in a built-in chat they become a member again with their next message. Idempotent. */
export async function readmit(app: App, admin: Admin, { userId, chatId }: Removal): Promise<Result<Moderated>> {
  if (userId === admin.userId) return fail("conflict", LIMIT_NOT_YOURSELF);
  return app.db.transaction(async (tx) => {
    const isRemoval = and(eq(chatLimits.userId, userId), eq(chatLimits.chatId, chatId));
    const lifted = await tx.delete(chatLimits).where(isRemoval).returning({ id: chatLimits.id });
    const [chat] = await tx.select({ name: chats.name }).from(chats).where(eq(chats.id, chatId));
    if (lifted.length > 0) {
      const after = { chat: chat?.name ?? chatId };
      await writeAudit(tx, admin, { action: "chat_member_readmitted", subjectIds: [userId], after }, app.clock.now());
    }
    return done(READMITTED_NOW);
  });
}
