import { and, inArray, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { isBlockedNow, rolesNow } from "#src/db/groups-now.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { users } from "#src/db/tables/users.ts";
import { accountKind } from "#src/policy/viewer.ts";

// Nobody with a role is blocked: a block would not end their rights in the console.

/** Whether an account of these people has a role. */
export async function haveRole(app: App, tx: Transaction, userIds: readonly string[]): Promise<boolean> {
  const { email, emailVerified, groups } = accounts;
  const found = await tx
    .select({ email, emailVerified, groups, grantedRoles: rolesNow() })
    .from(accounts)
    .where(inArray(accounts.userId, [...userIds]));
  const rules = { adminEmails: app.config.adminEmails, organizerSecondFactor: false };
  return found.some((account) => accountKind({ ...account, session: null }, rules).roles.length > 0);
}

/** Whether one of these people is blocked. */
export async function areBlocked(tx: Transaction, userIds: readonly string[], now: Date): Promise<boolean> {
  const isBlocked = isBlockedNow(sql`${users.userId}`, sql`${now.toISOString()}`);
  return (await tx.$count(users, and(inArray(users.userId, [...userIds]), isBlocked))) > 0;
}
