import { sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { QUEUES } from "#src/features/console/messages.ts";
import { countWaiting } from "#src/features/console/queries.server.ts";
import { MOST_COUNTED } from "#src/features/console/schema.ts";
import { readAccountViewer } from "#src/features/identity/queries.server.ts";
import { actionsOf, adminOf } from "#src/policy/roles.ts";
import { ADMINS } from "#src/policy/viewer.ts";

export type Helper = { readonly sub: string; readonly email: string; readonly userId: string | null };

/** The queues that an account's roles can handle, as label and count; empty without a role. */
export async function waitingFor(app: App, { sub, email }: Helper): Promise<(readonly [string, string])[]> {
  const viewer = await readAccountViewer(app, sub);
  const [action] = viewer?.email === email ? actionsOf(viewer) : [];
  const admin = viewer && action ? adminOf(viewer, action) : null;
  const counts = admin && (await countWaiting(app, admin));
  if (!counts?.ok) return [];
  return QUEUES.filter(({ what }) => counts.value[what] > 0).map(({ what, label }) => {
    const number = counts.value[what];
    return [label, number === MOST_COUNTED ? `${MOST_COUNTED}+` : String(number)];
  });
}

/** Accounts with a role that has something in its queues. */
export async function findHelpers(app: App): Promise<Helper[]> {
  const { rows } = await app.db.execute<Helper>(sql`
    select a.sub, a.email, a.user_id as "userId" from accounts a
    where a.email_verified and (a.groups @> array[${ADMINS}]::text[] or a.email = any(${sql.param([...app.config.adminEmails])}::text[])
      or exists (select from account_roles r where r.sub = a.sub)) order by a.email`);
  const helpers = await Promise.all(rows.map(async (row) => ({ row, lines: await waitingFor(app, row) })));
  return helpers.flatMap(({ row, lines }) => (lines.length > 0 ? [row] : []));
}
