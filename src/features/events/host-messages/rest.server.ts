import { writeToGuests } from "#src/features/events/host-messages/commands.server.ts";
import { NOT_SENT } from "#src/features/events/host-messages/messages.ts";
import { readReceived, readWriting } from "#src/features/events/host-messages/queries.server.ts";
import { newHostMessageSchema, receivedSchema, writingSchema } from "#src/features/events/host-messages/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requirePerson } from "#src/policy/viewer.ts";

export const readMessages = endpoint({
  summary: "The messages from an event's host and organizers to the caller",
  answer: receivedSchema,
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params }) => readReceived(app, person, params.eventId),
});

export const readSentMessages = endpoint({
  summary: "The groups of guests you can write to, and the earlier messages (its host, organizers)",
  answer: writingSchema,
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params }) => readWriting(app, person, params.eventId),
});

export const postMessage = endpoint({
  summary: "Write to the guests of an event: mail, notification, notice (its host, organizers)",
  body: newHostMessageSchema,
  answer: writingSchema,
  invalidMessage: NOT_SENT,
  admit: requirePerson,
  params: ["eventId"],
  isLimitedInside: true,
  handle: (app, person, { params, body }) => writeToGuests(app, person, params.eventId, body),
});
