import { and, arrayContains, inArray, notInArray, or, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { ADMINS } from "#src/policy/viewer.ts";

/** Serializes changes to the set of organizers until the transaction ends. */
export async function lockOrganizers(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('organizers', 0))`);
}

/** SQL: whether an account is an organizer's. Only a verified address counts. */
function isOrganizer(app: App) {
  return and(
    accounts.emailVerified,
    or(arrayContains(accounts.groups, [ADMINS]), inArray(accounts.email, [...app.config.adminEmails, ""])),
  );
}

/** Whether the group would have no organizer left without these accounts. Call it under {@link lockOrganizers}. */
export async function areLastOrganizers(app: App, tx: Transaction, subs: readonly string[]): Promise<boolean> {
  if (subs.length === 0) return false;
  const among = await tx.$count(accounts, and(isOrganizer(app), inArray(accounts.sub, [...subs])));
  if (among === 0) return false;
  return (await tx.$count(accounts, and(isOrganizer(app), notInArray(accounts.sub, [...subs])))) === 0;
}
