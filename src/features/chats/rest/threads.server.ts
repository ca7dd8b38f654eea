import { z } from "zod";
import { changeInThread } from "#src/features/chats/commands/own-messages.server.ts";
import { reactInThread } from "#src/features/chats/commands/reactions.server.ts";
import { writeInThread } from "#src/features/chats/commands/threads.server.ts";
import { MESSAGE_NOT_SENT, REACTIONS_ARE } from "#src/features/chats/messages.ts";
import { getThread } from "#src/features/chats/queries/threads.server.ts";
import { threadQuerySchema, threadSchema, writeInThreadSchema } from "#src/features/chats/schema/threads.ts";
import { editMessageSchema, messageSchema, reactSchema } from "#src/features/chats/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requirePerson, requireUnblocked } from "#src/policy/viewer.ts";
import { fail, ok } from "#src/shared/result.ts";

const NO_SUCH_CALL = "No such call.";

/** GroupMe's callback for new messages. It is not signed; the secret in the URL authenticates it. */
export const groupMeCallback = endpoint({
  summary: "GroupMe's webhook for new messages",
  body: z.looseObject({}),
  answer: z.object({ success: z.literal(true) }),
  params: ["secret"],
  handle: async (app, _viewer, { params, body }) =>
    app.chatProvider.hear(params.secret, body) ? ok({ success: true as const }) : fail("not_found", NO_SUCH_CALL),
});

export const readThread = endpoint({
  summary:
    "The thread of an event (for its hosts, organizers and people who are going): the newest messages, or those before one",
  query: threadQuerySchema,
  answer: threadSchema,
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params, query }) => getThread(app, person, params.eventId, query.before),
});

export const postInThread = endpoint({
  summary: "Write in the thread of an event. Idempotent by `clientId`",
  body: writeInThreadSchema,
  answer: messageSchema,
  status: 201,
  invalidMessage: MESSAGE_NOT_SENT,
  admit: requireUnblocked,
  params: ["eventId"],
  isLimitedInside: true,
  handle: (app, person, { params, body }) => writeInThread(app, person, params.eventId, body),
});

export const patchThreadMessage = endpoint({
  summary: "Edit your own message in the thread of an event",
  body: editMessageSchema,
  answer: messageSchema,
  invalidMessage: MESSAGE_NOT_SENT,
  admit: requireUnblocked,
  params: ["eventId", "messageId"],
  isLimitedInside: true,
  handle: (app, person, { params, body }) => changeInThread(app, person, params, body),
});

export const putThreadReaction = endpoint({
  summary: "React to a message in the thread of an event, or take a reaction back",
  body: reactSchema,
  answer: messageSchema,
  invalidMessage: REACTIONS_ARE,
  admit: requireUnblocked,
  params: ["eventId", "messageId"],
  isLimitedInside: true,
  handle: (app, person, { params, body }) => reactInThread(app, person, params, body),
});

export const deleteThreadMessage = endpoint({
  summary: "Delete your own message in the thread of an event; an empty message stays in its place",
  answer: messageSchema,
  admit: requirePerson,
  params: ["eventId", "messageId"],
  isLimitedInside: true,
  handle: (app, person, { params }) => changeInThread(app, person, params, null),
});
