import type { JoinProposalRow } from "#src/db/tables/join-proposals.ts";
import type { UserRow } from "#src/db/tables/users.ts";
import { MATCH_REASONS } from "#src/features/people/messages.ts";
import { saidFields } from "#src/features/requests/rules.ts";
import type { JoinFormField } from "#src/shared/proposals.ts";
import type { Proposal } from "#src/features/requests/schema/proposals.ts";
import { viewUser } from "#src/features/people/view.ts";

type ProposalRow = {
  readonly proposal: JoinProposalRow;
  readonly known: UserRow;
  readonly said: UserRow;
  readonly saidStays: boolean;
  readonly isBlocked: boolean;
  readonly mark: string;
};

/** A join form beside the person it may be about. */
export function viewProposal({ proposal, known, said, saidStays, isBlocked, mark }: ProposalRow): Proposal {
  return {
    id: proposal.id,
    createdAt: proposal.createdAt.toISOString(),
    reasons: proposal.reasons.map((reason) => MATCH_REASONS[reason]),
    known: viewUser(known),
    said: viewUser(said),
    saidStays,
    isBlocked,
    fields: saidFields(known, said),
    mark,
  };
}

export function viewName(row: UserRow): string {
  return viewUser(row).name;
}

/** The values of these fields, for the audit log. */
export function viewFields(row: UserRow, fields: readonly JoinFormField[]): Record<string, unknown> {
  const user = viewUser(row);
  return Object.fromEntries(fields.map((field) => [field, user[field]]));
}
