import { isNull } from "drizzle-orm";
import type { Db, Transaction } from "#src/db/connect.server.ts";
import { chatJoinRequests } from "#src/db/tables/admin.ts";
import { normalizeEmail, phoneDigits } from "#src/shared/contact.ts";
import { uuidv7 } from "#src/shared/ids.ts";

/** A join request as the chat service reports it. */
export type AskedToJoin = {
  readonly chatId?: string;
  readonly id: string;
  readonly userId: string;
  readonly nickname: string;
  readonly phone?: string;
  readonly email?: string;
  readonly imageUrl?: string;
  readonly requestedAt: Date;
};

/** Stores a join request. A repeated request updates the open entry. */
export async function recordJoinRequest(db: Db | Transaction, asked: AskedToJoin): Promise<void> {
  const { chatId = "" } = asked;
  const facts = {
    providerId: asked.id,
    nickname: asked.nickname,
    phone: phoneDigits(asked.phone ?? ""),
    email: normalizeEmail(asked.email ?? ""),
    imageUrl: asked.imageUrl ?? "",
  };
  const { userId: providerUserId, requestedAt } = asked;
  await db
    .insert(chatJoinRequests)
    .values({ id: uuidv7(requestedAt.getTime()), chatId, providerUserId, requestedAt, ...facts })
    .onConflictDoUpdate({
      target: [chatJoinRequests.chatId, chatJoinRequests.providerUserId],
      targetWhere: isNull(chatJoinRequests.decidedAt),
      set: facts,
    });
}
