import { z } from "zod";
import { hasContent, newMessageFields, NO_CONTENT } from "#src/features/chats/schema.ts";
import { REACTIONS } from "#src/shared/states.ts";

export const threadQuerySchema = z.object({
  before: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1)
    .optional()
    .describe("The messages before this `seq`"),
});

export const writeInThreadSchema = z.object(newMessageFields).refine(hasContent, NO_CONTENT);
export type WriteInThread = z.output<typeof writeInThreadSchema>;

export const threadMessageSchema = z.object({
  id: z.string(),
  seq: z.number().int().describe("Its place in the thread: 1, 2, 3…"),
  text: z.string(),
  name: z.string(),
  avatarUrl: z.string(),
  createdAt: z.number().int().describe("Seconds since 1970"),
  userId: z.string(),
  system: z.boolean(),
  clientId: z.string().nullable(),
  edited: z.boolean(),
  deleted: z.boolean().describe("By its author; the text is empty"),
  hidden: z.boolean().describe("By an organizer; the text is empty"),
  replyTo: z
    .object({
      id: z.string(),
      seq: z.number().int(),
      name: z.string(),
      text: z.string().describe("Its beginning"),
      gone: z.boolean().describe("Deleted or hidden; name and text are empty"),
    })
    .nullable()
    .describe("The message that it answers"),
  picture: z
    .object({ key: z.string().describe("Served at /images/{key}"), alt: z.string().describe("What it shows") })
    .nullable(),
  reactions: z.array(
    z.object({
      emoji: z.enum(REACTIONS),
      count: z.number().int(),
      mine: z.boolean().describe("You are among them"),
      names: z.array(z.string()).describe("The first of the others"),
    }),
  ),
});

/** What people who are going talk about. */
export const threadSchema = z.object({
  id: z.string(),
  meId: z.string(),
  messageCount: z.number().int(),
  canWrite: z.boolean().describe("Until two weeks after the event"),
  muteNotice: z.string().nullable().describe("Until when an organizer muted you, in a sentence; null if they did not"),
  canModerate: z.boolean().describe("Whether you may hide messages, mute people and remove them"),
  messages: z.array(threadMessageSchema).describe("Oldest first"),
});
export type Thread = z.infer<typeof threadSchema>;
