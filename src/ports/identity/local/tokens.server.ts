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
import type { IdentityClaims } from "#src/ports/identity/port.ts";
import { VerifiedTokens } from "#src/shared/verified-tokens.ts";

const ALGORITHM = "ES256";
const AUDIENCE = "sandbar";

// Our own tokens say `groups`; those of a Cognito pool `cognito:groups`.
const payloadSchema = z.object({
  sub: z.string().min(1),
  email: z.string().default(""),
  email_verified: z.boolean().default(false),
  groups: z.array(z.string()).optional(),
  "cognito:groups": z.array(z.string()).optional(),
  iat: z.number(),
  exp: z.number(),
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

async function loadPublicKeys(db: Db): Promise<JSONWebKeySet> {
  return { keys: (await loadKeys(db)).map(({ kid, jwk }) => publicHalf(jwk, kid)) };
}

/** What an id token says besides who signed it. Facts of the person are for display; gates read the database. */
export type TokenContent = {
  readonly sub: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly groups: readonly string[];
  readonly person: { readonly phone: string; readonly sex: string; readonly shirtSize: string };
};

/** Signs and verifies the id tokens of the built-in pool. `issuer` is the site's public address. */
export function tokenSigner({ db, issuer, now }: { db: Db; issuer: string; now: () => Date }) {
  // Kept in the process: keys are only ever added, and an unknown one makes it look again. Each is read in once.
  let known: ReturnType<typeof createLocalJWKSet> | undefined;

  async function verify(token: string, keys: ReturnType<typeof createLocalJWKSet>): Promise<IdentityClaims> {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: [ALGORITHM],
      issuer,
      audience: AUDIENCE,
      currentDate: now(),
    });
    const claims = payloadSchema.parse(payload);
    return {
      sub: claims.sub,
      email: claims.email,
      emailVerified: claims.email_verified,
      groups: claims.groups ?? claims["cognito:groups"] ?? [],
      issuedAt: new Date(claims.iat * 1000),
      expiresAt: new Date(claims.exp * 1000),
    };
  }

  async function verifyWithKeys(token: string): Promise<IdentityClaims> {
    known ??= createLocalJWKSet(await loadPublicKeys(db));
    return verify(token, known).catch(async (error: { code?: string }) => {
      if (error.code !== "ERR_JWKS_NO_MATCHING_KEY") throw error;
      known = createLocalJWKSet(await loadPublicKeys(db));
      return verify(token, known);
    });
  }

  const verified = new VerifiedTokens<IdentityClaims>();
  return {
    publicKeys: () => loadPublicKeys(db),
    async verifyIdToken(token: string): Promise<IdentityClaims | null> {
      try {
        return await verified.claims(token, now(), verifyWithKeys);
      } catch (error) {
        // Whatever is wrong with a token, its bearer is nobody; a fault of the database is not the token's.
        if (error instanceof z.ZodError || isJoseError(error)) return null;
        throw error;
      }
    },
    /** An id token of these claims, issued at `issuedAt` and good for `seconds`. */
    async sign(content: TokenContent, issuedAt: Date, seconds: number): Promise<string> {
      const newest = (await loadKeys(db)).at(-1);
      if (!newest) throw new Error("There is no key to sign id tokens with.");
      const { sub, email, emailVerified, groups, person } = content;
      const issued = Math.floor(issuedAt.getTime() / 1000);
      return new SignJWT({ email, email_verified: emailVerified, groups: [...groups], ...person })
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

function isJoseError(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("ERR_J");
}
