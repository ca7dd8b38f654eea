import { type createLocalJWKSet, errors, importJWK, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { Db } from "#src/db/connect.server.ts";
import {
  ALGORITHM,
  keyCache,
  loadKeys,
  loadPublicKeys,
  rotateKeys,
} from "#src/ports/identity/local/signing-keys.server.ts";
import type { IdentityClaims, IdTokens } from "#src/ports/identity/port.ts";
import { VerifiedTokens } from "#src/shared/verified-tokens.ts";

const AUDIENCE = "sandbar";
/** Allowed clock skew. */
const MOST_SKEW_SECONDS = 60;

const payloadSchema = z.object({
  sub: z.string().min(1),
  email: z.string().default(""),
  email_verified: z.boolean().default(false),
  groups: z.array(z.string()).default([]),
  sid: z.string().min(1),
  iat: z.number(),
  exp: z.number(),
});

/** Throws for an expired or future token. */
function readClaims(payload: unknown, nowSeconds: number, maxAgeSeconds: number): IdentityClaims {
  const claims = payloadSchema.parse(payload);
  // A stolen key could sign any expiry, so only ordinary lifetimes are accepted.
  const end = Math.min(claims.exp, claims.iat + maxAgeSeconds);
  if (end <= nowSeconds || claims.iat > nowSeconds + MOST_SKEW_SECONDS) throw new errors.JWTInvalid("wrong time");
  return {
    sub: claims.sub,
    email: claims.email,
    emailVerified: claims.email_verified,
    groups: claims.groups,
    sessionId: claims.sid,
    issuedAt: new Date(claims.iat * 1000),
    expiresAt: new Date(end * 1000),
  };
}

type SignerOptions = {
  readonly db: Db;
  /** The site's public URL. */
  readonly issuer: string;
  readonly now: () => Date;
  /** Maximum token age in seconds, whatever its expiry. */
  readonly maxAgeSeconds: number;
};

/** Signs and verifies the site's id tokens, for any user pool. */
export function tokenSigner({ db, issuer, now, maxAgeSeconds }: SignerOptions): IdTokens {
  const cached = keyCache(db, now);
  let verified = new VerifiedTokens<IdentityClaims>();

  async function verifyWith(token: string, keys: ReturnType<typeof createLocalJWKSet>): Promise<IdentityClaims> {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: [ALGORITHM],
      issuer,
      audience: AUDIENCE,
      currentDate: now(),
    });
    return readClaims(payload, Math.floor(now().getTime() / 1000), maxAgeSeconds);
  }

  async function verifyWithKeys(token: string): Promise<IdentityClaims> {
    return verifyWith(token, await cached.keys()).catch(async (error: { code?: string }) => {
      if (error.code !== "ERR_JWKS_NO_MATCHING_KEY") throw error;
      return verifyWith(token, await cached.read());
    });
  }

  return {
    publicKeys: () => loadPublicKeys(db, now()),
    rotateKeys,
    forgetKeys() {
      cached.forget();
      // Replaced rather than cleared: a verification in progress with an old key writes to the old cache.
      verified = new VerifiedTokens();
    },
    async verify(token) {
      try {
        return await verified.claims(token, now(), verifyWithKeys);
      } catch (error) {
        // An invalid token means no caller; a database error is thrown.
        if (error instanceof z.ZodError || isJoseError(error)) return null;
        throw error;
      }
    },
    async sign(content, issuedAt, seconds) {
      const newest = (await loadKeys(db, now())).findLast(({ isRetired }) => !isRetired);
      if (!newest) throw new Error("There is no key to sign id tokens with.");
      const { sub, email, emailVerified, groups, sessionId, person } = content;
      const issued = Math.floor(issuedAt.getTime() / 1000);
      return new SignJWT({ email, email_verified: emailVerified, groups: [...groups], sid: sessionId, ...person })
        .setProtectedHeader({ alg: ALGORITHM, kid: newest.kid })
        .setSubject(sub)
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setIssuedAt(issued)
        .setExpirationTime(issued + seconds)
        .sign(await importJWK(newest.jwk, ALGORITHM));
    },
  };
}

export function isJoseError(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("ERR_J");
}
