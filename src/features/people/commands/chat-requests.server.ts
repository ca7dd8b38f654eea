import { and, asc, eq, or } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import { chatJoinRequests, type ChatJoinRequestRow } from "#src/db/tables/admin.ts";
import { alreadyDecided, REQUEST_NOT_FOUND } from "#src/features/people/messages.ts";
import { fail, type Result } from "#src/shared/result.ts";

type Ids = { readonly groupmeId: string; readonly groupmeUserId: string };

/** The request for each pair of ids, locked in id order. An open request takes precedence over decided ones. */
export async function lockRequests(
  tx: Transaction,
  pairs: readonly Ids[],
): Promise<(ChatJoinRequestRow | undefined)[]> {
  const isOneOf = pairs.map(({ groupmeId, groupmeUserId }) =>
    and(eq(chatJoinRequests.providerId, groupmeId), eq(chatJoinRequests.providerUserId, groupmeUserId)),
  );
  const rows = await tx
    .select()
    .from(chatJoinRequests)
    .where(or(...isOneOf))
    .orderBy(asc(chatJoinRequests.id))
    .for("update");
  const best = rows.toSorted((a, b) => (b.decidedAt?.getTime() ?? Infinity) - (a.decidedAt?.getTime() ?? Infinity));
  return pairs.map(({ groupmeId, groupmeUserId }) =>
    best.find((row) => row.providerId === groupmeId && row.providerUserId === groupmeUserId),
  );
}

/** Why a locked request cannot be approved with this record; null if it can, or already was. */
export function whyNotApproved(request: ChatJoinRequestRow | undefined, userId: string): Result<never> | null {
  if (!request) return fail("not_found", REQUEST_NOT_FOUND, { reason: "request_not_open" });
  const isSettled = request.decidedAt !== null && (request.decision !== "approved" || request.userId !== userId);
  return isSettled ? fail("conflict", alreadyDecided(request.nickname), { reason: "request_not_open" }) : null;
}
