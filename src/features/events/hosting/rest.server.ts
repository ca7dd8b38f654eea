import { changeEvent } from "#src/features/events/hosting/commands/change-event.server.ts";
import { withdrawChange } from "#src/features/events/hosting/commands/propose-change.server.ts";
import { CHANGE_REFUSED } from "#src/features/events/hosting/messages.ts";
import { getEditableEvent, listHostedEvents } from "#src/features/events/hosting/queries.server.ts";
import {
  changedEventSchema,
  editableEventSchema,
  eventChangeSchema,
  hostedPageSchema,
  hostedQuerySchema,
  withdrawnSchema,
} from "#src/features/events/hosting/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requirePerson } from "#src/policy/viewer.ts";

export const patchEvent = endpoint({
  summary: "Change an event (its host and organizers); who comes is told of another time, place or status",
  body: eventChangeSchema,
  answer: changedEventSchema,
  invalidMessage: CHANGE_REFUSED,
  // Each may be a mail to everyone who comes.
  rateLimit: { name: "change-event", max: 100, windowSeconds: 3600 },
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params, body }) => changeEvent(app, person, params.eventId, body),
});

export const deleteChange = endpoint({
  summary: "Withdraw a change that waits for an organizer (the event's host and organizers)",
  answer: withdrawnSchema,
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params }) => withdrawChange(app, person, params.eventId),
});

export const readEditable = endpoint({
  summary: "An event as it is edited (its host and organizers): everything that can be changed",
  answer: editableEventSchema,
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params }) => getEditableEvent(app, person, params.eventId),
});

export const readHosted = endpoint({
  summary: "The events that one hosts, those waiting for an organizer among them",
  query: hostedQuerySchema,
  answer: hostedPageSchema,
  admit: requirePerson,
  handle: (app, person, { query }) => listHostedEvents(app, person, query),
});
