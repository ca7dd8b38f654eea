import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import type { Change } from "#src/db/row-changes.server.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { mergeLocked } from "#src/features/people/commands/merge.server.ts";
import type { Admin } from "#src/policy/viewer.ts";

// A deleted person who signed in again has a new record and account. An undo of the deletion merges the two.

const removedFrom = (changes: readonly Change[], name: string) =>
  changes.flatMap((change) => (change.kind === "removed" && change.table === name ? change.rows : []));

/**
 * Returns the new record of a deleted person: the only other record with their email, of an account that verified it.
 * Null if there is none, or if the deleted account had another email, which the new account does not prove.
 */
export async function findReturned(
  tx: Transaction,
  changes: readonly Change[],
  holders: readonly { readonly userId: string; readonly email: string }[],
): Promise<string | null> {
  const [holder, ...others] = holders;
  if (!holder || others.length > 0) return null;
  const { userId, email } = holder;
  if (removedFrom(changes, "accounts").some((account) => account["email"] !== email)) return null;
  const [account] = await tx
    .select({ sub: accounts.sub })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.email, email), accounts.emailVerified));
  return account ? userId : null;
}

type Return = { readonly restored: string; readonly returned: string; readonly changes: readonly Change[] };

/**
 * Merges the new record into the restored one, which takes over the new account. The merge has its own audit log entry,
 * so it can be undone. Returns how many restored RSVPs found no free place.
 */
export async function mergeReturned(
  tx: Transaction,
  admin: Admin,
  { restored, returned, changes }: Return,
  now: Date,
): Promise<number> {
  const plan = { base: restored, others: [returned], fields: {}, approval: undefined };
  const merged = await mergeLocked(tx, admin, plan, now);
  // Throws so that the undo rolls back with it; both records are locked, so this is not expected.
  if (!merged.ok) throw new Error(merged.failure.message);
  const going = removedFrom(changes, "event_rsvps").filter((row) => row["answer"] === "going");
  const { rows } = await tx.execute(sql`select from event_rsvps where user_id = ${restored} and answer = 'maybe'
    and event_id = any(${sql.param(going.map((row) => String(row["event_id"])))}::text[])`);
  return rows.length;
}
