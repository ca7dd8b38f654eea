import type { Transaction } from "#src/db/connect.server.ts";
import { type AuditRow, auditLog } from "#src/db/tables/admin.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { uuidv7 } from "#src/shared/ids.ts";

export type Deed = Pick<AuditRow, "action"> & {
  readonly subjectIds: readonly string[];
  readonly before?: unknown;
  readonly after?: unknown;
  /** The removed or changed rows, if the action can be undone. */
  readonly undo?: unknown;
};

/** Logs an organizer's action in the same transaction. Returns the entry's id. */
export async function writeAudit(tx: Transaction, admin: Admin, deed: Deed, now: Date): Promise<string> {
  const id = uuidv7(now.getTime());
  const { sub: actorSub, userId: actorUserId, email: actorEmail } = admin;
  await tx
    .insert(auditLog)
    .values({ id, actorSub, actorUserId, actorEmail, createdAt: now, ...deed, subjectIds: [...deed.subjectIds] });
  return id;
}
