import { eq } from "drizzle-orm";
import { accounts, credentials } from "#src/db/tables/accounts.ts";
import { makeCode, makeResetLink, matchCode, useCode } from "#src/ports/identity/local/codes.server.ts";
import { hashPassword } from "#src/ports/identity/local/passwords.server.ts";
import type { LocalIdentityOptions } from "#src/ports/identity/local/pool.server.ts";
import { done, refused, type IdentityOutcome, type IdentityPort } from "#src/ports/identity/port.ts";
import { readResetLink } from "#src/shared/reset-links.ts";

type PasswordResets = Pick<IdentityPort, "forgotPassword" | "resetPassword">;

/** Password resets by a mailed code, or by the link beside it. */
export function passwordResets({ db, now, passwordCost, sendMail }: LocalIdentityOptions): PasswordResets {
  return {
    async forgotPassword({ email, from }) {
      return db.transaction(async (tx) => {
        const [known] = await tx.select({ sub: accounts.sub }).from(accounts).where(eq(accounts.email, email));
        const { id, code } = await makeCode(tx, { purpose: "reset_password", email, askedFrom: from, now: now() });
        const link = await makeResetLink(tx, email, now());
        if (known) await sendMail(tx, { kind: "reset_code", id, email, code, link });
        return { resetId: id };
      });
    },

    async resetPassword({ email, code, password, from, resetId }, { mayTry, onReset }) {
      const link = readResetLink(code);
      const given = { purpose: "reset_password", email, code: link?.secret ?? code, now: now() } as const;
      // A link's secret cannot be guessed, so its use is not limited.
      const match = await matchCode(db, given, link ? { id: link.id } : { id: resetId, askedFrom: from, mayTry });
      const passwordHash = await hashPassword(password, passwordCost);
      if (!match) return refused("wrong_code");
      return db.transaction(async (tx): Promise<IdentityOutcome<void>> => {
        const [account] = await tx.select({ sub: accounts.sub }).from(accounts).where(eq(accounts.email, email));
        if (!account || !(await useCode(tx, match.id, email, "reset_password"))) return refused("wrong_code");
        const set = { passwordHash, mustChangePassword: false };
        await tx
          .insert(credentials)
          .values({ sub: account.sub, ...set })
          .onConflictDoUpdate({ target: credentials.sub, set });
        await onReset(tx, account.sub);
        return done(undefined);
      });
    },
  };
}
