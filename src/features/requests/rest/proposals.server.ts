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
  summary: "Join forms that may be about a known person, newest first",
  query: proposalsQuerySchema,
  answer: proposalsSchema,
  admit: requireTo.decide_requests,
  handle: (app, admin, { query }) => listProposals(app, admin, query),
});

export const takeOverCall = endpoint({
  summary: "Apply a join form's answers to a known person; can be undone",
  body: takeOverSchema,
  answer: proposalDecidedSchema,
  admit: requireTo.decide_requests,
  params: ["id"],
  handle: (app, admin, { params, body }) => takeOverProposal(app, admin, { ...body, id: params.id }),
});

export const dismissProposalCall = endpoint({
  summary: "Keep a known person and a join form separate; can be undone",
  answer: proposalDecidedSchema,
  admit: requireTo.decide_requests,
  params: ["id"],
  handle: (app, admin, { params }) => dismissProposal(app, admin, params.id),
});
