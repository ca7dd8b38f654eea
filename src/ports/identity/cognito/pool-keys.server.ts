import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import { z } from "zod";
import type { UserPool } from "#src/ports/identity/cognito/user-pool.server.ts";
import type { PoolAccount } from "#src/ports/identity/port.ts";
import { OutsideAway } from "#src/shared/outside.ts";

const FETCH_MS = 3000;
/** How often the key set is refreshed, in case a key was removed. */
const KEYS_LIFE_MS = 6 * 3_600_000;
/** The most frequent refresh for an unknown key, which may be new or forged. */
const LOOK_EVERY_MS = 60_000;
/** Retry sooner while no key set was ever loaded. */
const FIRST_LOOK_EVERY_MS = 2000;

const keySetSchema = z.object({ keys: z.array(z.looseObject({ kid: z.string(), kty: z.literal("RSA") })).min(1) });
const payloadSchema = z.object({
  sub: z.string().min(1),
  token_use: z.literal("id"),
  email: z.string().default(""),
  email_verified: z.union([z.boolean(), z.stringbool()]).default(false),
  "cognito:groups": z.array(z.string()).default([]),
});

/** The claims of a fresh pool token. */
export type PoolClaims = Omit<PoolAccount, "poolToken">;

type KeysOptions = Pick<UserPool, "region" | "poolId" | "clientId" | "endpoint" | "health" | "callMs"> & {
  readonly now: () => Date;
};

function isOfJose(error: unknown): error is Error & { code: string } {
  return error instanceof Error && "code" in error && String(error.code).startsWith("ERR_J");
}

async function fetchKeys(url: string, ms: number): Promise<JSONWebKeySet> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ms), redirect: "error" });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return keySetSchema.parse(await response.json());
  } catch (error) {
    const reason = error instanceof z.ZodError ? "not a set of keys" : String(error);
    throw new OutsideAway("identity", `the keys cannot be had: ${reason}`);
  }
}

/** The pool's public keys, cached: sessions survive an outage of the pool. */
function keyRing({ region, poolId, endpoint, health, callMs = FETCH_MS, now }: KeysOptions) {
  const url = `${endpoint ?? `https://cognito-idp.${region}.amazonaws.com`}/${poolId}/.well-known/jwks.json`;
  let known: { keys: JSONWebKeySet; since: number } | undefined;
  let looked = -Infinity;
  let looking: Promise<JSONWebKeySet> | undefined;

  /** One fetch serves all waiters; on failure old keys stay valid. */
  function look(): Promise<JSONWebKeySet> {
    looking ??= health
      .watch("identity", () => fetchKeys(url, callMs))
      .then((keys) => {
        known = { keys, since: now().getTime() };
        return keys;
      })
      .catch((error: unknown) => {
        if (known) return known.keys;
        throw error;
      })
      .finally(() => {
        looked = now().getTime();
        looking = undefined;
      });
    return looking;
  }

  async function read({ unknownKey = false } = {}): Promise<JSONWebKeySet> {
    const at = now().getTime();
    const mayLook = looking !== undefined || at - looked >= (known ? LOOK_EVERY_MS : FIRST_LOOK_EVERY_MS);
    if (!known) {
      if (mayLook) return look();
      throw new OutsideAway("identity", "the keys could not be had a moment ago");
    }
    return mayLook && (unknownKey || at - known.since > KEYS_LIFE_MS) ? look() : known.keys;
  }

  return { look, read };
}

/** Verifies the pool's id tokens. */
export function poolKeys(options: KeysOptions) {
  const { region, poolId, clientId, now } = options;
  // The real pool's issuer, also for an emulator.
  const issuer = `https://cognito-idp.${region}.amazonaws.com/${poolId}`;
  const ring = keyRing(options);

  async function verify(token: string, keys: JSONWebKeySet): Promise<PoolClaims> {
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
      algorithms: ["RS256"],
      issuer,
      audience: clientId,
      currentDate: now(),
      // Allowed clock skew.
      clockTolerance: 5,
    });
    const claims = payloadSchema.parse(payload);
    return {
      sub: claims.sub,
      email: claims.email.toLowerCase(),
      emailVerified: claims.email_verified,
      groups: claims["cognito:groups"],
    };
  }

  async function verifyWithKeys(token: string): Promise<PoolClaims> {
    return verify(token, await ring.read()).catch(async (error: unknown) => {
      if (!isOfJose(error) || error.code !== "ERR_JWKS_NO_MATCHING_KEY") throw error;
      return verify(token, await ring.read({ unknownKey: true }));
    });
  }

  return {
    look: () => ring.look(),
    /** The claims of a valid id token of this pool and client; null for any other. */
    async readIdToken(token: string): Promise<PoolClaims | null> {
      try {
        return await verifyWithKeys(token);
      } catch (error) {
        if (error instanceof z.ZodError || isOfJose(error)) return null;
        throw error;
      }
    },
  };
}

export type PoolKeys = ReturnType<typeof poolKeys>;
