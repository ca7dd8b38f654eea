import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { Secret } from "otpauth";
import type { App } from "#src/context/app.ts";
import { totpSecrets } from "#src/db/tables/factors.ts";
import {
  aboutSecret,
  authenticator,
  forgetGuesses,
  limitGuesses,
  stepOfCode,
} from "#src/features/factors/commands/authenticator-code.server.ts";
import { afterAdding, afterRemoving } from "#src/features/factors/commands/factor-changes.server.ts";
import { NO_AUTHENTICATOR, SETUP_OVER, WRONG_APP_CODE } from "#src/features/factors/messages.ts";
import { hasGivenFactor, lockAccount } from "#src/features/factors/queries.server.ts";
import type { AuthenticatorSetup, Factors, FactorsChanged } from "#src/features/factors/schema.ts";
import type { Client } from "#src/http/client.server.ts";
import { PROOF_REQUIRED, type Proved } from "#src/policy/proof.ts";
import type { SignedIn } from "#src/policy/viewer.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import { qrPath } from "#src/shared/qr.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

const AUTHENTICATOR = "Authenticator app";
const SECRET_BYTES = 20;
/** Unconfirmed secrets expire after this. */
const SETUP_LIFE_MS = 60 * 60_000;

/** Creates a secret for an authenticator app. It takes effect with its first code; until then an earlier app stays valid. */
export async function beginAuthenticator(app: App, { sub, email }: Proved): Promise<Result<AuthenticatorSetup>> {
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  const uri = authenticator(secret, { issuer: app.config.group.name, email }).toString();
  const now = app.clock.now();
  const id = uuidv7(now.getTime());
  const sealedSecret = await app.secrets.seal(secret, aboutSecret({ id, sub }));
  const waiting = { id, sub, sealedSecret, createdAt: now };
  // One statement: of two tabs that begin at once, the later one replaces the secret of the other.
  await app.db
    .insert(totpSecrets)
    .values(waiting)
    .onConflictDoUpdate({ target: totpSecrets.sub, targetWhere: isNull(totpSecrets.confirmedAt), set: waiting });
  return ok({ secret, uri, qr: qrPath(uri) });
}

/** Activates the authenticator app with its first code, replacing an earlier app. */
export async function confirmAuthenticator(
  app: App,
  account: SignedIn,
  { code, client }: { code: string; client: Client },
): Promise<Result<FactorsChanged>> {
  const { sub } = account;
  const allowed = await limitGuesses(app, sub, client);
  if (!allowed.ok) return allowed;
  const now = app.clock.now();
  const confirmed = await app.db.transaction(async (tx): Promise<Result<FactorsChanged>> => {
    await lockAccount(tx, sub);
    if (!(await hasGivenFactor(tx, account))) return fail("proof_required", PROOF_REQUIRED);
    const [waiting] = await tx
      .select()
      .from(totpSecrets)
      .where(and(eq(totpSecrets.sub, sub), isNull(totpSecrets.confirmedAt)))
      .for("update");
    if (!waiting || now.getTime() - waiting.createdAt.getTime() > SETUP_LIFE_MS) return fail("conflict", SETUP_OVER);
    const step = await stepOfCode(app, waiting, code);
    if (step === null) return fail("invalid", WRONG_APP_CODE, { fields: { code: WRONG_APP_CODE } });
    await tx.delete(totpSecrets).where(and(eq(totpSecrets.sub, sub), isNotNull(totpSecrets.confirmedAt)));
    await tx
      .update(totpSecrets)
      .set({ confirmedAt: now, lastStep: step, usedAt: now })
      .where(eq(totpSecrets.id, waiting.id));
    return ok(await afterAdding(app, tx, account, { proof: "totp", detail: AUTHENTICATOR, client }));
  });
  if (confirmed.ok) await forgetGuesses(app, sub, client);
  return confirmed;
}

export async function removeAuthenticator(app: App, account: Proved, client: Client): Promise<Result<Factors>> {
  return app.db.transaction(async (tx): Promise<Result<Factors>> => {
    const removed = await tx
      .delete(totpSecrets)
      .where(eq(totpSecrets.sub, account.sub))
      .returning({ confirmedAt: totpSecrets.confirmedAt });
    if (!removed.some(({ confirmedAt }) => confirmedAt !== null)) return fail("not_found", NO_AUTHENTICATOR);
    return ok(await afterRemoving(app, tx, account, { detail: AUTHENTICATOR, client }));
  });
}
