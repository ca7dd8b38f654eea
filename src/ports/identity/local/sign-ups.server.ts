import { eq } from "drizzle-orm";
import { accounts } from "#src/db/tables/accounts.ts";
import { findSignUp, makeCode, matchCode, renewCode, useCode } from "#src/ports/identity/local/codes.server.ts";
import { hashPassword } from "#src/ports/identity/local/passwords.server.ts";
import { type LocalIdentityOptions, saveAccount } from "#src/ports/identity/local/pool.server.ts";
import {
  done,
  refused,
  type IdentityOutcome,
  type IdentityPort,
  type WaitingSignUp,
} from "#src/ports/identity/port.ts";

type SignUps = Pick<IdentityPort, "signUp" | "confirmSignUp" | "resendCode">;

/** Sign-ups are stored apart from accounts until their code is confirmed. */
export function signUps({ db, now, passwordCost, sendMail }: LocalIdentityOptions): SignUps {
  const meantId = async ({ email, signUpId, password }: WaitingSignUp) =>
    signUpId ?? (password === undefined ? undefined : findSignUp(db, { email, password, now: now() }, passwordCost));
  return {
    async signUp({ email, password }) {
      const passwordHash = await hashPassword(password, passwordCost);
      return db.transaction(async (tx) => {
        const [known] = await tx.select({ sub: accounts.sub }).from(accounts).where(eq(accounts.email, email));
        // A known address gets the same response, but a mail to the owner instead of a code.
        const { id, code } = await makeCode(tx, { purpose: "sign_up", email, passwordHash, now: now() });
        await sendMail(
          tx,
          known ? { kind: "already_registered", id, email } : { kind: "sign_up_code", id, email, code },
        );
        return done({ signUpId: id });
      });
    },

    async confirmSignUp({ email, code, ...signUp }) {
      const id = await meantId({ email, ...signUp });
      const match = await matchCode(db, { purpose: "sign_up", email, code, now: now() }, { id });
      const passwordHash = match?.passwordHash;
      if (!match || !passwordHash) return refused("wrong_code");
      return db.transaction(async (tx): Promise<IdentityOutcome<void>> => {
        const isFirst = await useCode(tx, match.id, email, "sign_up");
        const sub = isFirst ? await saveAccount(tx, { email, passwordHash, groups: [], now: now() }) : null;
        return sub === null ? refused("wrong_code") : done(undefined);
      });
    },

    async resendCode({ email, ...signUp }) {
      const id = await meantId({ email, ...signUp });
      if (id === undefined) return;
      await db.transaction(async (tx) => {
        const renewed = await renewCode(tx, email, id, now());
        const [known] = await tx.select({ sub: accounts.sub }).from(accounts).where(eq(accounts.email, email));
        if (renewed && !known) await sendMail(tx, { kind: "sign_up_code", email, ...renewed });
      });
    },
  };
}
