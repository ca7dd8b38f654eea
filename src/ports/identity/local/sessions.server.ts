import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import { accounts, credentials, sessions } from "#src/db/tables/accounts.ts";
import { isPassword } from "#src/ports/identity/local/passwords.server.ts";
import { findPendingHash, type Pool, readAccount } from "#src/ports/identity/local/pool.server.ts";
import { done, refused, type IdentityPort, type IdentityTokens } from "#src/ports/identity/port.ts";

const SESSION_LIFE_MS = 30 * 86_400_000;

const hashToken = (token: string) => createHash("sha256").update(token).digest("base64url");

async function issueTokens(pool: Pool, sub: string, refreshToken: string): Promise<IdentityTokens> {
  const { db, now, signer, idTokenSeconds } = pool;
  const account = await readAccount(db, sub, now());
  if (!account) throw new Error("The account went away while its token was made.");
  // A token of the very second in which all others were ended must not count as one of them.
  const issuedAt = new Date(Math.max(now().getTime(), account.tokensValidFrom.getTime()));
  const idToken = await signer.sign({ ...account, groups: account.groupsNow }, issuedAt, idTokenSeconds);
  const claims = await signer.verifyIdToken(idToken);
  if (!claims) throw new Error("A token that was just signed does not verify.");
  // A paid membership is told of in the token; it is no group that somebody was put in, which the claims are kept as.
  return { idToken, expiresAt: claims.expiresAt, refreshToken, claims: { ...claims, groups: account.groups } };
}

/** Ends every session of an account, and every id token issued so far. */
export async function endSessions(tx: Transaction, sub: string, at: Date): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.sub, sub));
  // Tokens count whole seconds. One more than any issued so far can bear, so that one of this very second is ended too.
  const next = sql`greatest(${accounts.tokensValidFrom}, date_trunc('second', ${at.toISOString()}::timestamptz)) + interval '1 second'`;
  await tx.update(accounts).set({ tokensValidFrom: next, updatedAt: at }).where(eq(accounts.sub, sub));
}

type Sessions = Pick<IdentityPort, "signIn" | "refresh" | "signOut">;

/** Who is signed in where. */
export function sessionKeeper(pool: Pool): Sessions {
  const { db, now } = pool;
  return {
    async signIn({ email, password }) {
      const [found] = await db
        .select({ sub: accounts.sub, hash: credentials.passwordHash, mustChange: credentials.mustChangePassword })
        .from(accounts)
        .innerJoin(credentials, eq(credentials.sub, accounts.sub))
        .where(eq(accounts.email, email));
      // One hash is always worked out, whether or not anybody has this address.
      const hash = found?.hash ?? (await findPendingHash(db, email, now()));
      if (!(await isPassword(password, hash))) return refused("wrong_credentials");
      if (!found) return refused("not_confirmed");
      if (found.mustChange) return refused("must_change_password");
      const refreshToken = randomBytes(32).toString("base64url");
      const at = now();
      await db.insert(sessions).values({
        tokenHash: hashToken(refreshToken),
        sub: found.sub,
        createdAt: at,
        usedAt: at,
        expiresAt: new Date(at.getTime() + SESSION_LIFE_MS),
      });
      return done(await issueTokens(pool, found.sub, refreshToken));
    },

    async refresh(refreshToken) {
      const at = now();
      const [session] = await db
        .update(sessions)
        .set({ usedAt: at, expiresAt: new Date(at.getTime() + SESSION_LIFE_MS) })
        .where(and(eq(sessions.tokenHash, hashToken(refreshToken)), gt(sessions.expiresAt, at)))
        .returning({ sub: sessions.sub });
      return session ? done(await issueTokens(pool, session.sub, refreshToken)) : refused("session_over");
    },

    async signOut(refreshToken, { everywhere }) {
      await db.transaction(async (tx) => {
        const [ended] = await tx
          .delete(sessions)
          .where(eq(sessions.tokenHash, hashToken(refreshToken)))
          .returning({ sub: sessions.sub });
        if (ended && everywhere) await endSessions(tx, ended.sub, now());
      });
    },
  };
}
