import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import { and, eq } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { passkeys } from "#src/db/tables/factors.ts";
import { makeChallenge, takeChallenge } from "#src/features/factors/commands/challenges.server.ts";
import { afterAdding, afterRemoving } from "#src/features/factors/commands/factor-changes.server.ts";
import { userHandle } from "#src/features/factors/commands/passkey-assertion.server.ts";
import { loadWebauthn } from "#src/features/factors/commands/webauthn.server.ts";
import {
  NO_SUCH_PASSKEY,
  PASSKEY_FAILED,
  PASSKEY_KNOWN,
  PASSKEYS_NOT_HERE,
  TOO_MANY_PASSKEYS,
} from "#src/features/factors/messages.ts";
import { hasGivenFactor, lockAccount, readFactors } from "#src/features/factors/queries.server.ts";
import { MOST_PASSKEYS, passkeyDomain } from "#src/features/factors/rules.ts";
import type { Attestation, Factors, FactorsChanged, PasskeyOptions } from "#src/features/factors/schema.ts";
import type { Client } from "#src/http/client.server.ts";
import { PROOF_REQUIRED, type Proved } from "#src/policy/proof.ts";
import type { SignedIn } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** COSE algorithms: EdDSA, ES256, RS256. Every authenticator supports one of them. */
const ALGORITHMS = [-8, -7, -257];

/** Options for `navigator.credentials.create`: a discoverable passkey with user verification. */
export async function beginPasskey(app: App, { sub, email }: Proved): Promise<Result<PasskeyOptions>> {
  const rpID = passkeyDomain(app.publicUrl);
  if (rpID === null) return fail("invalid", PASSKEYS_NOT_HERE);
  const known = await app.db
    .select({ id: passkeys.id, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.sub, sub));
  if (known.length >= MOST_PASSKEYS) return fail("conflict", TOO_MANY_PASSKEYS);
  const challenge = await makeChallenge(app.db, { purpose: "add", sub, now: app.clock.now() });
  const { generateRegistrationOptions } = await loadWebauthn();
  const options = await generateRegistrationOptions({
    rpName: app.config.group.name,
    rpID,
    userName: email,
    userDisplayName: email,
    userID: Uint8Array.from(userHandle(sub)),
    challenge: Uint8Array.from(Buffer.from(challenge, "base64url")),
    attestationType: "none",
    excludeCredentials: known,
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return ok({ ...options });
}

/** Adds the passkey the browser just created, and recovery codes if it is the account's first factor. */
export async function addPasskey(
  app: App,
  account: SignedIn,
  { response, client }: { response: Attestation; client: Client },
): Promise<Result<FactorsChanged>> {
  const { sub } = account;
  const name = client.device || "Passkey";
  const now = app.clock.now();
  return app.db.transaction(async (tx): Promise<Result<FactorsChanged>> => {
    // Serialized per account, so that two concurrent additions cannot both be the tenth.
    await lockAccount(tx, sub);
    if (!(await hasGivenFactor(tx, account))) return fail("proof_required", PROOF_REQUIRED);
    const challenge = await takeChallenge(tx, response.response.clientDataJSON, { purpose: "add", sub, now });
    if (challenge === null) return fail("invalid", PASSKEY_FAILED);
    if ((await tx.$count(passkeys, eq(passkeys.sub, sub))) >= MOST_PASSKEYS) return fail("conflict", TOO_MANY_PASSKEYS);
    const { verifyRegistrationResponse } = await loadWebauthn();
    const verified = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: new URL(app.publicUrl).origin,
      expectedRPID: passkeyDomain(app.publicUrl) ?? "",
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }).catch(() => null);
    if (!verified?.verified) return fail("invalid", PASSKEY_FAILED);
    const { credential, credentialBackedUp } = verified.registrationInfo;
    const added = await tx
      .insert(passkeys)
      .values({
        id: credential.id,
        sub,
        name,
        publicKey: Buffer.from(credential.publicKey).toString("base64url"),
        counter: credential.counter,
        transports: credential.transports ?? [],
        isBackedUp: credentialBackedUp,
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: passkeys.id });
    if (added.length === 0) return fail("conflict", PASSKEY_KNOWN);
    return ok(await afterAdding(app, tx, account, { proof: "passkey", detail: `Passkey “${name}”`, client }));
  });
}

export async function renamePasskey(
  app: App,
  { sub }: Proved,
  { id, name }: { id: string; name: string },
): Promise<Result<Factors>> {
  const renamed = await app.db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.sub, sub)))
    .returning({ id: passkeys.id });
  return renamed.length === 0 ? fail("not_found", NO_SUCH_PASSKEY) : ok(await readFactors(app, sub));
}

export async function removePasskey(
  app: App,
  account: Proved,
  { id, client }: { id: string; client: Client },
): Promise<Result<Factors>> {
  return app.db.transaction(async (tx): Promise<Result<Factors>> => {
    const [removed] = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.sub, account.sub)))
      .returning({ name: passkeys.name });
    if (!removed) return fail("not_found", NO_SUCH_PASSKEY);
    return ok(await afterRemoving(app, tx, account, { detail: `Passkey “${removed.name}”`, client }));
  });
}
