import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";

/** A person's mail address: the sign-in email, else the one they gave. */
export function addressOf(userId: SQL): SQL {
  return sql`coalesce(
    (select a.email from accounts a where a.user_id = ${userId} order by a.created_at, a.sub limit 1),
    (select u.email from users u where u.user_id = ${userId}))`;
}

/** {@link addressOf} one person; empty when there is none. */
export async function readAddress(tx: Transaction, userId: string): Promise<string> {
  const { rows } = await tx.execute<{ email: string | null }>(sql`select ${addressOf(sql`${userId}`)} as email`);
  return rows[0]?.email ?? "";
}
