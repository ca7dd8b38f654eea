import { and, eq, ne, sql } from "drizzle-orm";
import type { Db } from "#src/db/connect.server.ts";
import { accounts, poolDeletions } from "#src/db/tables/accounts.ts";
import type { PoolClaims } from "#src/ports/identity/cognito/pool-keys.server.ts";
import type { IdentityFault } from "#src/ports/identity/port.ts";

/**
 * Saves a pool account in `accounts`. A verified address takes over the existing account of that address (from another
 * pool, or re-created in this one) with its person; an unverified one never does. Returns why access is denied; null if
 * allowed.
 */
export async function adoptAccount(db: Db, claims: PoolClaims, now: Date): Promise<IdentityFault | null> {
  const { sub, email, emailVerified, groups } = claims;
  return db.transaction(async (tx) => {
    const [gone] = await tx.select({ sub: poolDeletions.sub }).from(poolDeletions).where(eq(poolDeletions.sub, sub));
    if (gone) return "wrong_credentials";
    const [other] = await tx
      .select({ sub: accounts.sub, userId: accounts.userId })
      .from(accounts)
      .where(and(eq(accounts.email, email), ne(accounts.sub, sub)))
      .for("update");
    if (other && !emailVerified) return "not_confirmed";
    if (other) await tx.delete(accounts).where(eq(accounts.sub, other.sub));
    const facts = { email, emailVerified, groups: [...groups], updatedAt: now };
    await tx
      .insert(accounts)
      .values({ sub, ...facts, userId: other?.userId ?? null, createdAt: now })
      .onConflictDoUpdate({
        target: accounts.sub,
        set: facts,
        setWhere: sql`(${accounts.email}, ${accounts.emailVerified}, ${accounts.groups}) is distinct from (excluded.email, excluded.email_verified, excluded.groups)`,
      });
    return null;
  });
}

export async function findSub(db: Db, email: string): Promise<string | undefined> {
  const [account] = await db.select({ sub: accounts.sub }).from(accounts).where(eq(accounts.email, email));
  return account?.sub;
}
