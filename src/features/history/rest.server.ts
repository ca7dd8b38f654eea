import { undoEntry } from "#src/features/history/commands.server.ts";
import { listAudit } from "#src/features/history/queries.server.ts";
import { auditPageSchema, auditQuerySchema, undoneSchema } from "#src/features/history/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";

export const readAudit = endpoint({
  summary: "What organisers changed, the newest first",
  query: auditQuerySchema,
  answer: auditPageSchema,
  handle: (app, viewer, { query }) => listAudit(app, viewer, query),
});

export const undoCall = endpoint({
  summary: "Undo a deletion or a merge of the last 30 days",
  answer: undoneSchema,
  handle: (app, viewer, { params }) => undoEntry(app, viewer, params["id"] ?? ""),
});
