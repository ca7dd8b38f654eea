import { inArray } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { rolesNow } from "#src/db/groups-now.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { accountKind } from "#src/policy/viewer.ts";

/**
 * Whether any of these people's accounts has a role. Role holders cannot be blocked, because a block would not revoke
 * their console access.
 */
export async function haveRole(app: App, tx: Transaction, userIds: readonly string[]): Promise<boolean> {
  const { email, emailVerified, groups } = accounts;
  const found = await tx
    .select({ email, emailVerified, groups, grantedRoles: rolesNow() })
    .from(accounts)
    .where(inArray(accounts.userId, [...userIds]));
  const rules = { adminEmails: app.config.adminEmails, organizerSecondFactor: false };
  return found.some((account) => accountKind({ ...account, session: null }, rules).roles.length > 0);
}
