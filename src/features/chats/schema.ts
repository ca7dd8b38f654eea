import { z } from "zod";
import { pictureFields, type PictureView } from "#src/features/chat-pictures/schema.ts";
import { EMPTY_MESSAGE, REACTIONS_ARE } from "#src/features/chats/messages.ts";
import { MAX_MESSAGE } from "#src/features/chats/rules.ts";
import { requiredText, text } from "#src/shared/fields.ts";
import { type Reaction, REACTIONS } from "#src/shared/states.ts";

/** The message that another one is about. */
const messageId = requiredText(200, "Which message?");

/** What people send. A picture needs no words. */
export const newMessageFields = {
  text: text(MAX_MESSAGE, EMPTY_MESSAGE),
  clientId: requiredText(100, "A message needs a `clientId` of its own."),
  replyTo: messageId.nullish().describe("The id of the message that it answers"),
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
  on: z.boolean().describe("False takes it back"),
});
export type React = z.infer<typeof reactSchema>;

export const editMessageSchema = z.object({ text: requiredText(MAX_MESSAGE, EMPTY_MESSAGE) });
export type EditMessage = z.input<typeof editMessageSchema>;

/** A chat as its readers see it. Times are seconds since 1970. */
export type ChatView = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The key of one of our pictures, or a web address. */
  readonly imageUrl: string;
  readonly messageCount: number;
  readonly memberCount: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Seconds since this was last known to be as the chat's provider has it; null where the chats are our own. */
  readonly syncAge: number | null;
  /** Whether this reader may write in it. */
  readonly canWrite: boolean;
  /** Whether this reader may hide messages, mute people and remove them. */
  readonly canModerate: boolean;
};

export type ChatMemberView = {
  readonly id: string;
  readonly name: string;
  /** Empty where it does not differ from the name. */
  readonly nickname: string;
  readonly imageUrl: string;
  readonly autokicked: boolean;
  readonly muted: boolean;
};

/** The beginning of a message that another one answers. */
export type QuotedView = {
  readonly id: string;
  /** Its place in the chat. */
  readonly seq: number;
  readonly name: string;
  readonly text: string;
  /** It was deleted, hidden, or is not there: nothing of it is told. */
  readonly gone: boolean;
};

/** Who reacted to a message with one emoji. */
export type ReactionView = {
  readonly emoji: Reaction;
  readonly count: number;
  /** The reader is among them; false where many are told at once. */
  readonly mine: boolean;
  /** The first of the others. */
  readonly names: string[];
};

/** A message as its readers see it: of GraphQL, and as JSON of a live update. */
export type MessageView = {
  readonly id: string;
  /** Its place in the chat: 1, 2, 3… */
  readonly seq: number;
  readonly text: string;
  readonly name: string;
  readonly avatarUrl: string;
  readonly createdAt: number;
  /** Empty for what the chat itself says. */
  readonly userId: string;
  readonly system: boolean;
  readonly clientId: string | null;
  /** Its author changed the words. */
  readonly edited: boolean;
  /** Its author deleted it; the text is empty. */
  readonly deleted: boolean;
  /** An organizer hid it; the text is empty. */
  readonly hidden: boolean;
  /** The message that it answers. */
  readonly replyTo: QuotedView | null;
  readonly reactions: ReactionView[];
  readonly picture: PictureView | null;
};
