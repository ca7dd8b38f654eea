import { z } from "zod";
import { hasContent, messageSchema, newMessageFields, NO_CONTENT } from "#src/features/chats/schema.ts";

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

/** The thread of an event, for people who are going. */
export const threadSchema = z.object({
  id: z.string(),
  meId: z.string(),
  messageCount: z.number().int(),
  canWrite: z
    .boolean()
    .describe("Whether you may write: until two weeks after the event, unless an organizer blocked you"),
  muteNotice: z.string().nullable().describe("Why you currently may not write, as a sentence; null if you may"),
  canModerate: z.boolean().describe("Whether you may hide messages, mute people and remove them"),
  messages: z.array(messageSchema).describe("Oldest first"),
});
export type Thread = z.infer<typeof threadSchema>;
