import { z } from "zod";
import type { App } from "#src/context/app.ts";
import { approveRequests, decideRequest } from "#src/features/requests/commands/approvals.server.ts";
import { deleteUsers } from "#src/features/people/records/commands/delete.server.ts";
import { editUser } from "#src/features/people/records/commands/users.server.ts";
import { CANNOT_USE, endpoint } from "#src/http/endpoint.server.ts";
import { UNKNOWN_TYPE, USER_SAVED } from "#src/features/people/records/messages.ts";
import { listRequests, listRequestsWithMatches } from "#src/features/requests/queries/requests.server.ts";
import {
  decidedSchema,
  decisionSchema,
  pendingAnswerSchema,
  pendingCommandSchema,
  pendingQuerySchema,
  pendingSchema,
  requestListQuerySchema,
  requestListSchema,
} from "#src/features/requests/schema/requests.ts";
import { listMyUpcoming } from "#src/features/dashboard/queries.server.ts";
import { upcomingQuerySchema } from "#src/features/events/schema.ts";
import { upcomingSchema } from "#src/features/dashboard/schema.ts";
import { requireProvedAdmin } from "#src/http/admission.server.ts";
import type { Viewer } from "#src/policy/viewer.ts";
import { ok } from "#src/shared/result.ts";

/** GET: what is asked for by `type`: for organisers who wants to join, for whoever is signed in what is on. */
export const readPending = endpoint({
  summary: "Who asked to join through a chat, with the records that may be theirs; or the events of the next days",
  query: z.discriminatedUnion("type", [pendingQuerySchema, upcomingQuerySchema], { error: UNKNOWN_TYPE }),
  answer: z.union([pendingSchema, upcomingSchema]),
  async handle(app, viewer, { query }) {
    if (query.type === "socialEvents") return listMyUpcoming(app, viewer, query.days);
    return listRequestsWithMatches(app, viewer, query.after);
  },
});

async function edit(app: App, viewer: Viewer, input: Parameters<typeof editUser>[2]) {
  const user = await editUser(app, viewer, input);
  return user.ok ? ok({ success: true as const, message: USER_SAVED, user: user.value }) : user;
}

/** POST: edit one record, approve several people, or delete several records. */
export const changePending = endpoint({
  summary: "Edit a record, approve people, or delete records",
  body: pendingCommandSchema,
  answer: pendingAnswerSchema,
  invalidMessage: CANNOT_USE,
  async handle(app, viewer, { body }) {
    if (body.type === "editUser") return edit(app, viewer, { ...body, request: body.groupmeId });
    if (body.type === "deleteUsers") {
      // One address does three things, and this one alone needs a fresh proof.
      const admin = requireProvedAdmin(viewer, app);
      return admin.ok ? deleteUsers(app, admin.value, body.userIds) : admin;
    }
    const approved = await approveRequests(app, viewer, body.approvals);
    return approved.ok ? ok({ success: true as const, ...approved.value }) : approved;
  },
});

export const readRequests = endpoint({
  summary: "Who asked to join through a chat",
  query: requestListQuerySchema,
  answer: requestListSchema,
  handle: (app, viewer, { query }) => listRequests(app, viewer, query.after),
});

export const decideCall = endpoint({
  summary: "Approve or decline one request",
  body: decisionSchema,
  answer: decidedSchema,
  handle: (app, viewer, { params, body }) =>
    decideRequest(app, viewer, { id: params["id"] ?? "", action: params["action"] ?? "", decision: body }),
});
