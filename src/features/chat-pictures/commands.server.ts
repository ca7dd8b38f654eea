import { and, eq, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { chatPictures } from "#src/db/tables/chats.ts";
import { PICTURE_ELSEWHERE, PICTURE_ONLY } from "#src/features/chat-pictures/messages.ts";
import { dropUpload } from "#src/features/events/uploads/commands/unused.server.ts";
import { takeUpload } from "#src/features/events/uploads/commands/upload.server.ts";
import { reportsNaming } from "#src/features/inbox/queries.server.ts";
import type { NewMessage } from "#src/ports/chat-provider/port.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

type Sent = { readonly pictureKey?: string | null | undefined; readonly pictureAlt?: string | null | undefined };

/** Returns a new message's uploaded picture, marking it as used. Only built-in chats have pictures. */
export async function takePicture(
  app: App,
  isOurs: boolean,
  { pictureKey, pictureAlt }: Sent,
): Promise<Result<NewMessage["picture"]>> {
  if (!pictureKey) return ok(undefined);
  if (!isOurs) return fail("forbidden", PICTURE_ELSEWHERE);
  const kind = await takeUpload(app.db, pictureKey, app.clock.now());
  if (kind.ok && kind.value === "picture") return ok({ key: pictureKey, alt: pictureAlt ?? "" });
  const words = kind.ok ? PICTURE_ONLY : kind.failure.message;
  return fail("invalid", words, { fields: { pictureKey: words } });
}

type Place = { readonly chatId: string; readonly seq: number };

/** Deletes the picture of a message that its author deleted, unless a report refers to the message. */
export async function dropPicture(tx: Transaction, { chatId, seq }: Place, ownerUserId: string): Promise<void> {
  const isReported = sql`exists (select from chat_messages m
    where m.chat_id = ${chatId} and m.seq = ${seq} and exists (${reportsNaming(sql`m.chat_id`, sql`m.id`)}))`;
  const [dropped] = await tx
    .delete(chatPictures)
    .where(and(eq(chatPictures.chatId, chatId), eq(chatPictures.seq, seq), sql`not ${isReported}`))
    .returning({ key: chatPictures.key });
  if (dropped) await dropUpload(tx, dropped.key, ownerUserId);
}
