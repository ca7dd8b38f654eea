import { eq, sql } from "drizzle-orm";
import { inTransaction } from "#src/db/connect.server.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { ownAccounts } from "#src/ports/identity/local/own-accounts.server.ts";
import { passwordResets } from "#src/ports/identity/local/password-resets.server.ts";
import { hashPassword } from "#src/ports/identity/local/passwords.server.ts";
import { type LocalIdentityOptions, saveAccount } from "#src/ports/identity/local/pool.server.ts";
import { signIns } from "#src/ports/identity/local/sign-ins.server.ts";
import { signUps } from "#src/ports/identity/local/sign-ups.server.ts";
import { done, refused, type IdentityPort } from "#src/ports/identity/port.ts";

/** The built-in user pool: accounts, passwords and codes in the site's own database. */
export function localIdentity(options: LocalIdentityOptions): IdentityPort {
  const { db, now, passwordCost } = options;
  return {
    own: ownAccounts(options),
    ...signUps(options),
    ...signIns(options),
    ...passwordResets(options),

    async createAccount({ email, password, groups, mustChangePassword = false }) {
      const passwordHash = await hashPassword(password, passwordCost);
      const sub = await db.transaction((tx) =>
        saveAccount(tx, { email, passwordHash, groups, mustChangePassword, now: now() }),
      );
      return sub === null ? refused("exists") : done({ sub });
    },

    async setGroup(email, group, isIn, onChange, given) {
      const without = sql`array_remove(${accounts.groups}, ${group})`;
      return inTransaction(db, given, async (tx) => {
        const [changed] = await tx
          .update(accounts)
          .set({ groups: isIn ? sql`array_append(${without}, ${group})` : without, updatedAt: now() })
          .where(eq(accounts.email, email))
          .returning({ sub: accounts.sub });
        if (!changed) return refused("unknown_account");
        await onChange?.(tx, changed.sub);
        return done({ sub: changed.sub });
      });
    },

    async deleteAccount(sub) {
      await db.delete(accounts).where(eq(accounts.sub, sub));
    },

    catchUp: async () => 0,
    close: () => undefined,
  };
}
