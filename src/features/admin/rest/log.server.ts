import { retryMail } from "#src/features/admin/commands/outbox.server.ts";
import { undoEntry } from "#src/features/admin/commands/undo.server.ts";
import { listAudit } from "#src/features/admin/queries/audit.server.ts";
import { listOutbox } from "#src/features/admin/queries/outbox.server.ts";
import {
  auditPageSchema,
  auditQuerySchema,
  outboxPageSchema,
  outboxQuerySchema,
  retriedSchema,
  undoneSchema,
} from "#src/features/admin/schema/audit.ts";
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

export const readOutbox = endpoint({
  summary: "The site's mails and what became of them, the newest first",
  query: outboxQuerySchema,
  answer: outboxPageSchema,
  handle: (app, viewer, { query }) => listOutbox(app, viewer, query),
});

export const retryMailCall = endpoint({
  summary: "Send a mail that was given up once more",
  answer: retriedSchema,
  handle: (app, viewer, { params }) => retryMail(app, viewer, params["id"] ?? ""),
});
