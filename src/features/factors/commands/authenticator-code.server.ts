import { and, eq, isNotNull, lt } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { totpSecrets } from "#src/db/tables/factors.ts";
import { knownDevice } from "#src/features/identity/commands/known-devices.server.ts";
import type { Client } from "#src/http/client.server.ts";
import { countUse, forgetUses } from "#src/http/rate-limit.server.ts";

const PERIOD_SECONDS = 30;
/** Steps before and after the current one whose codes are accepted: phones' clocks are off by some seconds. */
const WINDOW = 1;

// Six digits and three good codes at a time: ten guesses a day are one chance in thirty thousand.
const WRONG_CODES = { name: "wrong-app-codes", max: 10, windowSeconds: 86_400 };

/** Unknown devices share one count per account; each known device has its own. */
async function guessesOf(app: App, sub: string, client: Client): Promise<string> {
  const device = await knownDevice(app, sub, client);
  return device === null ? sub : `${sub} device ${device}`;
}

/** Counts a guess before the code is checked; fails with `rate_limited` after too many. */
export const limitGuesses = async (app: App, sub: string, client: Client) =>
  countUse(app, WRONG_CODES, await guessesOf(app, sub, client));
/** A correct code resets the count of wrong ones from the same device. */
export const forgetGuesses = async (app: App, sub: string, client: Client) =>
  forgetUses(app, WRONG_CODES, await guessesOf(app, sub, client));

type SecretRow = { readonly id: string; readonly sub: string };

/** Binds a sealed TOTP secret to its account. */
export const aboutSecret = ({ id, sub }: SecretRow) => `totp ${sub} ${id}`;

/** RFC 6238 with the parameters that every app supports: SHA-1, six digits, 30 seconds. */
export function authenticator(secret: string, label: { issuer: string; email: string }): TOTP {
  return new TOTP({
    issuer: label.issuer,
    label: label.email,
    secret: Secret.fromBase32(secret),
    algorithm: "SHA1",
    digits: 6,
    period: PERIOD_SECONDS,
  });
}

/** The 30-second step this code belongs to; null if it matches no current step or the secret cannot be decrypted. */
export async function stepOfCode(
  app: App,
  row: SecretRow & { readonly sealedSecret: string },
  code: string,
): Promise<number | null> {
  const secret = await app.secrets.unseal(row.sealedSecret, aboutSecret(row));
  if (secret === null) {
    // Happens after a restore without the key; passkeys and recovery codes still let the owner in.
    app.log.error("an authenticator's secret does not open: SECRETS_KEY or DATA_DIR/secrets.key is another one");
    return null;
  }
  const timestamp = app.clock.now().getTime();
  const totp = authenticator(secret, { issuer: "", email: "" });
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

/** Whether this is an unused code of the account's app. Invalidates it and every earlier one. */
export async function takeAppCode(
  app: App,
  tx: Transaction,
  { sub, code }: { sub: string; code: string },
): Promise<boolean> {
  const [row] = await tx
    .select()
    .from(totpSecrets)
    .where(and(eq(totpSecrets.sub, sub), isNotNull(totpSecrets.confirmedAt)));
  const step = row ? await stepOfCode(app, row, code) : null;
  if (!row || step === null) return false;
  // The condition lets only one of two concurrent uses of a code succeed.
  const used = await tx
    .update(totpSecrets)
    .set({ lastStep: step, usedAt: app.clock.now() })
    .where(and(eq(totpSecrets.id, row.id), lt(totpSecrets.lastStep, step)))
    .returning({ id: totpSecrets.id });
  return used.length > 0;
}
