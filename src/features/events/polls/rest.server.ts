import { changePoll, createPoll, deletePoll, votePoll } from "#src/features/events/polls/commands.server.ts";
import { POLL_INCOMPLETE } from "#src/features/events/polls/messages.ts";
import { newPollSchema, pollChangeSchema, voteSchema } from "#src/features/events/polls/schema.ts";
import { rsvpStateSchema } from "#src/features/events/rsvps/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requirePerson, requireUnblocked } from "#src/policy/viewer.ts";

const common = { answer: rsvpStateSchema, admit: requirePerson, params: ["eventId"] } as const;

export const putVotes = endpoint({
  ...common,
  admit: requireUnblocked,
  summary: "Vote in an event's poll, in place of earlier votes",
  body: voteSchema,
  handle: (app, person, { params, body }) => votePoll(app, person, params.eventId, body.optionIds),
});

export const postPoll = endpoint({
  ...common,
  summary: "Add a poll to an event (host and organizers)",
  body: newPollSchema,
  invalidMessage: POLL_INCOMPLETE,
  status: 201,
  handle: (app, person, { params, body }) => createPoll(app, person, params.eventId, body),
});

export const patchPoll = endpoint({
  ...common,
  summary: "Change an event's poll, close it, or open it again (host and organizers)",
  body: pollChangeSchema,
  invalidMessage: POLL_INCOMPLETE,
  handle: (app, person, { params, body }) => changePoll(app, person, params.eventId, body),
});

export const deletePollCall = endpoint({
  ...common,
  summary: "Delete an event's poll with its votes (host and organizers)",
  handle: (app, person, { params }) => deletePoll(app, person, params.eventId),
});
