import { z } from "zod";
import { pictureFields } from "#src/features/chat-pictures/schema.ts";
import { EMPTY_MESSAGE, REACTIONS_ARE } from "#src/features/chats/messages.ts";
import { MAX_MESSAGE } from "#src/features/chats/rules.ts";
import { requiredText, text } from "#src/shared/fields.ts";
import { REACTIONS } from "#src/shared/states.ts";

/** The message that the call refers to. */
const messageId = requiredText(200, "Which message?");

/** A new message. With a picture, text is optional. */
export const newMessageFields = {
  text: text(MAX_MESSAGE, EMPTY_MESSAGE),
  clientId: requiredText(100, "A message needs a `clientId` of its own."),
  replyTo: messageId.nullish().describe("The id of the message it replies to"),
  ...pictureFields,
};
export const hasContent = ({ text: words, pictureKey }: { text: string; pictureKey?: string | null | undefined }) =>
  words !== "" || Boolean(pictureKey);
export const NO_CONTENT = { error: EMPTY_MESSAGE, path: ["text"] };

export const sendMessageSchema = z
  .object({ chatId: requiredText(200, "Which chat?"), ...newMessageFields })
  .refine(hasContent, NO_CONTENT);
export type SendMessage = z.input<typeof sendMessageSchema>;

export const reactSchema = z.object({
  emoji: z.enum(REACTIONS, { error: REACTIONS_ARE }),
  on: z.boolean().describe("False removes the reaction"),
});
export type React = z.infer<typeof reactSchema>;

export const editMessageSchema = z.object({ text: requiredText(MAX_MESSAGE, EMPTY_MESSAGE) });
export type EditMessage = z.input<typeof editMessageSchema>;

/** A chat as its readers see it. Times are seconds since 1970. */
export type ChatView = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The key of one of our pictures, or a URL. */
  readonly imageUrl: string;
  readonly messageCount: number;
  readonly memberCount: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Seconds since the last sync with the provider; null for built-in chats. */
  readonly syncAge: number | null;
  /** Whether this reader may write in it. */
  readonly canWrite: boolean;
  /** Whether this reader may hide messages, mute people and remove them. */
  readonly canModerate: boolean;
};

export type ChatMemberView = {
  readonly id: string;
  readonly name: string;
  /** Empty if it equals the name. */
  readonly nickname: string;
  readonly imageUrl: string;
  readonly autokicked: boolean;
  readonly muted: boolean;
};

/** The beginning of a replied-to message. */
const quotedSchema = z.object({
  id: z.string(),
  seq: z.number().int(),
  name: z.string(),
  text: z.string().describe("The beginning of the text"),
  gone: z.boolean().describe("Deleted or hidden; name and text are empty"),
});
export type QuotedView = z.infer<typeof quotedSchema>;

/** The people who reacted with one emoji. `mine` is false in updates shared by many readers. */
const reactionSchema = z.object({
  emoji: z.enum(REACTIONS),
  count: z.number().int(),
  mine: z.boolean().describe("Whether you are among them"),
  names: z.array(z.string()).describe("The first of the other names"),
});
export type ReactionView = z.infer<typeof reactionSchema>;

/** A message as its readers see it, in REST, GraphQL and live updates. */
export const messageSchema = z.object({
  id: z.string(),
  seq: z.number().int().describe("Its position in the thread: 1, 2, 3…"),
  text: z.string(),
  name: z.string(),
  avatarUrl: z.string(),
  createdAt: z.number().int().describe("Seconds since 1970"),
  /** Empty for system messages. */
  userId: z.string(),
  system: z.boolean(),
  clientId: z.string().nullable(),
  edited: z.boolean(),
  deleted: z.boolean().describe("By its author; the text is empty"),
  hidden: z.boolean().describe("By an organizer; the text is empty"),
  replyTo: quotedSchema.nullable().describe("The message it replies to"),
  picture: z
    .object({ key: z.string().describe("Served at /images/{key}"), alt: z.string().describe("Its description") })
    .nullable(),
  reactions: z.array(reactionSchema),
});
export type MessageView = z.infer<typeof messageSchema>;
