import { z } from "zod";
import { afterPage, daySchema, optional, text } from "#src/shared/fields.ts";
import { AUDIT_ACTIONS } from "#src/shared/audit-actions.ts";

export const auditQuerySchema = z.object({
  actor: text(100).optional().describe("Part of the organizer's name or email"),
  about: text(100).optional().describe("Part of a person's name or an event's title"),
  subject: text(100).optional().describe("The id of a record that was changed"),
  action: optional(z.enum(AUDIT_ACTIONS, { error: "The log has no such action." })),
  day: optional(daySchema),
  after: afterPage,
});
export type AuditQuery = z.infer<typeof auditQuerySchema>;

const entrySchema = z.object({
  id: z.string(),
  actor: z.object({ sub: z.string(), userId: z.string().nullable(), email: z.string(), name: z.string() }),
  action: z.enum(AUDIT_ACTIONS),
  subjectIds: z.array(z.string()).describe("The changed records; for a merge, the base first"),
  subjects: z
    .array(z.object({ kind: z.enum(["person", "event"]), id: z.string(), name: z.string() }))
    .describe("The people and events among them, by current name"),
  undid: z.enum(AUDIT_ACTIONS).nullable().describe("For an undo: the undone action"),
  before: z.unknown(),
  after: z.unknown(),
  createdAt: z.string(),
  undoneAt: z.string().nullable(),
  undoneBy: z.string().nullable().describe("The email of the organizer who undid it"),
  undoneByName: z.string().describe("Their name; empty if unknown"),
  canUndo: z.boolean(),
});
export type AuditEntry = z.infer<typeof entrySchema>;

export const auditPageSchema = z.object({ entries: z.array(entrySchema), next: z.string().nullable() });
export type AuditPage = z.infer<typeof auditPageSchema>;

export const undoQuerySchema = z.object({
  merge: z
    .literal("true")
    .optional()
    .describe("For a deletion: merges the restored record with the one the person got by signing in again"),
});
