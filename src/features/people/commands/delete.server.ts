import { inArray } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { databaseCode, retrying } from "#src/db/retrying.server.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import type { UserRow } from "#src/db/tables/users.ts";
import { writeAudit, keepForUndo } from "#src/audit/audit-log.server.ts";
import { deletedWords, NOT_YOURSELF, SELECT_USERS_TO_DELETE, STILL_NEEDED } from "#src/features/people/messages.ts";
import { USER_NOT_FOUND } from "#src/features/profile/messages.ts";
import { undoUntil } from "#src/audit/undo-term.ts";
import { viewUser } from "#src/features/people/view.ts";
import { areLastOrganizers, lockOrganizers } from "#src/features/identity/commands/organizers.server.ts";
import { LAST_ORGANIZER_STAYS } from "#src/features/privacy/messages.ts";
import { lockPeople } from "#src/features/events/rsvps/commands/locked-people.server.ts";
import { afterForgetting } from "#src/features/privacy/commands/after-forgetting.server.ts";
import { forgetPerson } from "#src/features/privacy/commands/forget-person.server.ts";
import type { Person } from "#src/features/privacy/commands/person.server.ts";
import { sealUndo } from "#src/features/privacy/commands/undo-record.server.ts";
import type { Proved } from "#src/policy/proof.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

const FOREIGN_KEY_VIOLATION = "23503";

type Deleted = { success: true; message: string; deleted: number; auditIds: string[] };

async function deleteOne(tx: Transaction, admin: Admin, row: UserRow, now: Date): Promise<[string, Person]> {
  const circumstances = { now, countsSince: null, bytesUntil: undoUntil(now) };
  const { person, changes } = await forgetPerson(tx, { userIds: [row.userId] }, circumstances);
  const auditId = await writeAudit(tx, admin, { action: "user_deleted", subjectIds: [row.userId] }, now);
  await sealUndo(tx, auditId, { before: viewUser(row), undo: await keepForUndo(tx, changes, [row]) }, now);
  return [auditId, person];
}

async function subsOf(tx: Transaction, userIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .select({ sub: accounts.sub })
    .from(accounts)
    .where(inArray(accounts.userId, [...userIds]));
  return rows.map(({ sub }) => sub);
}

/**
 * Deletes people with all their data, in one transaction. Each can be restored from the audit log for 30 days. Ignores
 * people who no longer exist, unless that is all of them.
 */
export async function deleteUsers(
  app: App,
  admin: Proved<Admin>,
  userIds: readonly string[],
): Promise<Result<Deleted>> {
  if (userIds.length === 0) return fail("invalid", SELECT_USERS_TO_DELETE);
  if (admin.userId !== null && userIds.includes(admin.userId)) return fail("conflict", NOT_YOURSELF);
  const gone: Person[] = [];
  try {
    const deleted = await retrying(app, async (tx): Promise<Result<Deleted>> => {
      gone.length = 0;
      const now = app.clock.now();
      await lockOrganizers(tx);
      const { records } = await lockPeople(tx, [...new Set(userIds)]);
      if (records.size === 0) return fail("not_found", USER_NOT_FOUND);
      const subs = await subsOf(tx, [...records.keys()]);
      if (await areLastOrganizers(app, tx, subs)) return fail("conflict", LAST_ORGANIZER_STAYS);
      const auditIds: string[] = [];
      for (const row of records.values()) {
        const [auditId, person] = await deleteOne(tx, admin, row, now);
        auditIds.push(auditId);
        gone.push(person);
      }
      return ok({ success: true, message: deletedWords(records.size), deleted: records.size, auditIds });
    });
    for (const person of gone) await afterForgetting(app, person, { isFinal: false });
    return deleted;
  } catch (error) {
    if (databaseCode(error) === FOREIGN_KEY_VIOLATION) return fail("conflict", STILL_NEEDED);
    throw error;
  }
}
