import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { chatLimits, chats } from "#src/db/tables/chats.ts";
import { users } from "#src/db/tables/users.ts";
import { LIMITED_NOT_FOUND, REMOVED_FROM_CHAT } from "#src/features/chats/messages.ts";
import type { ChatLimits } from "#src/features/chats/schema/moderation.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { isCleanText } from "#src/shared/fields.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** SQL condition: the person was not removed from the row's chat. */
export function isNotRemoved(userId: string | null): SQL | undefined {
  if (userId === null) return undefined;
  return sql`not exists (select from chat_limits l where l.chat_id = ${chats.id} and l.user_id = ${userId})`;
}

/** Whether an organizer removed a person from a chat. */
export async function isRemovedFrom(app: App, userId: string | null, chatId: string): Promise<boolean> {
  // Ids that the database cannot store do not exist.
  if (userId === null || !isCleanText(chatId)) return false;
  return (await app.db.$count(chatLimits, and(eq(chatLimits.userId, userId), eq(chatLimits.chatId, chatId)))) > 0;
}

/** Admits people who were not removed from a chat. */
export async function requireNotRemoved(app: App, userId: string | null, chatId: string): Promise<Result<void>> {
  return (await isRemovedFrom(app, userId, chatId)) ? fail("forbidden", REMOVED_FROM_CHAT) : ok(undefined);
}

/** A person's current chat limits, for organizers. */
export async function readLimits(app: App, _admin: Admin, userId: string): Promise<Result<ChatLimits>> {
  const [person] = await app.db.select({ userId: users.userId }).from(users).where(eq(users.userId, userId));
  if (!person) return fail("not_found", LIMITED_NOT_FOUND);
  const rows = await app.db
    .select({ limit: chatLimits, chat: chats.name })
    .from(chatLimits)
    .leftJoin(chats, eq(chats.id, chatLimits.chatId))
    .where(eq(chatLimits.userId, userId))
    .orderBy(asc(chatLimits.id))
    .limit(100);
  const mute = rows.find(({ limit }) => limit.chatId === null && (limit.until ?? 0) > app.clock.now())?.limit;
  return ok({
    mute: mute?.until ? { reason: mute.reason, until: mute.until.toISOString() } : null,
    removedFrom: rows.flatMap(({ limit: { chatId, reason }, chat }) =>
      chatId === null ? [] : [{ chatId, chat: chat ?? chatId, reason }],
    ),
  });
}
