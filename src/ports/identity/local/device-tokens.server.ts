import { createLocalJWKSet, importJWK, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { Db } from "#src/db/connect.server.ts";
import { ALGORITHM, loadKeys, loadPublicKeys } from "#src/ports/identity/local/signing-keys.server.ts";
import { isJoseError } from "#src/ports/identity/local/tokens.server.ts";
import type { DeviceTokens } from "#src/ports/identity/port.ts";

// Distinct from an id token's audience, so that the two cannot be confused.
const AUDIENCE = "sandbar device";

const payloadSchema = z.object({ jti: z.string().min(1), subs: z.array(z.string()) });

/** Signs and verifies the known-device cookie. */
export function deviceTokens({ db, issuer, now }: { db: Db; issuer: string; now: () => Date }): DeviceTokens {
  return {
    async sign({ id, subs }) {
      const newest = (await loadKeys(db, now())).findLast(({ isRetired }) => !isRetired);
      if (!newest) throw new Error("There is no key to sign device tokens with.");
      return new SignJWT({ subs: [...subs] })
        .setProtectedHeader({ alg: ALGORITHM, kid: newest.kid })
        .setJti(id)
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setIssuedAt(Math.floor(now().getTime() / 1000))
        .sign(await importJWK(newest.jwk, ALGORITHM));
    },

    async verify(token) {
      try {
        const keys = createLocalJWKSet(await loadPublicKeys(db, now()));
        const options = { algorithms: [ALGORITHM], issuer, audience: AUDIENCE, currentDate: now() };
        const { jti, subs } = payloadSchema.parse((await jwtVerify(token, keys, options)).payload);
        return { id: jti, subs };
      } catch (error) {
        if (error instanceof z.ZodError || isJoseError(error)) return null;
        throw error;
      }
    },
  };
}
