import type { App } from "#src/context/app.ts";
import { checkOwnPassword } from "#src/features/identity/commands/own-password-check.server.ts";
import { recordFreshProof } from "#src/features/identity/commands/sessions.server.ts";
import { checkSecondFactor } from "#src/features/factors/commands/second-factor.server.ts";
import { PROOF_FAILED } from "#src/features/factors/messages.ts";
import { hasGivenFactor, lockAccount, secondFactorMethods } from "#src/features/factors/queries.server.ts";
import type { ProofAnswer, ProofMethod } from "#src/features/factors/schema.ts";
import type { Client } from "#src/http/client.server.ts";
import type { SignedIn } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/**
 * The methods of reauthenticating this session. A session without the account's second factor must
 * give it: a password alone would let its thief remove the factors.
 */
export async function proofMethods(app: App, account: SignedIn): Promise<ProofMethod[]> {
  const factors = await secondFactorMethods(app.db, account.sub);
  return (await hasGivenFactor(app.db, account)) ? [...factors, "password"] : factors;
}

/** Records a reauthentication in the session; it is valid for ten minutes. */
export async function proveFreshly(
  app: App,
  account: SignedIn,
  { answer, client }: { answer: ProofAnswer; client: Client },
): Promise<Result<void>> {
  if (!(await proofMethods(app, account)).includes(answer.method)) return fail("invalid", PROOF_FAILED);
  const checked =
    answer.method === "password"
      ? await checkOwnPassword(app, account, answer.password, client)
      : await checkSecondFactor(app, { purpose: "proof", sub: account.sub, answer, client });
  if (!checked.ok) return checked;
  return app.db.transaction(async (tx) => {
    // The account may have got its first factor while the password was hashed.
    await lockAccount(tx, account.sub);
    if (answer.method === "password" && !(await hasGivenFactor(tx, account))) return fail("invalid", PROOF_FAILED);
    await recordFreshProof(tx, account, answer.method, app.clock.now());
    return ok(undefined);
  });
}
