import { submitJoin } from "#src/features/join/commands.server.ts";
import { FORM_INCOMPLETE } from "#src/features/join/messages.ts";
import { joinAnswerSchema, joinRequestSchema } from "#src/features/join/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";

/** POST: a draft of the join wizard, or with `complete` the submission. */
export const join = endpoint({
  summary: "Save a draft of the join form, or submit it",
  body: joinRequestSchema,
  answer: joinAnswerSchema,
  invalidMessage: FORM_INCOMPLETE,
  // A run posts nine times, and many phones at one beach share an address.
  rateLimit: { name: "join", max: 300, windowSeconds: 600 },
  handle: (app, _viewer, { body, client }) => submitJoin(app, body, client),
});
