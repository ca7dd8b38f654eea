import { eq } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { passkeys } from "#src/db/tables/factors.ts";
import { recordSecurityEvent } from "#src/features/identity/commands/security-events.server.ts";
import { forgetGuesses, limitGuesses, takeAppCode } from "#src/features/factors/commands/authenticator-code.server.ts";
import { makeChallenge, takeChallenge } from "#src/features/factors/commands/challenges.server.ts";
import { verifyAssertion } from "#src/features/factors/commands/passkey-assertion.server.ts";
import { takeRecoveryCode } from "#src/features/factors/commands/recovery-codes.server.ts";
import { loadWebauthn } from "#src/features/factors/commands/webauthn.server.ts";
import {
  PASSKEY_COPIED,
  PASSKEY_FAILED,
  PASSKEYS_NOT_HERE,
  WRONG_APP_CODE,
  WRONG_RECOVERY_CODE,
} from "#src/features/factors/messages.ts";
import { passkeyDomain } from "#src/features/factors/rules.ts";
import type { Assertion, FactorAnswer, PasskeyOptions } from "#src/features/factors/schema.ts";
import type { Client } from "#src/http/client.server.ts";
import { countUse } from "#src/http/rate-limit.server.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

// Recovery codes have 80 random bits; the limit only keeps scripts from filling the log.
const RECOVERY_TRIES = { name: "recovery-codes", max: 20, windowSeconds: 3600 };

type Purpose = "sign_in" | "second_factor" | "proof";

/** Options for `navigator.credentials.get`. Without an account, any passkey of this site may answer. */
export async function passkeyOptions(app: App, purpose: Purpose, sub: string | null): Promise<Result<PasskeyOptions>> {
  const rpID = passkeyDomain(app.publicUrl);
  if (rpID === null) return fail("invalid", PASSKEYS_NOT_HERE);
  const challenge = await makeChallenge(app.db, { purpose, sub, now: app.clock.now() });
  const own = sub === null ? [] : await app.db.select().from(passkeys).where(eq(passkeys.sub, sub));
  const { generateAuthenticationOptions } = await loadWebauthn();
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: Uint8Array.from(Buffer.from(challenge, "base64url")),
    userVerification: "required",
    ...(sub !== null && { allowCredentials: own.map(({ id, transports }) => ({ id, transports })) }),
  });
  return ok({ ...options });
}

type PasskeyCheck = {
  readonly purpose: Purpose;
  /** Null if the passkey identifies the account. */
  readonly sub: string | null;
  readonly response: Assertion;
  readonly client: Client;
};

/** Verifies a passkey's response to our challenge. Returns its account. */
export async function checkPasskey(
  app: App,
  tx: Transaction,
  { purpose, sub, response, client }: PasskeyCheck,
): Promise<Result<string>> {
  const now = app.clock.now();
  const challenge = await takeChallenge(tx, response.response.clientDataJSON, { purpose, sub, now });
  if (challenge === null) return fail("invalid", PASSKEY_FAILED);
  const verified = await verifyAssertion(app, tx, { response, challenge, sub });
  if (!verified.ok) return verified;
  const { sub: owner, name, isCopied } = verified.value;
  if (!isCopied) return ok(owner);
  await recordSecurityEvent(tx, { sub: owner, kind: "passkey_copied", client, detail: name }, now);
  return fail("invalid", PASSKEY_COPIED);
}

type FactorCheck = {
  readonly purpose: "second_factor" | "proof";
  readonly sub: string;
  readonly answer: FactorAnswer;
  readonly client: Client;
};

async function checkRecoveryCode(
  app: App,
  tx: Transaction,
  { sub, code, client }: { sub: string; code: string; client: Client },
): Promise<Result<string>> {
  const now = app.clock.now();
  const left = await takeRecoveryCode(tx, { sub, code, now });
  if (left === null) return fail("invalid", WRONG_RECOVERY_CODE, { fields: { code: WRONG_RECOVERY_CODE } });
  await recordSecurityEvent(tx, { sub, kind: "recovery_code_used", client, detail: `${left} left` }, now);
  return ok(sub);
}

/** Verifies a second factor and consumes what is valid once: challenge, app code, recovery code. */
export async function checkSecondFactor(
  app: App,
  { purpose, sub, answer, client }: FactorCheck,
): Promise<Result<string>> {
  if (answer.method === "passkey")
    return app.db.transaction((tx) => checkPasskey(app, tx, { purpose, sub, response: answer.response, client }));
  if (answer.method === "recovery_code") {
    const allowed = await countUse(app, RECOVERY_TRIES, sub);
    if (!allowed.ok) return allowed;
    return app.db.transaction((tx) => checkRecoveryCode(app, tx, { sub, code: answer.code, client }));
  }
  // Counted first and refunded on success, so that concurrent tries are limited too.
  const allowed = await limitGuesses(app, sub, client);
  if (!allowed.ok) return allowed;
  const isRight = await app.db.transaction((tx) => takeAppCode(app, tx, { sub, code: answer.code }));
  if (!isRight) return fail("invalid", WRONG_APP_CODE, { fields: { code: WRONG_APP_CODE } });
  await forgetGuesses(app, sub, client);
  return ok(sub);
}
