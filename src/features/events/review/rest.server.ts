import { publishEvent, refuseEvent } from "#src/features/events/review/commands/held-events.server.ts";
import { issueHostId, revokeHostId } from "#src/features/events/review/commands/host-ids.server.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { REASON_REQUIRED } from "#src/features/events/review/messages.ts";
import { listHeld } from "#src/features/events/review/queries/held-events.server.ts";
import { listHostIds } from "#src/features/events/review/queries/host-ids.server.ts";
import {
  decidedSchema,
  heldEventsSchema,
  heldQuerySchema,
  publicationSchema,
  refusalSchema,
} from "#src/features/events/review/schema/held-events.ts";
import {
  hostIdListSchema,
  hostIdQuerySchema,
  issuedHostIdSchema,
  newHostIdSchema,
  revokedHostIdSchema,
} from "#src/features/events/review/schema/host-ids.ts";
import { requireProvedAdmin } from "#src/http/admission.server.ts";
import { requireAdmin } from "#src/policy/viewer.ts";

export const readHeldEvents = endpoint({
  summary: "The events that wait for an organizer, who waits longest first",
  query: heldQuerySchema,
  answer: heldEventsSchema,
  admit: requireAdmin,
  handle: (app, admin, { query }) => listHeld(app, admin, query.after),
});

export const publishCall = endpoint({
  summary: "Publish an event that waits; its host is told",
  body: publicationSchema,
  answer: decidedSchema,
  admit: requireAdmin,
  params: ["eventId"],
  handle: (app, admin, { params, body }) => publishEvent(app, admin, { eventId: params.eventId, ...body }),
});

export const refuseCall = endpoint({
  summary: "Leave an event that waits unpublished; its host is told why",
  body: refusalSchema,
  answer: decidedSchema,
  invalidMessage: REASON_REQUIRED,
  admit: requireAdmin,
  params: ["eventId"],
  handle: (app, admin, { params, body: { version, reason } }) =>
    refuseEvent(app, admin, { eventId: params.eventId, version }, reason),
});

export const readHostIds = endpoint({
  summary: "The Host IDs that were issued, the newest first; never what they are",
  query: hostIdQuerySchema,
  answer: hostIdListSchema,
  admit: requireAdmin,
  handle: (app, admin, { query }) => listHostIds(app, admin, query.after),
});

export const issueHostIdCall = endpoint({
  summary: "Issue a Host ID, shown in clear this once",
  body: newHostIdSchema,
  answer: issuedHostIdSchema,
  admit: requireProvedAdmin,
  status: 201,
  handle: (app, admin, { body }) => issueHostId(app, admin, body),
});

export const revokeHostIdCall = endpoint({
  summary: "Revoke a Host ID: it counts no more",
  answer: revokedHostIdSchema,
  admit: requireProvedAdmin,
  params: ["id"],
  handle: (app, admin, { params }) => revokeHostId(app, admin, params.id),
});
