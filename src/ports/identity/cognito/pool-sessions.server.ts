import {
  GlobalSignOutCommand,
  InitiateAuthCommand,
  type InitiateAuthCommandOutput,
  RevokeTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { and, eq, gt, isNotNull } from "drizzle-orm";
import type { Logger } from "pino";
import type { Db } from "#src/db/connect.server.ts";
import { accounts, sessions } from "#src/db/tables/accounts.ts";
import { adoptAccount, endSessions } from "#src/ports/identity/cognito/pool-accounts.server.ts";
import type { PoolKeys } from "#src/ports/identity/cognito/pool-keys.server.ts";
import { hashToken, newBrowserToken, seal, unseal } from "#src/ports/identity/cognito/sealed.server.ts";
import {
  isRefusal,
  PoolRefusal,
  type Renewed,
  type UserPool,
  wholeTokens,
} from "#src/ports/identity/cognito/user-pool.server.ts";
import {
  done,
  type IdentityClaims,
  type IdentityOutcome,
  type IdentityPort,
  type IdentityTokens,
  refused,
} from "#src/ports/identity/port.ts";
import { OutsideAway } from "#src/shared/outside.ts";

/** As long as the cookie lives; the pool may end it earlier. */
const SESSION_LIFE_MS = 30 * 86_400_000;
/** How long somebody who was signed out everywhere in this second waits for a token of the next one. */
const LONGEST_WAIT_MS = 2000;

export type SessionsOptions = {
  readonly db: Db;
  readonly pool: UserPool;
  readonly keys: PoolKeys;
  readonly now: () => Date;
  readonly log: Logger;
};

type Sessions = Pick<IdentityPort, "signIn" | "refresh" | "signOut">;

/** Who is signed in where. The pool's refresh tokens stay here, sealed; a browser has a token of ours. */
export function poolSessions(options: SessionsOptions): Sessions {
  const { db, pool, now, log } = options;
  const underWay = new Map<string, Promise<IdentityOutcome<IdentityTokens>>>();
  return {
    signIn: (input) => signIn(options, input),

    refresh(browserToken) {
      // Two tabs that wake up together ask once: a pool that rotates would refuse the second.
      const hash = hashToken(browserToken);
      const asked = underWay.get(hash) ?? refresh(options, browserToken).finally(() => underWay.delete(hash));
      underWay.set(hash, asked);
      return asked;
    },

    async signOut(browserToken, { everywhere }) {
      const [ended] = await db
        .delete(sessions)
        .where(and(eq(sessions.tokenHash, hashToken(browserToken)), isNotNull(sessions.poolToken)))
        .returning({ sub: sessions.sub, poolToken: sessions.poolToken });
      if (!ended?.poolToken) return;
      if (everywhere) await db.transaction((tx) => endSessions(tx, [ended.sub], now()));
      // Here it is over, and the pool's token was sealed with what has just been given up. That the pool forgets it too
      // is worth trying once.
      await endAtPool(pool, unseal(ended.poolToken, browserToken), everywhere).catch((error: unknown) =>
        log.warn({ error: String(error) }, "a session is over here; the user pool could not be told"),
      );
    },
  };
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

async function signIn(
  options: SessionsOptions,
  { email, password }: { email: string; password: string },
): Promise<IdentityOutcome<IdentityTokens>> {
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
    // A wrong password, an unknown address, too many tries, a disabled account: nobody is told which.
    if (error instanceof PoolRefusal) return refused("wrong_credentials");
    throw error;
  }
  const { ChallengeName, AuthenticationResult } = answer;
  if (ChallengeName === "NEW_PASSWORD_REQUIRED") return refused("must_change_password");
  if (ChallengeName !== undefined)
    throw new OutsideAway("identity", `the pool asks for ${ChallengeName}, which this site cannot answer`);
  const tokens = wholeTokens(AuthenticationResult);
  const { RefreshToken } = tokens;
  if (!RefreshToken) throw new OutsideAway("identity", "an answer without a refresh token");
  const claims = await readClaims(options, tokens);
  const fault = await adoptAccount(db, claims, now());
  if (fault) return refused(fault);
  const browserToken = newBrowserToken();
  const at = now();
  await db.insert(sessions).values({
    tokenHash: hashToken(browserToken),
    sub: claims.sub,
    poolToken: seal(RefreshToken, browserToken),
    createdAt: at,
    usedAt: at,
    expiresAt: new Date(at.getTime() + SESSION_LIFE_MS),
  });
  const wait = await secondsOwed(options, claims);
  if (wait === 0) return done(issued(tokens, claims, browserToken));
  await new Promise((resolve) => setTimeout(resolve, wait));
  return refresh(options, browserToken);
}

/** Milliseconds until a token of this account counts again: all of the second in which they were ended are refused. */
async function secondsOwed({ db, now }: SessionsOptions, { sub, issuedAt }: IdentityClaims): Promise<number> {
  const [account] = await db.select({ from: accounts.tokensValidFrom }).from(accounts).where(eq(accounts.sub, sub));
  if (!account || issuedAt >= account.from) return 0;
  return Math.min(LONGEST_WAIT_MS, Math.max(1, account.from.getTime() - now().getTime()));
}

function issued({ IdToken }: Renewed, claims: IdentityClaims, browserToken: string): IdentityTokens {
  return { idToken: IdToken, expiresAt: claims.expiresAt, refreshToken: browserToken, claims };
}

/** What the pool has just said of somebody. A token that does not verify is a fault of the settings, or of a clock. */
async function readClaims({ keys }: SessionsOptions, { IdToken }: Renewed): Promise<IdentityClaims> {
  const claims = await keys.verifyIdToken(IdToken);
  if (!claims) throw new OutsideAway("identity", "its id token does not verify: wrong pool or client id, or a clock");
  if (claims.email === "")
    throw new OutsideAway("identity", "its id token has no e-mail: the app client must be able to read it");
  return claims;
}

async function readSession({ db, now }: SessionsOptions, tokenHash: string): Promise<string | undefined> {
  const [session] = await db
    .select({ poolToken: sessions.poolToken })
    .from(sessions)
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now())));
  return session?.poolToken ?? undefined;
}

/** The pool's answer for a session; undefined when it is over. */
async function renewSession(
  options: SessionsOptions,
  browserToken: string,
  tried: string | undefined,
): Promise<{ tokens: Renewed; sealed: string } | undefined> {
  const sealed = await readSession(options, hashToken(browserToken));
  if (sealed === undefined || sealed === tried) return undefined;
  try {
    return { tokens: await options.pool.renew(unseal(sealed, browserToken)), sealed };
  } catch (error) {
    if (!(error instanceof PoolRefusal)) throw error;
    // Another process may have had it rotated at this moment: then there is a newer one by now.
    return renewSession(options, browserToken, sealed);
  }
}

async function refresh(options: SessionsOptions, browserToken: string): Promise<IdentityOutcome<IdentityTokens>> {
  const { db, now } = options;
  const isThis = eq(sessions.tokenHash, hashToken(browserToken));
  const renewed = await renewSession(options, browserToken, undefined);
  if (!renewed) {
    await db.delete(sessions).where(isThis);
    return refused("session_over");
  }
  const { tokens, sealed } = renewed;
  const claims = await readClaims(options, tokens);
  const fault = await adoptAccount(db, claims, now());
  if (fault) return refused("session_over");
  const at = now();
  const [kept] = await db
    .update(sessions)
    .set({
      poolToken: tokens.RefreshToken ? seal(tokens.RefreshToken, browserToken) : sealed,
      usedAt: at,
      expiresAt: new Date(at.getTime() + SESSION_LIFE_MS),
    })
    .where(isThis)
    .returning({ sub: sessions.sub });
  // Signed out meanwhile.
  return kept ? done(issued(tokens, claims, browserToken)) : refused("session_over");
}
