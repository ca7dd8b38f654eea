import { changeEvent } from "#src/features/events/edit/commands/change-event.server.ts";
import { CHANGE_REFUSED } from "#src/features/events/edit/messages.ts";
import { getEditableEvent } from "#src/features/events/edit/queries.server.ts";
import { changedEventSchema, editableEventSchema, eventChangeSchema } from "#src/features/events/edit/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requirePerson } from "#src/policy/viewer.ts";

export const patchEvent = endpoint({
  summary: "Change an event (its host and organizers); guests are told about a new time, place or status",
  body: eventChangeSchema,
  answer: changedEventSchema,
  invalidMessage: CHANGE_REFUSED,
  // A change may mail every guest.
  rateLimit: { name: "change-event", max: 100, windowSeconds: 3600 },
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params, body }) => changeEvent(app, person, params.eventId, body),
});

export const readEditable = endpoint({
  summary: "An event's editable settings (its host and organizers)",
  answer: editableEventSchema,
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params }) => getEditableEvent(app, person, params.eventId),
});
