import { z } from "zod";
import { approveRequests, decideRequest } from "#src/features/requests/commands/approvals.server.ts";
import { deleteUsers } from "#src/features/people/commands/delete.server.ts";
import { editUser } from "#src/features/people/commands/users.server.ts";
import { endpoint, endpointByType } from "#src/http/endpoint.server.ts";
import { requireTo } from "#src/policy/roles.ts";
import { requireSignedIn } from "#src/policy/viewer.ts";
import { UNKNOWN_TYPE } from "#src/features/people/messages.ts";
import { listRequests, listRequestsWithMatches } from "#src/features/requests/queries/requests.server.ts";
import {
  decidedSchema,
  decisionSchema,
  pendingAnswerSchema,
  approveCommandSchema,
  deleteCommandSchema,
  editCommandSchema,
  pendingCommandSchema,
  pendingQuerySchema,
  pendingSchema,
  requestListSchema,
} from "#src/features/requests/schema/requests.ts";
import { listMyUpcoming } from "#src/features/dashboard/queries.server.ts";
import { upcomingQuerySchema } from "#src/features/events/schema.ts";
import { upcomingSchema } from "#src/features/dashboard/schema.ts";
import { requireProvedTo } from "#src/http/admission.server.ts";
import { pageQuerySchema } from "#src/shared/fields.ts";
import { ok } from "#src/shared/result.ts";

/** GET, by `type`: join requests for organizers, or events for every signed-in caller. */
export const readPending = endpointByType({
  summary: "Join requests from the chat with their possible records, or the events of the next days",
  query: z.discriminatedUnion("type", [pendingQuerySchema, upcomingQuerySchema], { error: UNKNOWN_TYPE }),
  answer: z.union([pendingSchema, upcomingSchema]),
  calls: {
    pendingJoinRequests: endpoint({
      summary: "Join requests from the chat",
      query: pendingQuerySchema,
      answer: pendingSchema,
      admit: requireTo.decide_requests,
      handle: (app, admin, { query }) => listRequestsWithMatches(app, admin, query.after),
    }),
    socialEvents: endpoint({
      summary: "The events of the next days",
      query: upcomingQuerySchema,
      answer: upcomingSchema,
      admit: requireSignedIn,
      handle: (app, signedIn, { query }) => listMyUpcoming(app, signedIn, query.days),
    }),
  },
});

const editCall = endpoint({
  summary: "Edit a record",
  body: editCommandSchema,
  answer: pendingAnswerSchema,
  admit: requireTo.change_people,
  handle: (app, admin, { body }) => editUser(app, admin, { ...body, request: body.groupmeId }),
});

const deleteCall = endpoint({
  summary: "Delete records",
  body: deleteCommandSchema,
  answer: pendingAnswerSchema,
  admit: requireProvedTo.manage_records,
  handle: (app, admin, { body }) => deleteUsers(app, admin, body.userIds),
});

const approveCall = endpoint({
  summary: "Approve people",
  body: approveCommandSchema,
  answer: pendingAnswerSchema,
  admit: requireTo.decide_requests,
  async handle(app, admin, { body }) {
    const approved = await approveRequests(app, admin, body.approvals);
    return approved.ok ? ok({ success: true as const, ...approved.value }) : approved;
  },
});

/** POST: edit one record, approve several people, or delete several records. */
export const changePending = endpointByType({
  summary: "Edit a record, approve people, or delete records",
  body: pendingCommandSchema,
  answer: pendingAnswerSchema,
  calls: { editUser: editCall, deleteUsers: deleteCall, approvals: approveCall },
  otherwise: "approvals",
});

export const readRequests = endpoint({
  summary: "Join requests from the chat",
  query: pageQuerySchema,
  answer: requestListSchema,
  admit: requireTo.decide_requests,
  handle: (app, admin, { query }) => listRequests(app, admin, query.after),
});

export const decideCall = endpoint({
  summary: "Approve or decline one request",
  body: decisionSchema,
  answer: decidedSchema,
  admit: requireTo.decide_requests,
  params: ["id", "action"],
  handle: (app, admin, { params, body }) =>
    decideRequest(app, admin, { id: params.id, action: params.action, decision: body }),
});
