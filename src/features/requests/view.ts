import type { ChatJoinRequestRow } from "#src/db/tables/admin.ts";
import type { UserRow } from "#src/db/tables/users.ts";
import { MATCH_REASONS } from "#src/features/people/messages.ts";
import { type Evidence, scoreOf } from "#src/features/people/rules.ts";
import type { Match, RequestList } from "#src/features/requests/schema/requests.ts";
import { viewUser } from "#src/features/people/view.ts";

/** A request to join, as the chat service describes the person. */
export function viewRequest(row: ChatJoinRequestRow): RequestList["pendingRequests"][number] {
  return {
    requestId: row.id,
    requestedAt: row.requestedAt.toISOString(),
    id: row.providerId,
    user_id: row.providerUserId,
    nickname: row.nickname,
    phone: row.phone,
    image_url: row.imageUrl,
  };
}

/** A possible match, with its reasons. */
export function viewMatch(row: UserRow, evidence: readonly Evidence[], isBlocked: boolean): Match {
  const kinds = [...new Set(evidence.map(({ kind }) => kind))];
  return { ...viewUser(row), score: scoreOf(evidence), reasons: kinds.map((kind) => MATCH_REASONS[kind]), isBlocked };
}
