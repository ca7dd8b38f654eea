import { markMessage } from "#src/features/inbox/commands/messages.server.ts";
import { listMessages } from "#src/features/inbox/queries.server.ts";
import {
  doneAnswerSchema,
  doneSchema,
  messagePageSchema,
  messageQuerySchema,
} from "#src/features/inbox/schema/messages.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requireTo } from "#src/policy/roles.ts";

export const readMessages = endpoint({
  summary: "Messages from the site's smaller forms, newest first",
  query: messageQuerySchema,
  answer: messagePageSchema,
  admit: requireTo.answer_messages,
  handle: (app, admin, { query }) => listMessages(app, admin, query),
});

export const markMessageCall = endpoint({
  summary: "Mark a message as done or open",
  body: doneSchema,
  answer: doneAnswerSchema,
  admit: requireTo.answer_messages,
  params: ["id"],
  handle: (app, admin, { params, body }) => markMessage(app, admin, { id: params.id, done: body.done }),
});
