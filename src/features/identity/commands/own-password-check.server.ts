import type { App } from "#src/context/app.ts";
import {
  countOwnPassword,
  forgetOwnPasswords,
  forgetPasswords,
  whoGuesses,
} from "#src/features/identity/commands/guesses.server.ts";
import { recordSecurityEvent } from "#src/features/identity/commands/security-events.server.ts";
import { WRONG_PASSWORD } from "#src/features/identity/messages.ts";
import type { Client } from "#src/http/client.server.ts";
import type { SignedIn } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** Logs a failed sign-in or a wrong password of this account. */
export async function recordFailure(app: App, sub: string, client: Client): Promise<void> {
  const now = app.clock.now();
  await app.db.transaction((tx) => recordSecurityEvent(tx, { sub, kind: "sign_in_failed", client }, now));
}

/** Checks a signed-in user's password, under the limits of a sign-in and of the session. */
export async function checkOwnPassword(
  app: App,
  { sub, email, session }: SignedIn,
  password: string,
  client: Client,
): Promise<Result<void>> {
  const guesser = await whoGuesses(app, email, client);
  const allowed = await countOwnPassword(app, guesser, session?.id ?? sub, client);
  if (!allowed.ok) return allowed;
  const checked = await app.identity.checkPassword({ email, password });
  if (!checked.ok || checked.value.sub !== sub) {
    await recordFailure(app, sub, client);
    return fail("invalid", WRONG_PASSWORD, { fields: { password: WRONG_PASSWORD } });
  }
  await forgetPasswords(app, guesser);
  await forgetOwnPasswords(app, session?.id ?? sub);
  // The pool started a session for this check, which is not needed.
  const { poolToken } = checked.value;
  if (poolToken !== null) await app.identity.endPoolSession(poolToken, { everywhere: false });
  return ok(undefined);
}
