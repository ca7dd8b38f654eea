import { withdrawChange } from "#src/features/events/changes/commands/propose.server.ts";
import {
  withdrawnSchema,
  decidedChangeSchema,
  eventChangesSchema,
  publishChangeSchema,
  refuseChangeSchema,
} from "#src/features/events/changes/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requirePerson, requireAdmin } from "#src/policy/viewer.ts";
import { publishChange, refuseChange } from "#src/features/events/changes/commands/decide.server.ts";
import { REASON_REQUIRED } from "#src/features/events/review/messages.ts";
import { listEventChanges } from "#src/features/events/changes/queries/queue.server.ts";
import { heldQuerySchema } from "#src/features/events/review/schema/held-events.ts";

export const deleteChange = endpoint({
  summary: "Withdraw a change that waits for an organizer (the event's host and organizers)",
  answer: withdrawnSchema,
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params }) => withdrawChange(app, person, params.eventId),
});

export const readEventChanges = endpoint({
  summary: "Hosts' changes of published events that wait for an organizer, longest waiting first",
  query: heldQuerySchema,
  answer: eventChangesSchema,
  admit: requireAdmin,
  handle: (app, admin, { query }) => listEventChanges(app, admin, query.after),
});

export const publishChangeCall = endpoint({
  summary: "Publish a host's change; the host and the guests are told",
  body: publishChangeSchema,
  answer: decidedChangeSchema,
  admit: requireAdmin,
  params: ["eventId"],
  handle: (app, admin, { params, body }) => publishChange(app, admin, { eventId: params.eventId, ...body }),
});

export const refuseChangeCall = endpoint({
  summary: "Leave an event as it is; the host is told why",
  body: refuseChangeSchema,
  answer: decidedChangeSchema,
  invalidMessage: REASON_REQUIRED,
  admit: requireAdmin,
  params: ["eventId"],
  handle: (app, admin, { params, body: { version, reason } }) =>
    refuseChange(app, admin, { eventId: params.eventId, version }, reason),
});
