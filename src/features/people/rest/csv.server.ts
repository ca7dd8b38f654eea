import { exportUsers } from "#src/features/people/commands/export.server.ts";
import { importUsers, previewImport } from "#src/features/people/commands/import.server.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { CSV_TOO_LARGE } from "#src/features/people/messages/csv.ts";
import {
  exportRequestSchema,
  importedSchema,
  importPreviewSchema,
  importQuerySchema,
  MOST_BYTES,
  previewQuerySchema,
} from "#src/features/people/schema/csv.ts";
import { z } from "zod";
import { requireProvedTo } from "#src/http/admission.server.ts";
import { requireTo } from "#src/policy/roles.ts";

const TABLE = `A table with commas (CSV) of at most ${MOST_BYTES / 1024 / 1024} MB`;
const BOUND = { maxBytes: MOST_BYTES, tooLarge: CSV_TOO_LARGE };

export const exportUsersCall = endpoint({
  summary: "People as a CSV file: the chosen ones, or all who match a filter",
  body: exportRequestSchema,
  answer: z.string().describe("RFC 4180, UTF-8 with a byte order mark"),
  answerType: "text/csv",
  admit: requireProvedTo.manage_records,
  handle: (app, admin, { body }) => exportUsers(app, admin, body),
});

export const previewImportCall = endpoint({
  summary: "Preview an import of people, row by row",
  query: previewQuerySchema,
  file: TABLE,
  answer: importPreviewSchema,
  admit: requireTo.manage_records,
  async handle(app, _admin, { query, readFile }) {
    const file = await readFile(BOUND);
    return file.ok ? previewImport(app, file.value, query.columns) : file;
  },
});

export const importUsersCall = endpoint({
  summary:
    "Import a part of a table of people just as the preview showed it; it can be undone from the audit log for 30 days",
  query: importQuerySchema,
  file: TABLE,
  answer: importedSchema,
  admit: requireProvedTo.manage_records,
  async handle(app, admin, { query, readFile }) {
    const file = await readFile(BOUND);
    return file.ok ? importUsers(app, admin, { bytes: file.value, query }) : file;
  },
});
