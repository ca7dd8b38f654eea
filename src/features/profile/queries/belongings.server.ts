import { and, eq, notExists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { accounts } from "#src/db/tables/accounts.ts";
import { users } from "#src/db/tables/users.ts";
import type { Reader } from "#src/features/profile/queries/profile.server.ts";

/** An account's records, and the verified address that ties submissions to it. */
export type Belongings = {
  readonly userIds: readonly string[];
  /** Null while unverified. */
  readonly email: string | null;
};

/**
 * An account's records: the one it is tied to, and those with its verified address that belong to no other
 * account (duplicates until an organizer merges them).
 */
export async function findBelongings(db: Reader, sub: string): Promise<Belongings> {
  const [account] = await db.select().from(accounts).where(eq(accounts.sub, sub));
  if (!account) return { userIds: [], email: null };
  const email = account.emailVerified ? account.email : null;
  const others = alias(accounts, "others");
  const isTied = eq(users.userId, account.userId ?? "");
  const isSameAddress =
    email === null
      ? undefined
      : and(
          eq(users.email, email),
          notExists(
            db
              .select({ sub: others.sub })
              .from(others)
              .where(and(eq(others.userId, users.userId), sql`${others.sub} <> ${sub}`)),
          ),
        );
  const rows = await db.select({ userId: users.userId }).from(users).where(or(isTied, isSameAddress));
  return { userIds: rows.map(({ userId }) => userId), email };
}
