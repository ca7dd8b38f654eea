import { eq } from "drizzle-orm";
import { credentials } from "#src/db/tables/accounts.ts";
import { hashPassword, isPassword } from "#src/ports/identity/local/passwords.server.ts";
import { type LocalIdentityOptions, saveAccount } from "#src/ports/identity/local/pool.server.ts";
import { done, type OwnAccounts, refused } from "#src/ports/identity/port.ts";

/** Operations that only the built-in pool supports. */
export function ownAccounts({ db, now, passwordCost }: LocalIdentityOptions): OwnAccounts {
  async function hashOf(sub: string): Promise<string | undefined> {
    const [found] = await db
      .select({ hash: credentials.passwordHash })
      .from(credentials)
      .where(eq(credentials.sub, sub));
    return found?.hash;
  }
  return {
    hasPassword: async (sub) => (await hashOf(sub)) !== undefined,

    async changePassword({ sub, current, password }, onChange) {
      const hash = await hashOf(sub);
      if (hash !== undefined && !(await isPassword(current, hash, passwordCost))) return refused("wrong_credentials");
      const passwordHash = await hashPassword(password, passwordCost);
      await db.transaction(async (tx) => {
        const set = { passwordHash, mustChangePassword: false };
        await tx
          .insert(credentials)
          .values({ sub, ...set })
          .onConflictDoUpdate({ target: credentials.sub, set });
        await onChange(tx, sub);
      });
      return done(undefined);
    },

    async createWithoutPassword(email) {
      const account = { email, passwordHash: null, groups: [], now: now() };
      const sub = await db.transaction((tx) => saveAccount(tx, account));
      return sub === null ? refused("exists") : done({ sub });
    },
  };
}
