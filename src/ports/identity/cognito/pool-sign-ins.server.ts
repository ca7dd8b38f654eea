import {
  GlobalSignOutCommand,
  InitiateAuthCommand,
  type InitiateAuthCommandOutput,
  RevokeTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { eq } from "drizzle-orm";
import type { Logger } from "pino";
import type { Db } from "#src/db/connect.server.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { adoptAccount } from "#src/ports/identity/cognito/pool-accounts.server.ts";
import type { PoolClaims, PoolKeys } from "#src/ports/identity/cognito/pool-keys.server.ts";
import {
  isRefusal,
  PoolRefusal,
  type Renewed,
  type UserPool,
  wholeTokens,
} from "#src/ports/identity/cognito/user-pool.server.ts";
import { done, type IdentityOutcome, type IdentityPort, type PoolAccount, refused } from "#src/ports/identity/port.ts";
import { OutsideAway } from "#src/shared/outside.ts";

export type PoolOptions = {
  readonly db: Db;
  readonly pool: UserPool;
  readonly keys: PoolKeys;
  readonly now: () => Date;
  readonly log: Logger;
};

type SignIns = Pick<IdentityPort, "checkPassword" | "renew" | "endPoolSession">;

/** Passwords, and the pool's sessions behind ours. */
export function poolSignIns(options: PoolOptions): SignIns {
  const { pool, log } = options;
  return {
    checkPassword: (input) => checkPassword(options, input),

    // Signed in by other means than the pool's password: there is no pool session.
    renew: ({ sub, poolToken }) => (poolToken === null ? readOwn(options, sub) : renew(options, poolToken)),

    async endPoolSession(poolToken, { everywhere }) {
      // Our session is over and nobody else has the pool's token, so one attempt to revoke it is enough.
      await endAtPool(pool, poolToken, everywhere).catch((error: unknown) =>
        log.warn({ error: String(error) }, "a session is over here; the user pool could not be told"),
      );
    },
  };
}

async function readOwn({ db }: PoolOptions, sub: string): Promise<IdentityOutcome<PoolAccount>> {
  const { email, emailVerified, groups } = accounts;
  const [account] = await db
    .select({ sub: accounts.sub, email, emailVerified, groups })
    .from(accounts)
    .where(eq(accounts.sub, sub));
  return account ? done({ ...account, poolToken: null }) : refused("session_over");
}

async function endAtPool(pool: UserPool, poolToken: string, everywhere: boolean): Promise<void> {
  if (everywhere) {
    const { AccessToken } = await pool.renew(poolToken);
    await pool.call((to, abortSignal) => to.send(new GlobalSignOutCommand({ AccessToken }), { abortSignal }));
    return;
  }
  const command = new RevokeTokenCommand({ Token: poolToken, ClientId: pool.clientId });
  await pool.call((to, abortSignal) => to.send(command, { abortSignal }));
}

async function checkPassword(
  options: PoolOptions,
  { email, password }: { email: string; password: string },
): Promise<IdentityOutcome<PoolAccount>> {
  const { pool, db, now } = options;
  const command = new InitiateAuthCommand({
    AuthFlow: "USER_PASSWORD_AUTH",
    ClientId: pool.clientId,
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });
  let answer: InitiateAuthCommandOutput;
  try {
    answer = await pool.call((to, abortSignal) => to.send(command, { abortSignal }));
  } catch (error) {
    if (isRefusal(error, "UserNotConfirmed")) return refused("not_confirmed");
    if (isRefusal(error, "PasswordResetRequired")) return refused("must_change_password");
    // Wrong password, unknown address, too many attempts, disabled account: the response does not tell which.
    if (error instanceof PoolRefusal) return refused("wrong_credentials");
    throw error;
  }
  const { ChallengeName, AuthenticationResult } = answer;
  if (ChallengeName === "NEW_PASSWORD_REQUIRED") return refused("must_change_password");
  if (ChallengeName !== undefined)
    throw new OutsideAway("identity", `the pool asks for ${ChallengeName}, which this site cannot answer`);
  const tokens = wholeTokens(AuthenticationResult);
  if (!tokens.RefreshToken) throw new OutsideAway("identity", "an answer without a refresh token");
  const claims = await readClaims(options, tokens);
  const fault = await adoptAccount(db, claims, now());
  return fault ? refused(fault) : done({ ...claims, poolToken: tokens.RefreshToken });
}

/** The claims of a fresh token. One that does not verify means wrong settings or a wrong clock. */
async function readClaims({ keys }: PoolOptions, { IdToken }: Renewed): Promise<PoolClaims> {
  const claims = await keys.readIdToken(IdToken);
  if (!claims) throw new OutsideAway("identity", "its id token does not verify: wrong pool or client id, or a clock");
  if (claims.email === "")
    throw new OutsideAway("identity", "its id token has no email: the app client must be able to read it");
  return claims;
}

async function renew(options: PoolOptions, poolToken: string): Promise<IdentityOutcome<PoolAccount>> {
  const { db, pool, now } = options;
  let tokens: Renewed;
  try {
    tokens = await pool.renew(poolToken);
  } catch (error) {
    if (error instanceof PoolRefusal) return refused("session_over");
    throw error;
  }
  const claims = await readClaims(options, tokens);
  const fault = await adoptAccount(db, claims, now());
  return fault ? refused("session_over") : done({ ...claims, poolToken: tokens.RefreshToken ?? poolToken });
}
