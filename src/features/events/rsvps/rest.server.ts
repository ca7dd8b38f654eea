import { answerEvent } from "#src/features/events/rsvps/commands/answer.server.ts";
import { getRsvpState, listAttendees } from "#src/features/events/rsvps/queries.server.ts";
import { answerSchema, attendeePageSchema, rsvpStateSchema } from "#src/features/events/rsvps/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requirePerson, requireSignedIn } from "#src/policy/viewer.ts";
import { pageQuerySchema } from "#src/shared/fields.ts";

export const readRsvpState = endpoint({
  summary: "An event's RSVP state: the caller's RSVP, spaces, waiting list and poll",
  answer: rsvpStateSchema,
  params: ["eventId"],
  handle: (app, viewer, { params }) => getRsvpState(app, viewer, params.eventId),
});

export const putAnswer = endpoint({
  summary: "Respond to an event; 'going' to a full one joins its waiting list",
  body: answerSchema,
  answer: rsvpStateSchema,
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params, body }) => answerEvent(app, person, params.eventId, body),
});

export const deleteAnswer = endpoint({
  summary: "Withdraw the RSVP and leave the waiting list",
  answer: rsvpStateSchema,
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params }) => answerEvent(app, person, params.eventId, { answer: null }),
});

export const readAttendees = endpoint({
  summary: "The names of people who are going or may come",
  query: pageQuerySchema,
  answer: attendeePageSchema,
  admit: requireSignedIn,
  params: ["eventId"],
  handle: (app, viewer, { params, query }) => listAttendees(app, viewer, params.eventId, query.after),
});
