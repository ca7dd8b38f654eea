import { z } from "zod";
import { daySchema, optional } from "#src/features/admin/schema/users.ts";
import { AUDIT_ACTIONS } from "#src/shared/audit-actions.ts";
import { text } from "#src/shared/fields.ts";

const MAIL_STATUSES = ["waiting", "sent", "skipped", "failed"] as const;

const after = text(300).optional().describe("Goes on after that page");

export const auditQuerySchema = z.object({
  actor: text(100).optional().describe("The e-mail address of who did it"),
  subject: text(100).optional().describe("The id of a record that was changed"),
  action: optional(z.enum(AUDIT_ACTIONS, { error: "The log has no such action." })),
  day: optional(daySchema),
  after,
});
export type AuditQuery = z.infer<typeof auditQuerySchema>;

const entrySchema = z.object({
  id: z.string(),
  actor: z.object({ sub: z.string(), userId: z.string().nullable(), email: z.string() }),
  action: z.enum(AUDIT_ACTIONS),
  subjectIds: z.array(z.string()).describe("The records that were changed; of a merge the base first"),
  before: z.unknown(),
  after: z.unknown(),
  createdAt: z.string(),
  undoneAt: z.string().nullable(),
  undoneBy: z.string().nullable(),
  canUndo: z.boolean(),
});
export type AuditEntry = z.infer<typeof entrySchema>;

export const auditPageSchema = z.object({ entries: z.array(entrySchema), next: z.string().nullable() });
export type AuditPage = z.infer<typeof auditPageSchema>;

export const undoneSchema = z.object({ success: z.literal(true), message: z.string() });

export const outboxQuerySchema = z.object({
  status: optional(z.enum(MAIL_STATUSES, { error: "Mails are waiting, sent, skipped or failed." })),
  after,
});
export type OutboxQuery = z.infer<typeof outboxQuerySchema>;

const mailSchema = z.object({
  id: z.string(),
  kind: z.string(),
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
export const retriedSchema = z.object({ success: z.literal(true), message: z.string() });
