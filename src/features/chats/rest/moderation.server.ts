import {
  mutePerson,
  readmit,
  removeFromChat,
  setHidden,
  unmutePerson,
} from "#src/features/chats/commands/moderation.server.ts";
import { NOT_MODERATED } from "#src/features/chats/messages.ts";
import { readLimits } from "#src/features/chats/queries/limits.server.ts";
import { chatLimitsSchema, moderatedSchema, muteSchema, whySchema } from "#src/features/chats/schema/moderation.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requireTo } from "#src/policy/roles.ts";

const common = { answer: moderatedSchema, admit: requireTo.moderate_chats, invalidMessage: NOT_MODERATED };

export const putHidden = endpoint({
  ...common,
  summary: "Hide a chat message; an empty message stays in its place",
  body: whySchema,
  params: ["chatId", "messageId"],
  handle: (app, admin, { params, body }) => setHidden(app, admin, params, body.reason),
});

export const deleteHidden = endpoint({
  ...common,
  summary: "Show a hidden chat message again",
  params: ["chatId", "messageId"],
  handle: (app, admin, { params }) => setHidden(app, admin, params, null),
});

export const readChatLimits = endpoint({
  summary: "A person's chat limits: a mute, and chats they were removed from",
  answer: chatLimitsSchema,
  admit: requireTo.moderate_chats,
  params: ["userId"],
  handle: (app, admin, { params }) => readLimits(app, admin, params.userId),
});

export const putMute = endpoint({
  ...common,
  summary: "Mute a person in all chats for some days",
  body: muteSchema,
  params: ["userId"],
  handle: (app, admin, { params, body }) => mutePerson(app, admin, params.userId, body),
});

export const deleteMute = endpoint({
  ...common,
  summary: "End a person's mute",
  params: ["userId"],
  handle: (app, admin, { params }) => unmutePerson(app, admin, params.userId),
});

export const putRemoval = endpoint({
  ...common,
  summary: "Remove a person from a chat until they are readmitted",
  body: whySchema,
  params: ["userId", "chatId"],
  handle: (app, admin, { params, body }) => removeFromChat(app, admin, params, body.reason),
});

export const deleteRemoval = endpoint({
  ...common,
  summary: "Readmit a removed person to a chat",
  params: ["userId", "chatId"],
  handle: (app, admin, { params }) => readmit(app, admin, params),
});
