import { withdrawChange } from "#src/features/events/changes/commands/propose.server.ts";
import { decidedChangeSchema, eventChangesSchema } from "#src/features/events/changes/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requireTo } from "#src/policy/roles.ts";
import { requirePerson } from "#src/policy/viewer.ts";
import { publishChange, refuseChange } from "#src/features/events/changes/commands/decide.server.ts";
import { publication, refusal } from "#src/features/events/review/rest.server.ts";
import { listEventChanges } from "#src/features/events/changes/queries/queue.server.ts";
import { heldQuerySchema } from "#src/features/events/review/schema/held-events.ts";
import { successSchema } from "#src/shared/fields.ts";

export const deleteChange = endpoint({
  summary: "Withdraw a change that waits for review (the event's host and organizers)",
  answer: successSchema,
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params }) => withdrawChange(app, person, params.eventId),
});

export const readEventChanges = endpoint({
  summary: "Hosts' changes to published events that wait for review, longest waiting first",
  query: heldQuerySchema,
  answer: eventChangesSchema,
  admit: requireTo.manage_events,
  handle: (app, admin, { query }) => listEventChanges(app, admin, query.after),
});

export const publishChangeCall = publication(
  "Publish a host's change; the host and the guests are told",
  decidedChangeSchema,
  publishChange,
);
export const refuseChangeCall = refusal(
  "Leave an event as it is; the host is told why",
  decidedChangeSchema,
  refuseChange,
);
