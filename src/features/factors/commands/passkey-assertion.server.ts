import { createHash } from "node:crypto";
import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { eq } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { passkeys } from "#src/db/tables/factors.ts";
import { loadWebauthn } from "#src/features/factors/commands/webauthn.server.ts";
import { PASSKEY_FAILED, PASSKEY_UNKNOWN } from "#src/features/factors/messages.ts";
import { passkeyDomain } from "#src/features/factors/rules.ts";
import type { Assertion } from "#src/features/factors/schema.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** WebAuthn user handle: identifies the account to the authenticator without personal data. */
export const userHandle = (sub: string) => createHash("sha256").update(`passkeys of ${sub}`).digest();

type Expected = {
  readonly response: Assertion;
  readonly challenge: string;
  /** The account that must own the passkey; null when the passkey names the account. */
  readonly sub: string | null;
};

/** The passkey's row. `copied` if the signature is valid but the counter went backwards. */
type Verified = { readonly sub: string; readonly name: string; readonly isCopied: boolean };

/**
 * Verifies the response of `navigator.credentials.get`, with user verification. Locks the passkey, so
 * that one counter is never accepted twice.
 */
export async function verifyAssertion(
  app: App,
  tx: Transaction,
  { response, challenge, sub }: Expected,
): Promise<Result<Verified>> {
  const domain = passkeyDomain(app.publicUrl);
  const [row] = await tx.select().from(passkeys).where(eq(passkeys.id, response.id)).for("update");
  if (domain === null || !row || (sub !== null && row.sub !== sub)) return fail("invalid", PASSKEY_UNKNOWN);
  const handle = response.response.userHandle;
  // A passkey that says who signs in must name its own account.
  const isOwn = handle ? handle === userHandle(row.sub).toString("base64url") : sub !== null;
  if (!isOwn) return fail("invalid", PASSKEY_UNKNOWN);
  const { verifyAuthenticationResponse } = await loadWebauthn();
  const verified = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} } as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: new URL(app.publicUrl).origin,
    expectedRPID: domain,
    requireUserVerification: true,
    // The library reports an old counter like a wrong signature, so copied passkeys are detected below.
    credential: { id: row.id, publicKey: Uint8Array.from(Buffer.from(row.publicKey, "base64url")), counter: 0 },
  }).catch(() => null);
  if (!verified?.verified) return fail("invalid", PASSKEY_FAILED);
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  const isCopied = (newCounter > 0 || row.counter > 0) && newCounter <= row.counter;
  if (isCopied) return ok({ sub: row.sub, name: row.name, isCopied });
  await tx
    .update(passkeys)
    .set({ counter: newCounter, isBackedUp: credentialBackedUp, usedAt: app.clock.now() })
    .where(eq(passkeys.id, row.id));
  return ok({ sub: row.sub, name: row.name, isCopied });
}
