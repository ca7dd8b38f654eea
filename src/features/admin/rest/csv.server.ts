import { exportUsers } from "#src/features/admin/commands/export.server.ts";
import { importUsers, previewImport } from "#src/features/admin/commands/import.server.ts";
import { CANNOT_USE, CSV_TOO_LARGE } from "#src/features/admin/messages.ts";
import {
  exportRequestSchema,
  importedSchema,
  importPreviewSchema,
  importQuerySchema,
  MOST_BYTES,
} from "#src/features/admin/schema/csv.ts";
import { z } from "zod";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requireAdmin } from "#src/policy/viewer.ts";

const upload = { type: "text/csv", maxBytes: MOST_BYTES, tooLarge: CSV_TOO_LARGE };

export const exportUsersCall = endpoint({
  summary: "People as a table: those who are chosen, or all whom a filter shows",
  body: exportRequestSchema,
  answer: z.string().describe("RFC 4180, UTF-8 with a byte order mark"),
  answerType: "text/csv",
  invalidMessage: CANNOT_USE,
  admit: requireAdmin,
  handle: (app, admin, { body }) => exportUsers(app, admin, body),
});

export const previewImportCall = endpoint({
  summary: "What an import of a table of people would do, row by row, without doing it",
  upload,
  answer: importPreviewSchema,
  admit: requireAdmin,
  handle: (app, _admin, { file }) => previewImport(app, file),
});

export const importUsersCall = endpoint({
  summary: "Import a table of people just as its preview showed it; it can be undone from the audit log for 30 days",
  query: importQuerySchema,
  upload,
  answer: importedSchema,
  invalidMessage: CANNOT_USE,
  admit: requireAdmin,
  handle: (app, admin, { query, file }) => importUsers(app, admin, { bytes: file, query }),
});
