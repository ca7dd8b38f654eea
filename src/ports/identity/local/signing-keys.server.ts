import { asc, gt, isNull, lte, or, sql } from "drizzle-orm";
import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  type JSONWebKeySet,
  type JWK,
} from "jose";
import type { Db, Transaction } from "#src/db/connect.server.ts";
import { identityKeys } from "#src/db/tables/identity-keys.ts";

export const ALGORITHM = "ES256";
const KEYS_CACHED_MS = 60_000;

function publicHalf(jwk: JWK, kid: string): JWK {
  const { kty, crv, x, y } = jwk;
  return { kty, ...(crv && { crv }), ...(x && { x }), ...(y && { y }), kid, alg: ALGORITHM, use: "sig" };
}

async function makeKey(db: Db | Transaction, createdAt?: Date): Promise<void> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  await db.insert(identityKeys).values({ kid, privateJwk: jwk, ...(createdAt && { createdAt }) });
}

type Key = { readonly kid: string; readonly jwk: JWK; readonly isRetired: boolean };

/** Every verifying key pair, oldest first; creates the first one if none exists. */
export async function loadKeys(db: Db, now: Date): Promise<Key[]> {
  const read = () =>
    db
      .select()
      .from(identityKeys)
      .where(or(isNull(identityKeys.verifiesUntil), gt(identityKeys.verifiesUntil, now)))
      .orderBy(asc(identityKeys.createdAt));
  let rows = await read();
  if (rows.every(({ verifiesUntil }) => verifiesUntil !== null)) {
    await makeKey(db);
    // Another process may have created one concurrently: both are valid.
    rows = await read();
  }
  return rows.map((row) => ({ kid: row.kid, jwk: row.privateJwk as JWK, isRetired: row.verifiesUntil !== null }));
}

export async function loadPublicKeys(db: Db, now: Date): Promise<JSONWebKeySet> {
  return { keys: (await loadKeys(db, now)).map(({ kid, jwk }) => publicHalf(jwk, kid)) };
}

/**
 * Creates a new signing key. Earlier keys verify until `oldUntil`; null deletes them, which invalidates their id
 * tokens.
 */
export async function rotateKeys(tx: Transaction, now: Date, oldUntil: Date | null): Promise<void> {
  await tx.execute(sql`lock table ${identityKeys} in share row exclusive mode`);
  if (oldUntil === null) await tx.delete(identityKeys);
  await tx.delete(identityKeys).where(lte(identityKeys.verifiesUntil, now));
  await tx.update(identityKeys).set({ verifiesUntil: oldUntil }).where(isNull(identityKeys.verifiesUntil));
  await makeKey(tx);
}

type VerifyingKeys = ReturnType<typeof createLocalJWKSet>;

/** The verifying keys, cached until a notification or for a minute. */
export function keyCache(db: Db, now: () => Date) {
  let known: { readonly keys: VerifyingKeys; readonly at: number } | undefined;
  let changes = 0;

  async function read(): Promise<VerifyingKeys> {
    const [before, at] = [changes, now().getTime()];
    const keys = createLocalJWKSet(await loadPublicKeys(db, now()));
    // Read before a change that was announced meanwhile: use them once without caching.
    if (changes === before) known = { keys, at };
    return keys;
  }

  return {
    read,
    async keys(): Promise<VerifyingKeys> {
      const age = now().getTime() - (known?.at ?? -Infinity);
      return known && age >= 0 && age < KEYS_CACHED_MS ? known.keys : read();
    },
    forget() {
      changes += 1;
      known = undefined;
    },
  };
}
