import type { AuditRow } from "#src/db/tables/admin.ts";
import { canUndo } from "#src/audit/undo-term.ts";
import type { AuditEntry } from "#src/features/history/schema.ts";

/** An entry of the log. The rows that an undo needs stay here. */
export function viewAuditEntry(row: Omit<AuditRow, "undo"> & { hasUndo: boolean }, now: Date): AuditEntry {
  return {
    id: row.id,
    actor: { sub: row.actorSub, userId: row.actorUserId, email: row.actorEmail },
    action: row.action,
    subjectIds: row.subjectIds,
    before: row.before,
    after: row.after,
    createdAt: row.createdAt.toISOString(),
    undoneAt: row.undoneAt?.toISOString() ?? null,
    undoneBy: row.undoneBy,
    canUndo: canUndo(row, now),
  };
}
