import { rsvpStateSchema } from "#src/features/events/rsvps/schema.ts";
import { joinWaitingList, leaveWaitingList } from "#src/features/events/waiting-list/commands/waiting.server.ts";
import { readWaitingHistory } from "#src/features/events/waiting-list/queries/history.server.ts";
import { waitingHistorySchema } from "#src/features/events/waiting-list/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requirePerson } from "#src/policy/viewer.ts";

export const readWaiting = endpoint({
  summary: "The caller's history on an event's waiting list",
  answer: waitingHistorySchema,
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params }) => readWaitingHistory(app, person, params.eventId),
});

export const postWaiting = endpoint({
  summary: "Join the waiting list of a full event",
  answer: rsvpStateSchema,
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params }) => joinWaitingList(app, person, params.eventId),
});

export const deleteWaiting = endpoint({
  summary: "Leave the waiting list",
  answer: rsvpStateSchema,
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params }) => leaveWaitingList(app, person, params.eventId),
});
