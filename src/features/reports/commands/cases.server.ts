import { eq } from "drizzle-orm";
import { writeAudit } from "#src/audit/audit-log.server.ts";
import type { App } from "#src/context/app.ts";
import { formSubmissions, reportNotes } from "#src/db/tables/form-submissions.ts";
import { reportMails } from "#src/features/reports/mails.server.ts";
import { OUTCOME_WORDS, REPORT_NOT_FOUND, TOO_MANY_NOTES } from "#src/features/reports/messages.ts";
import { lockReport, readReport } from "#src/features/reports/queries.server.ts";
import { stateOf } from "#src/features/reports/rules.ts";
import type { NewReportNote, ReportAnswer, ReportChange } from "#src/features/reports/schema.ts";
import { enqueueStrangerMails } from "#src/mail/strangers.server.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

const MOST_NOTES = 100;
const ACTIONS = { open: "report_reopened", in_progress: "report_taken", closed: "report_closed" } as const;

/**
 * Opens, takes or closes a report. Idempotent; the first organizer to close it stays recorded. The audit log names
 * neither reporter nor subject, because the subject may be an organizer who reads it.
 */
export async function changeReport(
  app: App,
  admin: Admin,
  id: string,
  change: ReportChange,
): Promise<Result<ReportAnswer>> {
  const done = await app.db.transaction(async (tx): Promise<Result<void>> => {
    const now = app.clock.now();
    const row = await lockReport(tx, admin, id);
    if (!row) return fail("not_found", REPORT_NOT_FOUND);
    const { state } = change;
    const isSame = stateOf(row) === state && (state !== "in_progress" || row.ownerSub === admin.sub);
    if (isSame) return ok(undefined);
    const closed = state === "closed" ? { doneAt: now, doneBy: admin.email, outcome: change.outcome } : undefined;
    const owner = state === "open" ? null : state === "closed" ? (row.ownerSub ?? admin.sub) : admin.sub;
    const set = { doneAt: null, doneBy: null, outcome: null, ownerSub: owner, ...closed };
    await tx.update(formSubmissions).set(set).where(eq(formSubmissions.id, id));
    if (closed && row.email !== "")
      await enqueueStrangerMails(tx, { receipt: reportMails.report_read.owed(id, row.email, {}) }, now);
    const after = state === "closed" ? { outcome: OUTCOME_WORDS[change.outcome] } : undefined;
    await writeAudit(tx, admin, { action: ACTIONS[state], subjectIds: [id], after }, now);
    return ok(undefined);
  });
  return done.ok ? readReport(app, admin, id) : done;
}

/** Adds a note to a report. Idempotent by the note's id. The audit log records it without its text. */
export async function addReportNote(
  app: App,
  admin: Admin,
  reportId: string,
  note: NewReportNote,
): Promise<Result<ReportAnswer>> {
  const done = await app.db.transaction(async (tx): Promise<Result<void>> => {
    const now = app.clock.now();
    if (!(await lockReport(tx, admin, reportId))) return fail("not_found", REPORT_NOT_FOUND);
    const notes = await tx.$count(reportNotes, eq(reportNotes.reportId, reportId));
    if (notes >= MOST_NOTES) return fail("conflict", TOO_MANY_NOTES);
    const added = await tx
      .insert(reportNotes)
      .values({ ...note, reportId, authorSub: admin.sub, createdAt: now })
      .onConflictDoNothing()
      .returning({ id: reportNotes.id });
    if (added.length > 0) await writeAudit(tx, admin, { action: "report_noted", subjectIds: [reportId] }, now);
    return ok(undefined);
  });
  return done.ok ? readReport(app, admin, reportId) : done;
}
