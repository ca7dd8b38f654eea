import { sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import type { UserRow } from "#src/db/tables/users.ts";
import { writeAudit } from "#src/audit/audit-log.server.ts";
import { dropBelongings } from "#src/features/admin/commands/belongings.server.ts";
import { countMembers, fillPlaces, lockPeople, recountEvents } from "#src/features/admin/commands/places.server.ts";
import { databaseCode, retrying } from "#src/features/admin/commands/retrying.server.ts";
import { removeRows } from "#src/features/admin/commands/row-changes.server.ts";
import { keepForUndo } from "#src/features/admin/commands/undo-data.server.ts";
import {
  deletedWords,
  NOT_YOURSELF,
  SELECT_USERS_TO_DELETE,
  STILL_NEEDED,
  USER_NOT_FOUND,
} from "#src/features/admin/messages.ts";
import { viewUser } from "#src/features/admin/view.ts";
import { type Admin, requireAdmin, type Viewer } from "#src/policy/viewer.ts";
import { isCleanText } from "#src/shared/fields.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

const FOREIGN_KEY_VIOLATION = "23503";

type Deleted = { success: true; message: string; deleted: number; auditIds: string[] };

async function deleteOne(tx: Transaction, admin: Admin, row: UserRow, now: Date): Promise<string> {
  const changes = [
    ...(await dropBelongings(tx, row.userId)),
    await removeRows(tx, "users", sql`t.user_id = ${row.userId}`),
  ];
  await countMembers(tx, changes, 1);
  const deed = { action: "user_deleted", subjectIds: [row.userId], before: viewUser(row) } as const;
  return writeAudit(tx, admin, { ...deed, undo: await keepForUndo(tx, changes, [row]) }, now);
}

/**
 * Deletes records and what has no sense without them; all of them, or none. Each can be undone from the log. Those that
 * are gone already are no fault, unless all are.
 */
export async function deleteUsers(app: App, viewer: Viewer, userIds: readonly string[]): Promise<Result<Deleted>> {
  const admin = requireAdmin(viewer);
  if (!admin.ok) return admin;
  if (userIds.length === 0) return fail("invalid", SELECT_USERS_TO_DELETE);
  if (!userIds.every(isCleanText)) return fail("not_found", USER_NOT_FOUND);
  if (admin.value.userId !== null && userIds.includes(admin.value.userId)) return fail("conflict", NOT_YOURSELF);
  try {
    return await retrying(app, async (tx) => {
      const now = app.clock.now();
      const { records, eventIds } = await lockPeople(tx, [...new Set(userIds)]);
      if (records.size === 0) return fail("not_found", USER_NOT_FOUND);
      const auditIds: string[] = [];
      for (const row of records.values()) auditIds.push(await deleteOne(tx, admin.value, row, now));
      await recountEvents(tx, eventIds);
      await fillPlaces(tx, eventIds, now);
      return ok({ success: true, message: deletedWords(records.size), deleted: records.size, auditIds });
    });
  } catch (error) {
    if (databaseCode(error) === FOREIGN_KEY_VIOLATION) return fail("conflict", STILL_NEEDED);
    throw error;
  }
}
