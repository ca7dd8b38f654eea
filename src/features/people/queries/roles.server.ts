import { inArray, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { groupsNow } from "#src/db/groups-now.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import type { UserRow } from "#src/db/tables/users.ts";
import { accountKind } from "#src/policy/viewer.ts";

/** People with the role that their account has now. The stored column comes from older sites and grants nothing. */
export async function withRoles<T extends UserRow>(app: App, rows: readonly T[]): Promise<T[]> {
  if (rows.length === 0) return [];
  const { userId, email, emailVerified } = accounts;
  const found = await app.db
    .select({ userId, email, emailVerified, groups: groupsNow(sql`${app.clock.now().toISOString()}`) })
    .from(accounts)
    .where(
      inArray(
        userId,
        rows.map((row) => row.userId),
      ),
    );
  const rules = { adminEmails: app.config.adminEmails, organizerSecondFactor: false };
  const roles = new Map(
    found.map((account) => [account.userId, accountKind({ ...account, grantedRoles: [], session: null }, rules).kind]),
  );
  return rows.map((row) => ({ ...row, role: roles.get(row.userId) ?? "user" }));
}
