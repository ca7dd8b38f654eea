import { setPollClosed, votePoll } from "#src/features/events/polls/commands.server.ts";
import { pollChangeSchema, voteSchema } from "#src/features/events/polls/schema.ts";
import { standingSchema } from "#src/features/events/rsvps/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requirePerson } from "#src/policy/viewer.ts";

export const putVotes = endpoint({
  summary: "Vote in an event's poll, in place of earlier votes",
  body: voteSchema,
  answer: standingSchema,
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params, body }) => votePoll(app, person, params.eventId, body.optionIds),
});

export const patchPoll = endpoint({
  summary: "Close an event's poll, or open it again (host and organizers)",
  body: pollChangeSchema,
  answer: standingSchema,
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params, body }) => setPollClosed(app, person, params.eventId, body.closed),
});
