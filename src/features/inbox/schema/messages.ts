import { z } from "zod";
import { afterPage, optional, text } from "#src/shared/fields.ts";

export const messageQuerySchema = z.object({
  kind: text(100).optional().describe("The form that sent it"),
  state: optional(z.enum(["open", "done"], { error: "Messages are open or done." })),
  userId: text(100).optional().describe("Only messages with an email of this person"),
  after: afterPage,
});
export type MessageQuery = z.infer<typeof messageQuerySchema>;

const messageSchema = z.object({
  id: z.string(),
  kind: z.string(),
  email: z.string(),
  name: z.string(),
  phone: z.string(),
  message: z.string(),
  /** The event of a waiting-list request. */
  eventId: z.string().nullable(),
  createdAt: z.string(),
  doneAt: z.string().nullable(),
  doneBy: z.string().nullable(),
});
export type Message = z.infer<typeof messageSchema>;

export const messagePageSchema = z.object({
  messages: z.array(messageSchema),
  kinds: z.array(z.string()).describe("Every form that has messages"),
  open: z.number().int().describe("The number of open messages, counted up to 10,000"),
  next: z.string().nullable(),
});
export type MessagePage = z.infer<typeof messagePageSchema>;

export const doneSchema = z.object({ done: z.boolean({ error: "Say whether it is done." }) });
export const doneAnswerSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  entry: messageSchema,
});
export type DoneAnswer = z.infer<typeof doneAnswerSchema>;
