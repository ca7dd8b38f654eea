import type { AuditRow } from "#src/db/tables/admin.ts";
import { canUndo } from "#src/audit/undo-term.ts";
import type { Names } from "#src/features/history/queries/names.server.ts";
import type { AuditEntry } from "#src/features/history/schema.ts";

/** An audit log entry, without the rows that an undo needs. */
export function viewAuditEntry(
  row: Omit<AuditRow, "undo"> & { hasUndo: boolean },
  names: Names,
  now: Date,
): AuditEntry {
  return {
    id: row.id,
    actor: { sub: row.actorSub, userId: row.actorUserId, email: row.actorEmail, name: names.actorOf(row) },
    action: row.action,
    subjectIds: row.subjectIds,
    subjects: names.subjectsOf(row),
    undid: names.undoneBy(row),
    before: row.before,
    after: row.after,
    createdAt: row.createdAt.toISOString(),
    undoneAt: row.undoneAt?.toISOString() ?? null,
    undoneBy: row.undoneBy,
    undoneByName: names.ofEmail(row.undoneBy),
    canUndo: canUndo(row, now),
  };
}
