import { inArray } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import { type Change, isReal } from "#src/db/row-changes.server.ts";
import { type AuditRow, auditLog } from "#src/db/tables/admin.ts";
import { type UserRow, users } from "#src/db/tables/users.ts";
import type { CostKeeper, EventManager } from "#src/policy/events.ts";
import type { Admin, AUTOMATIC } from "#src/policy/viewer.ts";
import { uuidv7 } from "#src/shared/ids.ts";

export type Deed = Pick<AuditRow, "action"> & {
  readonly subjectIds: readonly string[];
  readonly before?: unknown;
  readonly after?: unknown;
  /** The removed or changed rows, if the action can be undone. */
  readonly undo?: unknown;
};

export type Actor = Admin | EventManager | CostKeeper | typeof AUTOMATIC;

/** Logs an action of an organizer, a host or the site itself, in the same transaction. Returns the entry's id. */
export async function writeAudit(tx: Transaction, actor: Actor, deed: Deed, now: Date): Promise<string> {
  const id = uuidv7(now.getTime());
  const { sub: actorSub, userId: actorUserId, email: actorEmail } = actor;
  await tx
    .insert(auditLog)
    .values({ id, actorSub, actorUserId, actorEmail, createdAt: now, ...deed, subjectIds: [...deed.subjectIds] });
  return id;
}

/** What an audit entry stores for its undo. */
export type UndoData = {
  readonly changes: readonly Change[];
  /** The people's emails before the change. */
  readonly emails: readonly string[];
  /** People who had these emails then. They do not block the undo. */
  readonly holders: readonly string[];
};

export async function keepForUndo(
  tx: Transaction,
  changes: readonly Change[],
  rows: readonly UserRow[],
): Promise<UndoData> {
  const emails = [...new Set(rows.map((row) => row.email))].filter((email) => email !== "");
  const others =
    emails.length === 0
      ? []
      : await tx.select({ userId: users.userId }).from(users).where(inArray(users.email, emails));
  const holders = new Set([...rows.map((row) => row.userId), ...others.map(({ userId }) => userId)]);
  return { changes: changes.filter(isReal), emails, holders: [...holders] };
}
