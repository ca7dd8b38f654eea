import { z } from "zod";
import { afterPage, optional, text } from "#src/shared/fields.ts";
import { MAIL_STATUSES } from "#src/shared/states.ts";

export const outboxQuerySchema = z.object({
  status: optional(z.enum(MAIL_STATUSES, { error: "Mails are waiting, sent, skipped or failed." })),
  userId: text(100).optional().describe("Only mails to an email of this person"),
  after: afterPage,
});
export type OutboxQuery = z.infer<typeof outboxQuerySchema>;

const mailSchema = z.object({
  id: z.string(),
  kind: z.string(),
  subject: z.string().describe("The announcement's subject; otherwise empty"),
  email: z.string(),
  status: z.enum(MAIL_STATUSES),
  attempts: z.number().int(),
  lastError: z.string(),
  createdAt: z.string(),
  dueAt: z.string(),
  doneAt: z.string().nullable(),
});
export type OutboxMail = z.infer<typeof mailSchema>;

const upTo = z.number().int().describe("Counted up to 10,000");
export const outboxPageSchema = z.object({
  mails: z.array(mailSchema),
  counts: z.object({ waiting: upTo, sent: upTo, skipped: upTo, failed: upTo }),
  next: z.string().nullable(),
});
export type OutboxPage = z.infer<typeof outboxPageSchema>;
