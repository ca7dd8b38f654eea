import { markMessage } from "#src/features/inbox/commands/messages.server.ts";
import { listMessages } from "#src/features/inbox/queries.server.ts";
import {
  doneAnswerSchema,
  doneSchema,
  messagePageSchema,
  messageQuerySchema,
} from "#src/features/inbox/schema/messages.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requireAdmin } from "#src/policy/viewer.ts";

export const readMessages = endpoint({
  summary: "What people sent with the site's smaller forms, the newest first",
  query: messageQuerySchema,
  answer: messagePageSchema,
  admit: requireAdmin,
  handle: (app, _admin, { query }) => listMessages(app, query),
});

export const markMessageCall = endpoint({
  summary: "Say that a message is done, or open again",
  body: doneSchema,
  answer: doneAnswerSchema,
  admit: requireAdmin,
  params: ["id"],
  handle: (app, admin, { params, body }) => markMessage(app, admin, { id: params.id, done: body.done }),
});
