import { and, eq } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { chatMessages } from "#src/db/tables/chats.ts";
import { REPLY_ELSEWHERE, REPLY_TO_GONE } from "#src/features/chats/messages.ts";
import { isThread } from "#src/features/chats/rules.ts";
import { isCleanText } from "#src/shared/fields.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/**
 * The author of the replied-to message; null if there is nobody to notify, such as after a deletion meanwhile. Replies
 * in a provider's chats are made there.
 */
export async function findAnswered(
  app: App,
  chatId: string,
  replyTo: string | null | undefined,
): Promise<Result<string | null>> {
  if (replyTo === null || replyTo === undefined) return ok(null);
  if (app.chatProvider.name !== "local" && !isThread(chatId)) return fail("forbidden", REPLY_ELSEWHERE);
  const [original] = isCleanText(replyTo)
    ? await app.db
        .select()
        .from(chatMessages)
        .where(and(eq(chatMessages.chatId, chatId), eq(chatMessages.id, replyTo), eq(chatMessages.system, false)))
    : [];
  if (!original) return fail("invalid", REPLY_TO_GONE, { fields: { replyTo: REPLY_TO_GONE } });
  return ok(original.removedAt || original.hiddenAt ? null : original.userId);
}
