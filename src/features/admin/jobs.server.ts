import { and, isNotNull, lt } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { auditLog } from "#src/db/tables/admin.ts";
import { undoEnds } from "#src/features/admin/rules.ts";

/** Forgets the rows of what cannot be undone any more: they are people's data. Returns of how many entries. */
export async function forgetOldUndo(app: App): Promise<number> {
  const { rowCount } = await app.db
    .update(auditLog)
    .set({ undo: null })
    .where(and(isNotNull(auditLog.undo), lt(auditLog.createdAt, undoEnds(app.clock.now()))));
  return rowCount ?? 0;
}
