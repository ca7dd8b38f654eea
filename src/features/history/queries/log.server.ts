import { and, desc, eq, getTableColumns, gte, lt, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { isAboutMessageOf } from "#src/db/own-reports.ts";
import { auditLog } from "#src/db/tables/admin.ts";
import { formSubmissions } from "#src/db/tables/form-submissions.ts";
import { BAD_PAGE, decodeCursor, isIdPosition, pageOf } from "#src/http/cursor.ts";
import { isAbout, isBy, readNames } from "#src/features/history/queries/names.server.ts";
import type { AuditPage, AuditQuery } from "#src/features/history/schema.ts";
import { viewAuditEntry } from "#src/features/history/view.ts";
import { openBefore } from "#src/features/privacy/commands/undo-record.server.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { addDays } from "#src/shared/dates.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import { instantOf } from "#src/shared/zones.server.ts";

const ENTRIES_A_PAGE = 50;

/** The audit log of organizers, newest first. */
export async function listAudit(app: App, admin: Admin, query: AuditQuery): Promise<Result<AuditPage>> {
  const { actor = "", about = "", subject = "", action, day, after } = query;
  const key = after === undefined ? undefined : decodeCursor(after, isIdPosition);
  if (key === null) return fail("bad_request", BAD_PAGE);
  const startOf = (date: string) => instantOf(date, "00:00:00", app.config.group.timeZone);
  const { undo, ...columns } = getTableColumns(auditLog);
  // A sealed entry reveals only its subject, not the rows.
  const sealed = sql<unknown>`case when ${undo} ? 'sealedUndo' then ${undo} end`;
  const rows = await app.db
    .select({ ...columns, hasUndo: sql<boolean>`${undo} is not null`, undo: sealed })
    .from(auditLog)
    .where(
      and(
        actor === "" ? undefined : await isBy(app, actor),
        about === "" ? undefined : await isAbout(app, about),
        subject === "" ? undefined : sql`${auditLog.subjectIds} @> array[${subject}]::text[]`,
        action === undefined ? undefined : eq(auditLog.action, action),
        day === undefined ? undefined : gte(auditLog.createdAt, startOf(day)),
        day === undefined ? undefined : lt(auditLog.createdAt, startOf(addDays(day, 1))),
        key && lt(auditLog.id, key[0]),
        // Otherwise the log would reveal the report and its outcome to them.
        sql`not exists (select from ${formSubmissions} where ${formSubmissions.id} = ${auditLog.subjectIds}[1]
          and ${isAboutMessageOf(admin.userId)})`,
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(ENTRIES_A_PAGE + 1);
  const now = app.clock.now();
  const { shown, next } = pageOf(rows, ENTRIES_A_PAGE, (last) => [last.id]);
  const [deleted, names] = await Promise.all([openBefore(app.db, shown), readNames(app, shown)]);
  return ok({
    entries: shown.map((row) => viewAuditEntry({ ...row, before: deleted.get(row.id) ?? row.before }, names, now)),
    next,
  });
}
