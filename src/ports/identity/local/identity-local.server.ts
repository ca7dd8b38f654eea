import { eq, sql } from "drizzle-orm";
import { accounts } from "#src/db/tables/accounts.ts";
import { passwordResets } from "#src/ports/identity/local/password-resets.server.ts";
import { hashPassword } from "#src/ports/identity/local/passwords.server.ts";
import { type LocalIdentityOptions, saveAccount } from "#src/ports/identity/local/pool.server.ts";
import { sessionKeeper } from "#src/ports/identity/local/sessions.server.ts";
import { signUps } from "#src/ports/identity/local/sign-ups.server.ts";
import { tokenSigner } from "#src/ports/identity/local/tokens.server.ts";
import { done, refused, type IdentityPort } from "#src/ports/identity/port.ts";

/** The built-in user pool: accounts, codes and sessions in the site's own database. */
export function localIdentity(options: LocalIdentityOptions): IdentityPort {
  const { db, now } = options;
  const signer = tokenSigner(options);
  const pool = { ...options, signer };
  return {
    ...signUps(pool),
    ...sessionKeeper(pool),
    ...passwordResets(pool),
    publicKeys: () => signer.publicKeys(),
    verifyIdToken: (token) => signer.verifyIdToken(token),

    async createAccount({ email, password, groups, mustChangePassword = false }) {
      const passwordHash = await hashPassword(password);
      const sub = await db.transaction((tx) =>
        saveAccount(tx, { email, passwordHash, groups, mustChangePassword, now: now() }),
      );
      return sub === null ? refused("exists") : done({ sub });
    },

    async setGroup(email, group, isIn) {
      const without = sql`array_remove(${accounts.groups}, ${group})`;
      const [changed] = await db
        .update(accounts)
        .set({ groups: isIn ? sql`array_append(${without}, ${group})` : without, updatedAt: now() })
        .where(eq(accounts.email, email))
        .returning({ sub: accounts.sub });
      return changed ? done({ sub: changed.sub }) : refused("unknown_account");
    },

    async deleteAccount(sub) {
      await db.delete(accounts).where(eq(accounts.sub, sub));
    },

    catchUp: async () => 0,
    close: () => undefined,
  };
}
