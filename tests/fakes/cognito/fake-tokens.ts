import { randomBytes } from "node:crypto";
import { exportJWK, generateKeyPair, type JSONWebKeySet, jwtVerify, SignJWT } from "jose";
import type { FakePool, FakeUser } from "#tests/fakes/cognito/fake-pool.ts";
import { vendorError } from "#tests/fakes/cognito/fake-pool.ts";

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>> & { kid: string };

type Session = { sub: string; originJti: string; isRevoked: boolean; rotatedAt?: number };

/** As long as those of the real service, which are encrypted. */
const REFRESH_TOKEN_BYTES = 1300;

async function makeKey(): Promise<KeyPair> {
  const pair = await generateKeyPair("RS256", { extractable: true });
  return { ...pair, kid: randomBytes(24).toString("base64") };
}

/** The tokens of the fake pool: signed as Cognito signs them, refused when they were revoked. */
export class FakeTokens {
  readonly #pool: FakePool;
  readonly #sessions = new Map<string, Session>();
  readonly #revokedOrigins = new Set<string>();
  #keys: KeyPair[] = [];

  constructor(pool: FakePool) {
    this.#pool = pool;
  }

  /** From now on tokens are signed with another key; those of the old one go on being good while it is published. */
  async rotateKeys({ keepOld = true } = {}): Promise<void> {
    const fresh = await makeKey();
    this.#keys = keepOld ? [...this.#keys, fresh] : [fresh];
  }

  async keySet(): Promise<JSONWebKeySet> {
    const keys = await Promise.all(
      this.#keys.map(async ({ publicKey, kid }) => ({
        ...(await exportJWK(publicKey)),
        kid,
        alg: "RS256",
        use: "sig",
      })),
    );
    return { keys };
  }

  #sign(claims: Record<string, unknown>): Promise<string> {
    const key = this.#keys.at(-1);
    if (!key) throw new Error("The fake pool has no key yet.");
    return new SignJWT(claims).setProtectedHeader({ kid: key.kid, alg: "RS256" }).sign(key.privateKey);
  }

  async #idAndAccess(user: FakeUser, originJti: string) {
    const { issuer, clientId, now, idTokenSeconds } = this.#pool;
    const iat = Math.floor(now().getTime() / 1000);
    const groups = user.groups.size > 0 ? { "cognito:groups": [...user.groups] } : {};
    const common = {
      sub: user.sub,
      iss: issuer,
      origin_jti: originJti,
      event_id: crypto.randomUUID(),
      jti: crypto.randomUUID(),
      auth_time: iat,
      iat,
      exp: iat + idTokenSeconds,
      ...groups,
    };
    const IdToken = await this.#sign({
      ...common,
      aud: clientId,
      token_use: "id",
      "cognito:username": user.sub,
      email: user.email,
      email_verified: user.emailVerified,
    });
    const AccessToken = await this.#sign({
      ...common,
      client_id: clientId,
      username: user.sub,
      scope: "aws.cognito.signin.user.admin",
      token_use: "access",
    });
    return { IdToken, AccessToken, ExpiresIn: idTokenSeconds, TokenType: "Bearer" };
  }

  #newRefreshToken(sub: string, originJti: string): string {
    const token = randomBytes(REFRESH_TOKEN_BYTES).toString("base64url");
    this.#sessions.set(token, { sub, originJti, isRevoked: false });
    return token;
  }

  async signIn(user: FakeUser) {
    const originJti = crypto.randomUUID();
    const RefreshToken = this.#newRefreshToken(user.sub, originJti);
    return { ...(await this.#idAndAccess(user, originJti)), RefreshToken };
  }

  #sessionOf(token: string): Session & { user: FakeUser } {
    const session = this.#sessions.get(token);
    if (!session) throw vendorError("NotAuthorizedException", "Invalid Refresh Token");
    if (session.isRevoked) throw vendorError("NotAuthorizedException", "Refresh Token has been revoked");
    const user = this.#pool.users.get(session.sub);
    if (!user) throw vendorError("UserNotFoundException", "User does not exist.");
    if (!user.isEnabled) throw vendorError("NotAuthorizedException", "User is disabled.");
    return { ...session, user };
  }

  async refresh(token: string) {
    const { user, originJti } = this.#sessionOf(token);
    return this.#idAndAccess(user, originJti);
  }

  /** As `GetTokensFromRefreshToken` does: with another refresh token where the client rotates them. */
  async rotate(token: string) {
    if (this.#sessions.get(token)?.rotatedAt !== undefined)
      throw vendorError("RefreshTokenReuseException", "Refresh token has been rotated");
    const { user, originJti } = this.#sessionOf(token);
    const tokens = await this.#idAndAccess(user, originJti);
    if (!this.#pool.rotatesRefreshTokens) return tokens;
    const session = this.#sessions.get(token);
    if (session) session.rotatedAt = this.#pool.now().getTime();
    return { ...tokens, RefreshToken: this.#newRefreshToken(user.sub, originJti) };
  }

  revoke(token: string): void {
    const session = this.#sessions.get(token);
    // The real service answers 200 for a token it does not know, as RFC 7009 has it.
    if (!session) return;
    session.isRevoked = true;
    this.#revokedOrigins.add(session.originJti);
  }

  async globalSignOut(accessToken: string): Promise<void> {
    const sub = await this.subOfAccessToken(accessToken);
    for (const session of this.#sessions.values()) {
      if (session.sub !== sub) continue;
      session.isRevoked = true;
      this.#revokedOrigins.add(session.originJti);
    }
  }

  /** Whether somebody has a session that would give tokens. */
  hasSession(sub: string): boolean {
    return [...this.#sessions.values()].some((session) => session.sub === sub && !session.isRevoked);
  }

  async subOfAccessToken(token: string): Promise<string> {
    const verified = await Promise.any(
      this.#keys.map(({ publicKey }) =>
        jwtVerify(token, publicKey, { issuer: this.#pool.issuer, currentDate: this.#pool.now() }),
      ),
    ).catch(() => null);
    const payload = verified?.payload;
    if (payload?.["token_use"] !== "access" || !payload.sub)
      throw vendorError("NotAuthorizedException", "Invalid Access Token");
    if (this.#revokedOrigins.has(String(payload["origin_jti"])))
      throw vendorError("NotAuthorizedException", "Access Token has been revoked");
    return payload.sub;
  }
}
