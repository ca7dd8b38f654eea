import { and, arrayContains, asc, eq, inArray, or, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { accountRoles, accounts } from "#src/db/tables/accounts.ts";
import { users } from "#src/db/tables/users.ts";
import type { RolesAnswer } from "#src/features/roles/schema.ts";
import { viewHolder } from "#src/features/roles/view.ts";
import { ADMINS, type Admin } from "#src/policy/viewer.ts";
import { ok, type Result } from "#src/shared/result.ts";
import type { GrantedRole } from "#src/shared/roles.ts";

const MOST_HOLDERS = 500;

/** Every account with a role. */
export async function listRoles(app: App, admin: Admin): Promise<Result<RolesAnswer>> {
  const isInAdmins = arrayContains(accounts.groups, [ADMINS]);
  const isListed = and(accounts.emailVerified, inArray(accounts.email, [...app.config.adminEmails, ""]));
  const granted = sql<{ role: GrantedRole; at: string }[]>`coalesce((select
    jsonb_agg(jsonb_build_object('role', r.role, 'at', r.granted_at) order by r.role)
    from ${accountRoles} r where r.sub = ${accounts.sub}), '[]')`;
  const hasRole = sql`exists (select from ${accountRoles} r where r.sub = ${accounts.sub})`;
  const rows = await app.db
    .select({
      sub: accounts.sub,
      email: accounts.email,
      firstName: users.firstName,
      lastName: users.lastName,
      isInAdmins: sql<boolean>`${isInAdmins}`,
      isListed: sql<boolean>`${isListed}`,
      granted,
    })
    .from(accounts)
    .leftJoin(users, eq(users.userId, accounts.userId))
    .where(or(isInAdmins, isListed, hasRole))
    .orderBy(asc(accounts.email))
    .limit(MOST_HOLDERS);
  return ok({ holders: rows.map((row) => viewHolder(row, admin.sub)) });
}
