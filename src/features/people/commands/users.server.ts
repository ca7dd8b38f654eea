import { eq, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { retrying } from "#src/db/retrying.server.ts";
import { lockContacts } from "#src/db/lock-keys.server.ts";
import { type UserRow, users } from "#src/db/tables/users.ts";
import { writeAudit, keepForUndo } from "#src/audit/audit-log.server.ts";
import { noting } from "#src/db/row-changes.server.ts";
import { endOldPlaceLinks } from "#src/mail/followed-address.server.ts";
import { checkEmail, readEmails, tellOwners } from "#src/features/people/commands/email-changes.server.ts";
import {
  CHANGED_MEANWHILE,
  changedMeanwhile,
  NO_CHANGES_TO_SAVE,
  USER_NEEDS_A_NAME,
  USER_SAVED,
} from "#src/features/people/messages.ts";
import { USER_NOT_FOUND } from "#src/features/profile/messages.ts";
import { changedFields, hasName } from "#src/features/people/rules.ts";
import type { User, UserField, UserFields } from "#src/features/people/schema/users.ts";
import { viewUser } from "#src/features/people/view.ts";
import { requireFreshProof } from "#src/policy/proof.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { fullName } from "#src/shared/full-name.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** Creates a record. */
export async function createUser(app: App, admin: Admin, fields: Partial<UserFields>): Promise<Result<User>> {
  if (!hasName(fields)) return fail("invalid", USER_NEEDS_A_NAME);
  return app.db.transaction(async (tx) => {
    const now = app.clock.now();
    const userId = uuidv7(now.getTime());
    const [row] = await tx
      .insert(users)
      .values({ userId, ...fields, dateAdded: now, createdAt: now, updatedAt: now })
      .returning();
    if (!row) return fail("not_found", USER_NOT_FOUND);
    const user = viewUser(row);
    await writeAudit(tx, admin, { action: "user_created", subjectIds: [userId], after: user }, now);
    return ok(user);
  });
}

/** Picks these fields of a record. */
function pick(user: User, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(user).filter(([field]) => fields.includes(field)));
}

/** An organizer's change to an approved person's name approves the new name. */
function approvedName(
  { status, ...row }: UserRow,
  { firstName = row.firstName, lastName = row.lastName }: Partial<UserFields>,
) {
  const isRenamed = firstName !== row.firstName || lastName !== row.lastName;
  return isRenamed && status === "approved" && { approvedName: fullName({ firstName, lastName }) };
}

/** Field values as the editor saw them. */
type Seen = Readonly<Partial<Record<UserField, string | undefined>>>;

type Edit = { readonly row: UserRow; readonly changes: Partial<UserFields>; readonly request?: string | undefined };

async function save(tx: Transaction, admin: Admin, { row, changes, request }: Edit, now: Date): Promise<Result<User>> {
  const emails = await readEmails(tx, [row.userId]);
  const isThis = eq(users.userId, row.userId);
  const change = await noting(tx, "users", sql`t.user_id = ${row.userId}`, () =>
    tx
      .update(users)
      .set({ ...changes, ...approvedName(row, changes), updatedAt: now })
      .where(isThis),
  );
  const [saved] = await tx.select().from(users).where(isThis);
  if (!saved) return fail("not_found", USER_NOT_FOUND);
  const fields = Object.keys(changes);
  const after = { ...pick(viewUser(saved), fields), ...(request !== undefined && { groupmeId: request }) };
  // The email decides who can sign in as this person, so changing it can be undone.
  const undo = changes.email === undefined ? undefined : await keepForUndo(tx, [change], [row]);
  const deed = { action: "user_edited", subjectIds: [row.userId], undo } as const;
  const auditId = await writeAudit(tx, admin, { ...deed, before: pick(viewUser(row), fields), after }, now);
  await tellOwners(tx, emails, { auditId, now });
  if (changes.email !== undefined) await endOldPlaceLinks(tx, row.userId);
  return ok(viewUser(saved));
}

/** Refuses an edit of fields that someone else changed since the editor loaded them; null if none changed. */
function whyStale(row: UserRow, fields: Partial<UserFields>, seen: Seen): Result<never> | null {
  const now = viewUser(row);
  const stale = (Object.keys(fields) as UserField[]).flatMap((field) => {
    const value = String(now[field] ?? "");
    const isStale = seen[field] !== undefined && seen[field] !== value;
    return isStale ? [[`fields.${field}`, changedMeanwhile(value)] as const] : [];
  });
  if (stale.length === 0) return null;
  return fail("conflict", CHANGED_MEANWHILE, { reason: "changed_meanwhile", fields: Object.fromEntries(stale) });
}

type SavedUser = { readonly success: true; readonly message: string; readonly user: User };

type EditOrder = {
  readonly userId: string;
  readonly fields: Partial<UserFields>;
  /** The join request from which it was edited. */
  readonly request?: string | undefined;
  readonly seen?: Seen | undefined;
};

/** Changes fields of a record; omitted ones stay. A new email needs a fresh proof. */
export async function editUser(
  app: App,
  admin: Admin,
  { userId, fields, request, seen = {} }: EditOrder,
): Promise<Result<SavedUser>> {
  return retrying(app, async (tx) => {
    // Locked before the row, in the lock order of linking an account to a person.
    await lockContacts(tx, [{ email: fields.email ?? "", phone: "" }]);
    const [row] = await tx.select().from(users).where(eq(users.userId, userId)).for("update");
    if (!row) return fail("not_found", USER_NOT_FOUND);
    const changes = changedFields(row, fields);
    if (Object.keys(changes).length === 0) return fail("invalid", NO_CHANGES_TO_SAVE);
    const stale = whyStale(row, changes, seen);
    if (stale) return stale;
    const now = app.clock.now();
    const allowed = changes.email === undefined ? ok(admin) : requireFreshProof(ok(admin), now);
    if (!allowed.ok) return allowed;
    const remark = changes.email ? await checkEmail(tx, userId, changes.email) : ok(null);
    if (!remark.ok) return remark;
    const user = await save(tx, allowed.value, { row, changes, request }, now);
    return user.ok ? ok({ success: true, message: remark.value ?? USER_SAVED, user: user.value }) : user;
  });
}
