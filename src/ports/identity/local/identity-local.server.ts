import { asc } from "drizzle-orm";
import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWK,
  jwtVerify,
  SignJWT,
} from "jose";
import { z } from "zod";
import type { Db } from "#src/db/connect.server.ts";
import { identityKeys } from "#src/db/tables/identity-keys.ts";
import type { IdentityClaims, IdentityPort } from "#src/ports/identity/port.ts";

const ALGORITHM = "ES256";
const AUDIENCE = "sandbar";

// Our own tokens say `groups`; those of a Cognito pool `cognito:groups`.
const payloadSchema = z.object({
  sub: z.string().min(1),
  email: z.string().default(""),
  email_verified: z.boolean().default(false),
  groups: z.array(z.string()).optional(),
  "cognito:groups": z.array(z.string()).optional(),
});

function publicHalf(jwk: JWK, kid: string): JWK {
  const { kty, crv, x, y } = jwk;
  return { kty, ...(crv && { crv }), ...(x && { x }), ...(y && { y }), kid, alg: ALGORITHM, use: "sig" };
}

/** All key pairs, oldest first; makes the first one when there is none. */
async function loadKeys(db: Db): Promise<{ kid: string; jwk: JWK }[]> {
  const read = () => db.select().from(identityKeys).orderBy(asc(identityKeys.createdAt));
  let rows = await read();
  if (rows.length === 0) {
    const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
    const jwk = await exportJWK(privateKey);
    await db.insert(identityKeys).values({ kid: await calculateJwkThumbprint(jwk), privateJwk: jwk });
    // Another process may have made one at the same moment: both stand, both verify.
    rows = await read();
  }
  return rows.map((row) => ({ kid: row.kid, jwk: row.privateJwk as JWK }));
}

type LocalIdentity = IdentityPort & {
  /** A signed id token of these claims, good for `seconds` from `now`. */
  signIdToken(claims: IdentityClaims, now: Date, seconds: number): Promise<string>;
};

/** The built-in user pool: id tokens signed with keys kept in the database. `issuer` is the site's public address. */
export function localIdentity(options: { db: Db; issuer: string; now: () => Date }): LocalIdentity {
  const publicKeys = async (): Promise<JSONWebKeySet> => ({
    keys: (await loadKeys(options.db)).map(({ kid, jwk }) => publicHalf(jwk, kid)),
  });
  // Kept in the process: keys are only ever added, and an unknown one makes it look again.
  let known: JSONWebKeySet | undefined;

  async function verify(token: string, keys: JSONWebKeySet): Promise<IdentityClaims> {
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
      algorithms: [ALGORITHM],
      issuer: options.issuer,
      audience: AUDIENCE,
      currentDate: options.now(),
    });
    const claims = payloadSchema.parse(payload);
    const groups = claims.groups ?? claims["cognito:groups"] ?? [];
    return { sub: claims.sub, email: claims.email, emailVerified: claims.email_verified, groups };
  }

  return {
    publicKeys,
    async verifyIdToken(token) {
      try {
        known ??= await publicKeys();
        return await verify(token, known).catch(async (error: { code?: string }) => {
          if (error.code !== "ERR_JWKS_NO_MATCHING_KEY") throw error;
          known = await publicKeys();
          return verify(token, known);
        });
      } catch (error) {
        // Whatever is wrong with a token, its bearer is nobody; a fault of the database is not the token's.
        if (error instanceof z.ZodError || isJoseError(error)) return null;
        throw error;
      }
    },
    async signIdToken(claims, now, seconds) {
      const newest = (await loadKeys(options.db)).at(-1);
      if (!newest) throw new Error("There is no key to sign id tokens with.");
      const issuedAt = Math.floor(now.getTime() / 1000);
      return new SignJWT({ email: claims.email, email_verified: claims.emailVerified, groups: [...claims.groups] })
        .setProtectedHeader({ alg: ALGORITHM, kid: newest.kid })
        .setSubject(claims.sub)
        .setIssuer(options.issuer)
        .setAudience(AUDIENCE)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + seconds)
        .sign(await importJWK(newest.jwk, ALGORITHM));
    },
  };
}

function isJoseError(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("ERR_J");
}
