import { and, eq, gt, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { signInChallenges } from "#src/db/tables/accounts.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { lockAccount } from "#src/features/factors/queries.server.ts";
import { rememberAccount } from "#src/features/identity/commands/accounts.server.ts";
import { countPassword, forgetPasswords, whoGuesses } from "#src/features/identity/commands/guesses.server.ts";
import { refused } from "#src/features/sign-in/commands/refusals.server.ts";
import { hashOf, newSecret } from "#src/features/identity/commands/session-tokens.server.ts";
import { type Proven, type SessionGrant, startSession } from "#src/features/identity/commands/sessions.server.ts";
import { SESSION_EXPIRED } from "#src/features/identity/messages.ts";
import { listSecondFactors } from "#src/features/sign-in/queries/second-factors.server.ts";
import type { Client } from "#src/http/client.server.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import { seal, unseal } from "#src/shared/sealed.server.ts";
import type { Proof, SecondFactor } from "#src/shared/security.ts";
import { recordFailure } from "#src/features/identity/commands/own-password-check.server.ts";

/** Number of wrong second factors after which a sign-in must start over. */
const MOST_WRONG_TRIES = 5;
/** How long a sign-in waits for its second factor. */
const CHALLENGE_LIFE_MS = 10 * 60_000;

/** The first factor was correct; a second one is required before tokens are issued. */
type SecondFactorDemand = {
  readonly methods: readonly SecondFactor[];
  /** The only copy: the browser sends it back with the second factor. */
  readonly challenge: string;
};

export type SignInOutcome =
  | { readonly kind: "signed_in"; readonly grant: SessionGrant }
  | { readonly kind: "second_factor"; readonly demand: SecondFactorDemand };

/** Signs in with a password. */
export async function signIn(
  app: App,
  input: { email: string; password: string },
  client: Client,
): Promise<Result<SignInOutcome>> {
  const guesser = await whoGuesses(app, input.email, client);
  const allowed = await countPassword(app, guesser, client);
  if (!allowed.ok) return allowed;
  const checked = await app.identity.checkPassword(input);
  if (!checked.ok) {
    const { sub } = guesser;
    const isWrong = checked.fault !== "must_change_password";
    if (isWrong && sub !== null) await recordFailure(app, sub, client);
    return refused(checked.fault);
  }
  await forgetPasswords(app, guesser);
  await rememberAccount(app, checked.value);
  const { sub, poolToken } = checked.value;
  return completeSignIn(app, { sub, provedWith: ["password"], poolToken }, client);
}

/**
 * Completes a sign-in by any method: starts the session, or requires a second factor first. A passkey counts as two in
 * one. Call `rememberAccount` before where the account may be new.
 */
export async function completeSignIn(app: App, proven: Proven, client: Client): Promise<Result<SignInOutcome>> {
  const methods = await listSecondFactors(app.db, proven);
  if (methods.length > 0) return ok({ kind: "second_factor", demand: await challenge(app, proven, methods) });
  // Sees a second factor that is being added concurrently; otherwise adding it sees this session and ends its proof.
  const isEnough = async (tx: Transaction) => {
    await lockAccount(tx, proven.sub);
    return (await listSecondFactors(tx, proven)).length === 0;
  };
  const started = await startSession(app, proven, client, isEnough);
  return started.ok ? ok({ kind: "signed_in", grant: started.value }) : started;
}

async function challenge(app: App, proven: Proven, methods: readonly SecondFactor[]): Promise<SecondFactorDemand> {
  const { sub, provedWith, poolToken } = proven;
  const secret = newSecret();
  const now = app.clock.now();
  await app.db.insert(signInChallenges).values({
    tokenHash: hashOf(secret),
    sub,
    provedWith: [...provedWith],
    poolToken: poolToken === null ? null : seal(poolToken, secret),
    createdAt: now,
    expiresAt: new Date(now.getTime() + CHALLENGE_LIFE_MS),
  });
  return { methods, challenge: secret };
}

/** The account of a sign-in awaiting its second factor; null if unknown or expired. */
export async function findChallenge(app: App, secret: string): Promise<{ readonly sub: string } | null> {
  const isOpen = gt(signInChallenges.expiresAt, app.clock.now());
  const [found] = await app.db
    .select({ sub: signInChallenges.sub })
    .from(signInChallenges)
    .where(and(eq(signInChallenges.tokenHash, hashOf(secret)), isOpen));
  return found ?? null;
}

/**
 * Like {@link findChallenge}, but counts a try before the answer is checked. Also null after five
 * wrong ones.
 */
export async function tryChallenge(app: App, secret: string): Promise<{ readonly sub: string } | null> {
  const isOpen = gt(signInChallenges.expiresAt, app.clock.now());
  const [tried] = await app.db
    .update(signInChallenges)
    .set({ wrongTries: sql`${signInChallenges.wrongTries} + 1` })
    .where(and(eq(signInChallenges.tokenHash, hashOf(secret)), isOpen))
    .returning({ sub: signInChallenges.sub, tries: signInChallenges.wrongTries });
  return tried && tried.tries <= MOST_WRONG_TRIES ? { sub: tried.sub } : null;
}

/** Starts the session after a correct second factor. A challenge opens one session. */
export async function answerChallenge(
  app: App,
  { secret, proof }: { secret: string; proof: Proof },
  client: Client,
): Promise<Result<SessionGrant>> {
  const isOpen = gt(signInChallenges.expiresAt, app.clock.now());
  const [used] = await app.db
    .delete(signInChallenges)
    .where(and(eq(signInChallenges.tokenHash, hashOf(secret)), isOpen))
    .returning({
      sub: signInChallenges.sub,
      provedWith: signInChallenges.provedWith,
      poolToken: signInChallenges.poolToken,
    });
  if (!used) return fail("unauthenticated", SESSION_EXPIRED);
  const poolToken = used.poolToken === null ? null : unseal(used.poolToken, secret);
  return startSession(app, { sub: used.sub, provedWith: [...used.provedWith, proof], poolToken }, client);
}
