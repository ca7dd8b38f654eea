import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { Db, Transaction } from "#src/db/connect.server.ts";
import { accounts, poolDeletions, sessions } from "#src/db/tables/accounts.ts";
import type { IdentityClaims, IdentityFault } from "#src/ports/identity/port.ts";

const NONE_ENDED = new Date(0);

/**
 * Makes the account of a token ours: what the rest of the site reads stands in `accounts`. A verified address takes over
 * from whoever had it here before (another pool, or a record that was made anew in this one), with the person it is
 * tied to; an unverified one never does. Returns why the bearer may not come in; null when they may.
 */
export async function adoptAccount(db: Db, claims: IdentityClaims, now: Date): Promise<IdentityFault | null> {
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
      .values({ sub, ...facts, userId: other?.userId ?? null, tokensValidFrom: NONE_ENDED, createdAt: now })
      .onConflictDoUpdate({
        target: accounts.sub,
        set: facts,
        setWhere: sql`(${accounts.email}, ${accounts.emailVerified}, ${accounts.groups}) is distinct from (excluded.email, excluded.email_verified, excluded.groups)`,
      });
    return null;
  });
}

/** Ends every session of these accounts here, and every id token issued until `at`. */
export async function endSessions(tx: Transaction, subs: readonly string[], at: Date): Promise<void> {
  await tx.delete(sessions).where(inArray(sessions.sub, [...subs]));
  await tx
    .update(accounts)
    // Tokens count whole seconds: later than any that was issued in this one.
    .set({
      tokensValidFrom: sql`greatest(${accounts.tokensValidFrom}, date_trunc('second', ${at.toISOString()}::timestamptz) + interval '1 second')`,
      updatedAt: at,
    })
    .where(inArray(accounts.sub, [...subs]));
}

export async function findSub(db: Db, email: string): Promise<string | undefined> {
  const [account] = await db.select({ sub: accounts.sub }).from(accounts).where(eq(accounts.email, email));
  return account?.sub;
}
