import { undoEntry } from "#src/features/history/commands.server.ts";
import { listAudit } from "#src/features/history/queries/log.server.ts";
import { auditPageSchema, auditQuerySchema, undoQuerySchema } from "#src/features/history/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requireAnyRole, requireTo } from "#src/policy/roles.ts";
import { successSchema } from "#src/shared/fields.ts";

export const readAudit = endpoint({
  summary: "The audit log: organizers' changes, newest first",
  query: auditQuerySchema,
  answer: auditPageSchema,
  admit: requireTo.read_logs,
  handle: (app, admin, { query }) => listAudit(app, admin, query),
});

export const undoCall = endpoint({
  summary: "Undo a deletion or a merge of the last 30 days",
  query: undoQuerySchema,
  answer: successSchema,
  admit: requireAnyRole,
  params: ["id"],
  handle: (app, admin, { params, query }) => undoEntry(app, admin, params.id, query),
});
