import { createHash } from "node:crypto";
import { and, desc, eq, isNull, lt, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { App } from "#src/context/app.ts";
import { isOnlyApplicant } from "#src/db/person-columns.ts";
import { joinProposals } from "#src/db/tables/join-proposals.ts";
import { type UserRow, users } from "#src/db/tables/users.ts";
import { BAD_PAGE, decodeCursor, isIdPosition, pageOf } from "#src/http/cursor.ts";
import { findBlocked } from "#src/features/blocks/queries.server.ts";
import { saidFields } from "#src/features/requests/rules.ts";
import type { Proposals, ProposalsQuery } from "#src/features/requests/schema/proposals.ts";
import { viewProposal } from "#src/features/requests/view/proposals.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

const PROPOSALS_A_PAGE = 10;

/** A hash of the two people's join form fields. */
export function markOf(known: UserRow, said: UserRow): string {
  const fields = saidFields(known, said).map((field) => [field, known[field], said[field]]);
  return createHash("sha256").update(JSON.stringify(fields)).digest("base64url");
}

/** Open join forms that may be about a known person, newest first. */
export async function listProposals(app: App, _admin: Admin, { after }: ProposalsQuery): Promise<Result<Proposals>> {
  const position = after === undefined ? undefined : decodeCursor(after, isIdPosition);
  if (position === null) return fail("bad_request", BAD_PAGE);
  const known = alias(users, "known");
  const rows = await app.db
    .select({ proposal: joinProposals, said: users, known, saidStays: sql<boolean>`not (${isOnlyApplicant() as SQL})` })
    .from(joinProposals)
    .innerJoin(users, eq(users.userId, joinProposals.userId))
    .innerJoin(known, eq(known.userId, joinProposals.knownUserId))
    .where(and(isNull(joinProposals.decidedAt), position && lt(joinProposals.id, position[0])))
    .orderBy(desc(joinProposals.id))
    .limit(PROPOSALS_A_PAGE + 1);
  const { shown, next } = pageOf(rows, PROPOSALS_A_PAGE, (last) => [last.proposal.id]);
  const knownIds = shown.map((row) => row.known.userId);
  const blocked = await findBlocked(app.db, knownIds, app.clock.now());
  return ok({
    proposals: shown.map((row) =>
      viewProposal({ ...row, isBlocked: blocked.has(row.known.userId), mark: markOf(row.known, row.said) }),
    ),
    next,
  });
}
