import { answerEvent } from "#src/features/events/rsvps/commands/answer.server.ts";
import { getRsvpState, listAttendees } from "#src/features/events/rsvps/queries.server.ts";
import {
  answerSchema,
  attendeePageSchema,
  attendeeQuerySchema,
  rsvpStateSchema,
} from "#src/features/events/rsvps/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requirePerson, requireSignedIn } from "#src/policy/viewer.ts";

export const readRsvpState = endpoint({
  summary: "How an event stands: who asks, places, waiting list, poll",
  answer: rsvpStateSchema,
  params: ["eventId"],
  handle: (app, viewer, { params }) => getRsvpState(app, viewer, params.eventId),
});

export const putAnswer = endpoint({
  summary: "Answer an event; 'going' to a full one joins its waiting list",
  body: answerSchema,
  answer: rsvpStateSchema,
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params, body }) => answerEvent(app, person, params.eventId, body),
});

export const deleteAnswer = endpoint({
  summary: "Take an answer back, and leave the waiting list",
  answer: rsvpStateSchema,
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params }) => answerEvent(app, person, params.eventId, { answer: null }),
});

export const readAttendees = endpoint({
  summary: "Who comes and who may come, by name",
  query: attendeeQuerySchema,
  answer: attendeePageSchema,
  admit: requireSignedIn,
  params: ["eventId"],
  handle: (app, viewer, { params, query }) => listAttendees(app, viewer, params.eventId, query.after),
});
