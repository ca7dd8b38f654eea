import { and, eq, inArray, isNotNull, isNull, lte, notInArray, or } from "drizzle-orm";
import type { Logger } from "pino";
import { chatJoinRequests } from "#src/db/tables/admin.ts";
import { chatMembers, chats } from "#src/db/tables/chats.ts";
import { GroupMeRefusal } from "#src/ports/chat-provider/groupme/groupme-client.server.ts";
import type { MessagesOptions } from "#src/ports/chat-provider/groupme/groupme-messages.server.ts";
import { pendingSchema, read } from "#src/ports/chat-provider/groupme/groupme-shapes.server.ts";
import type { AskedToJoin } from "#src/ports/chat-provider/port.ts";
import { OutsideAway } from "#src/shared/outside.ts";

export type RequestsOptions = MessagesOptions & {
  readonly log: Logger;
  /** Upserts a join request. */
  readonly recordRequest: (asked: AskedToJoin) => Promise<void>;
};

const DECISIONS_A_ROUND = 50;
/** Lease: longer than a call takes. */
const LEASE_MS = 5 * 60_000;
const AGAIN_MS = 60_000;
/** The token's owner may not decide there: only a person can change that. */
const NOT_ALLOWED_MS = 3_600_000;

/** Syncs a group's join requests: new ones wait for an organizer, withdrawn ones are closed. */
export async function pullRequests(options: RequestsOptions, chatId: string): Promise<void> {
  const { db, client, now, recordRequest } = options;
  const path = `/groups/${chatId}/pending_memberships`;
  const asking = read(pendingSchema, await client.call({ path, isPatient: true })).filter(
    ({ state }) => state === "" || state === "requested_pending",
  );
  const ids = asking.map(({ id }) => id);
  const isOfChat = eq(chatJoinRequests.chatId, chatId);
  // Decided here, but GroupMe may not have processed it yet.
  const decided = await db
    .select({ id: chatJoinRequests.providerId })
    .from(chatJoinRequests)
    .where(and(isOfChat, isNotNull(chatJoinRequests.decidedAt), inArray(chatJoinRequests.providerId, ids)));
  const isDecided = new Set(decided.map(({ id }) => id));
  for (const { id, user_id, nickname, image_url, timestamp } of asking) {
    if (isDecided.has(id)) continue;
    const requestedAt = timestamp === null || timestamp === undefined ? now() : new Date(timestamp * 1000);
    await recordRequest({ chatId, id, userId: user_id, nickname, imageUrl: image_url, requestedAt });
  }
  // Approved or withdrawn in GroupMe itself. A new member was approved there; no person was matched.
  const isOver = and(isOfChat, isNull(chatJoinRequests.decidedAt), notInArray(chatJoinRequests.providerId, ids));
  const memberIds = db.select({ id: chatMembers.memberId }).from(chatMembers).where(eq(chatMembers.chatId, chatId));
  await db
    .update(chatJoinRequests)
    .set({ decidedAt: now(), decision: "approved", toldAt: now() })
    .where(and(isOver, inArray(chatJoinRequests.providerUserId, memberIds)));
  await db.delete(chatJoinRequests).where(isOver);
}

type Untold = {
  readonly id: string;
  readonly chatId: string;
  readonly providerId: string;
  readonly decision: string | null;
};

/** Leases the decisions that GroupMe has not acknowledged. */
async function takeUntold({ db, now }: RequestsOptions): Promise<Untold[]> {
  const at = now();
  const ofGroupMe = db.select({ id: chats.id }).from(chats).where(eq(chats.provider, "groupme"));
  const due = db
    .select({ id: chatJoinRequests.id })
    .from(chatJoinRequests)
    .where(
      and(
        isNotNull(chatJoinRequests.decidedAt),
        isNull(chatJoinRequests.toldAt),
        or(isNull(chatJoinRequests.tellAt), lte(chatJoinRequests.tellAt, at)),
        inArray(chatJoinRequests.chatId, ofGroupMe),
      ),
    )
    .limit(DECISIONS_A_ROUND)
    .for("update", { skipLocked: true });
  return db
    .update(chatJoinRequests)
    .set({ tellAt: new Date(at.getTime() + LEASE_MS) })
    .where(inArray(chatJoinRequests.id, due))
    .returning({
      id: chatJoinRequests.id,
      chatId: chatJoinRequests.chatId,
      providerId: chatJoinRequests.providerId,
      decision: chatJoinRequests.decision,
    });
}

/** Sends organizers' decisions to GroupMe, retrying after a minute. Returns the number acknowledged. */
export async function tellDecisions(options: RequestsOptions): Promise<number> {
  const { db, client, now, log } = options;
  const later = (ms: number) => ({ tellAt: new Date(now().getTime() + ms) });
  const untold = await takeUntold(options);
  let count = 0;
  for (const [index, { id, chatId, providerId, decision }] of untold.entries()) {
    try {
      const body = { approval: decision === "approved" };
      await client.call({ method: "POST", path: `/groups/${chatId}/members/${providerId}/approval`, body });
    } catch (error) {
      if (error instanceof OutsideAway) {
        const rest = untold.slice(index).map((one) => one.id);
        await db.update(chatJoinRequests).set(later(AGAIN_MS)).where(inArray(chatJoinRequests.id, rest));
        log.warn({ error: error.message, waiting: rest.length }, "decisions on who may join wait for GroupMe");
        return count;
      }
      if (!(error instanceof GroupMeRefusal)) throw error;
      if (error.status === 401 || error.status === 403) {
        await db.update(chatJoinRequests).set(later(NOT_ALLOWED_MS)).where(eq(chatJoinRequests.id, id));
        log.warn({ chatId, error: error.message }, "the account of this site may not decide who joins this group");
        continue;
      }
      // Already withdrawn or approved there: nothing to send.
    }
    await db.update(chatJoinRequests).set({ toldAt: now() }).where(eq(chatJoinRequests.id, id));
    count += 1;
  }
  return count;
}
