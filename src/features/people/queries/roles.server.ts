import { sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { groupsNow } from "#src/db/groups-now.ts";
import { prepareOnce } from "#src/db/prepared.server.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import type { UserRow } from "#src/db/tables/users.ts";
import { accountKind } from "#src/policy/viewer.ts";

function prepareAccounts(app: App, name: string) {
  const { userId, email, emailVerified } = accounts;
  return app.db
    .select({ userId, email, emailVerified, groups: groupsNow(sql`${sql.placeholder("now")}`) })
    .from(accounts)
    .where(sql`${userId} = any(${sql.placeholder("userIds")}::text[])`)
    .prepare(name);
}

/** Adds the current role of people's accounts. The stored column comes from older sites and grants nothing. */
export async function withRoles<T extends UserRow>(app: App, rows: readonly T[]): Promise<T[]> {
  if (rows.length === 0) return [];
  const query = prepareOnce(app.db, "accounts_of_people", (name) => prepareAccounts(app, name));
  const found = await query.execute({ userIds: rows.map(({ userId }) => userId), now: app.clock.now().toISOString() });
  const rules = { adminEmails: app.config.adminEmails, organizerSecondFactor: false };
  const roles = new Map(
    found.map((account) => [account.userId, accountKind({ ...account, grantedRoles: [], session: null }, rules).kind]),
  );
  return rows.map((row) => ({ ...row, role: roles.get(row.userId) ?? "user" }));
}
