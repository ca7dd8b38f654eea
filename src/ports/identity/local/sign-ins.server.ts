import { eq } from "drizzle-orm";
import { accounts, credentials } from "#src/db/tables/accounts.ts";
import { isPassword } from "#src/ports/identity/local/passwords.server.ts";
import { findPendingHash, type LocalIdentityOptions, readAccount } from "#src/ports/identity/local/pool.server.ts";
import { done, refused, type IdentityPort } from "#src/ports/identity/port.ts";

type SignIns = Pick<IdentityPort, "checkPassword" | "renew" | "endPoolSession">;

/** Password checks and account lookups. */
export function signIns({ db, now, passwordCost }: LocalIdentityOptions): SignIns {
  return {
    async checkPassword({ email, password }) {
      const [found] = await db
        .select({ sub: accounts.sub, hash: credentials.passwordHash, mustChange: credentials.mustChangePassword })
        .from(accounts)
        .innerJoin(credentials, eq(credentials.sub, accounts.sub))
        .where(eq(accounts.email, email));
      // A sign-up for a known address stays pending like any other, so neither the response nor the time for hashing
      // reveals whether the address has an account.
      const pending = await findPendingHash(db, email, now());
      const [isRight, isPending] = await Promise.all([
        isPassword(password, found?.hash, passwordCost),
        pending !== undefined && isPassword(password, pending, passwordCost),
      ]);
      if (!found || !isRight) return refused(isPending ? "not_confirmed" : "wrong_credentials");
      if (found.mustChange) return refused("must_change_password");
      const account = await readAccount(db, found.sub);
      return account ? done(account) : refused("wrong_credentials");
    },

    async renew({ sub }) {
      const account = await readAccount(db, sub);
      return account ? done(account) : refused("session_over");
    },

    // Sessions are the site's own; this pool has none.
    endPoolSession: async () => undefined,
  };
}
