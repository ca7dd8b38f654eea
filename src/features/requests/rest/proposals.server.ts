import { dismissProposal, takeOverProposal } from "#src/features/requests/commands/proposals.server.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { listProposals } from "#src/features/requests/queries/proposals.server.ts";
import {
  proposalDecidedSchema,
  proposalsQuerySchema,
  proposalsSchema,
  takeOverSchema,
} from "#src/features/requests/schema/proposals.ts";
import { requireTo } from "#src/policy/roles.ts";

export const readProposals = endpoint({
  summary: "Join forms that name somebody known, the newest first, each beside that person",
  query: proposalsQuerySchema,
  answer: proposalsSchema,
  admit: requireTo.decide_requests,
  handle: (app, admin, { query }) => listProposals(app, admin, query),
});

export const takeOverCall = endpoint({
  summary: "Give a known person what a join form says of them; can be undone",
  body: takeOverSchema,
  answer: proposalDecidedSchema,
  admit: requireTo.decide_requests,
  params: ["id"],
  handle: (app, admin, { params, body }) => takeOverProposal(app, admin, { ...body, id: params.id }),
});

export const dismissProposalCall = endpoint({
  summary: "Leave a known person and a join form apart; can be undone",
  answer: proposalDecidedSchema,
  admit: requireTo.decide_requests,
  params: ["id"],
  handle: (app, admin, { params }) => dismissProposal(app, admin, params.id),
});
