import { eq } from "drizzle-orm";
import { accounts, credentials } from "#src/db/tables/accounts.ts";
import { makeCode, matchCode, useCode } from "#src/ports/identity/local/codes.server.ts";
import { hashPassword } from "#src/ports/identity/local/passwords.server.ts";
import type { Pool } from "#src/ports/identity/local/pool.server.ts";
import { endSessions } from "#src/ports/identity/local/sessions.server.ts";
import { done, refused, type IdentityOutcome, type IdentityPort } from "#src/ports/identity/port.ts";

type PasswordResets = Pick<IdentityPort, "forgotPassword" | "resetPassword">;

/** Another password for who reads the address's mail. */
export function passwordResets({ db, now, sendMail }: Pool): PasswordResets {
  return {
    async forgotPassword(email) {
      await db.transaction(async (tx) => {
        const [known] = await tx.select({ sub: accounts.sub }).from(accounts).where(eq(accounts.email, email));
        const { id, code } = await makeCode(tx, { purpose: "reset_password", email, now: now() });
        if (known) await sendMail(tx, { kind: "reset_code", id, email, code });
      });
    },

    async resetPassword({ email, code, password }) {
      const match = await matchCode(db, { purpose: "reset_password", email, code, now: now() });
      const passwordHash = await hashPassword(password);
      if (!match) return refused("wrong_code");
      return db.transaction(async (tx): Promise<IdentityOutcome<void>> => {
        const [account] = await tx.select({ sub: accounts.sub }).from(accounts).where(eq(accounts.email, email));
        if (!account || !(await useCode(tx, match.id, email, "reset_password"))) return refused("wrong_code");
        await tx
          .update(credentials)
          .set({ passwordHash, mustChangePassword: false })
          .where(eq(credentials.sub, account.sub));
        await endSessions(tx, account.sub, now());
        return done(undefined);
      });
    },
  };
}
