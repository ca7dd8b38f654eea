import { writeToGuests } from "#src/features/events/host-messages/commands.server.ts";
import { NOT_SENT } from "#src/features/events/host-messages/messages.ts";
import { readReceived, readWriting } from "#src/features/events/host-messages/queries.server.ts";
import { newHostMessageSchema, receivedSchema, writingSchema } from "#src/features/events/host-messages/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requirePerson } from "#src/policy/viewer.ts";

export const readMessages = endpoint({
  summary: "What its host and organizers wrote you about an event",
  answer: receivedSchema,
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params }) => readReceived(app, person, params.eventId),
});

export const readSentMessages = endpoint({
  summary: "Who you can write to about an event, and what was written (its host, organizers)",
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
  // Per host; each event has its own limit too.
  rateLimit: { name: "host-messages", max: 40, windowSeconds: 3600 },
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params, body }) => writeToGuests(app, person, params.eventId, body),
});
