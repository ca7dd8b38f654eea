import type { JoinProposalRow } from "#src/db/tables/join-proposals.ts";
import type { UserRow } from "#src/db/tables/users.ts";
import { MATCH_REASONS } from "#src/features/admin/messages.ts";
import { saidFields } from "#src/features/admin/rules/proposals.ts";
import type { Proposal } from "#src/features/admin/schema/proposals.ts";
import { viewUser } from "#src/features/admin/view.ts";

type ProposalRow = {
  readonly proposal: JoinProposalRow;
  readonly known: UserRow;
  readonly said: UserRow;
  readonly saidStays: boolean;
  readonly mark: string;
};

/** A join form beside the person it may be about. */
export function viewProposal({ proposal, known, said, saidStays, mark }: ProposalRow): Proposal {
  return {
    id: proposal.id,
    createdAt: proposal.createdAt.toISOString(),
    reasons: proposal.reasons.map((reason) => MATCH_REASONS[reason]),
    known: viewUser(known),
    said: viewUser(said),
    saidStays,
    fields: saidFields(known, said),
    mark,
  };
}
