import { addReportNote, changeReport } from "#src/features/reports/commands/cases.server.ts";
import { sendReport } from "#src/features/reports/commands/send.server.ts";
import { REPORT_NOT_CHANGED, REPORT_REFUSED } from "#src/features/reports/messages.ts";
import { listReports } from "#src/features/reports/queries.server.ts";
import {
  newReportNoteSchema,
  reportAnswerSchema,
  reportChangeSchema,
  reportPageSchema,
  reportQuerySchema,
  reportSchema,
} from "#src/features/reports/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requireTo } from "#src/policy/roles.ts";
import { successSchema } from "#src/shared/fields.ts";

export const postReport = endpoint({
  summary: "Report a person, a message that you can read, or a photo to the organizers",
  body: reportSchema,
  answer: successSchema,
  invalidMessage: REPORT_REFUSED,
  isLimitedInside: true,
  handle: (app, viewer, { body, client }) => sendReport(app, viewer, body, client),
});

export const readReports = endpoint({
  summary: "Reports to the organizers, newest first; never those of the caller's own messages",
  query: reportQuerySchema,
  answer: reportPageSchema,
  admit: requireTo.read_reports,
  handle: (app, admin, { query }) => listReports(app, admin, query),
});

export const putReport = endpoint({
  summary: "Take on a report, close it with an outcome, or open it again",
  body: reportChangeSchema,
  answer: reportAnswerSchema,
  invalidMessage: REPORT_NOT_CHANGED,
  admit: requireTo.read_reports,
  params: ["id"],
  handle: (app, admin, { params, body }) => changeReport(app, admin, params.id, body),
});

export const postReportNote = endpoint({
  summary: "Add a note to a report, for the organizers",
  body: newReportNoteSchema,
  answer: reportAnswerSchema,
  invalidMessage: REPORT_NOT_CHANGED,
  admit: requireTo.read_reports,
  params: ["id"],
  handle: (app, admin, { params, body }) => addReportNote(app, admin, params.id, body),
});
