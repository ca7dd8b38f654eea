import { and, eq, isNull } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { chatMessages, chats } from "#src/db/tables/chats.ts";
import { openThread } from "#src/features/chats/queries/threads.server.ts";
import { isRemovedFrom } from "#src/features/chats/queries/limits.server.ts";
import { eventIdOf } from "#src/features/chats/rules.ts";
import { mayReadChat } from "#src/policy/chats.ts";
import { personOf, type Viewer } from "#src/policy/viewer.ts";

/** Whether a viewer may currently read a group chat or event thread. */
export async function mayReadNow(app: App, viewer: Viewer, chatId: string): Promise<boolean> {
  const eventId = eventIdOf(chatId);
  if (eventId !== null) return (await openThread(app, viewer, eventId)).ok;
  if (!mayReadChat(viewer, app.config.freeChatAccess, chatId)) return false;
  return !(await isRemovedFrom(app, personOf(viewer)?.userId ?? null, chatId));
}

/** Whether a message exists that a viewer may currently read. */
export async function canReadMessage(app: App, viewer: Viewer, chatId: string, messageId: string): Promise<boolean> {
  if (!(await mayReadNow(app, viewer, chatId))) return false;
  // Chats of another provider are not shown.
  const isShown = and(eq(chats.provider, app.chatProvider.name), isNull(chats.eventId));
  const [message] = await app.db
    .select({ id: chatMessages.id })
    .from(chatMessages)
    .innerJoin(chats, eq(chats.id, chatMessages.chatId))
    .where(and(eq(chats.id, chatId), eq(chatMessages.id, messageId), eventIdOf(chatId) === null ? isShown : undefined));
  return message !== undefined;
}
