import type { App } from "#src/context/app.ts";
import {
  countResetCode,
  countResetMail,
  countSignUpCode,
  countSignUpMail,
  forgetPasswords,
  forgetResetCodes,
  forgetSignUpCodes,
  whoGuesses,
} from "#src/features/identity/commands/guesses.server.ts";
import { rememberDevice } from "#src/features/identity/commands/known-devices.server.ts";
import { refuseKnownPassword } from "#src/features/identity/commands/known-passwords.server.ts";
import { refused } from "#src/features/sign-in/commands/refusals.server.ts";
import { CODES_USED_UP, RESET_LINK_OVER } from "#src/features/sign-in/messages.ts";
import { endEverything } from "#src/features/identity/commands/sessions.server.ts";
import { recordSecurityEvent } from "#src/features/identity/commands/security-events.server.ts";
import {
  confirmSignUpNames,
  keepSignUpNames,
  type SignUpWords,
} from "#src/features/identity/commands/sign-up-names.server.ts";
import type { Client } from "#src/http/client.server.ts";
import type { WaitingSignUp } from "#src/ports/identity/port.ts";
import { readResetLink } from "#src/shared/reset-links.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

type SignUp = { email: string; password: string } & SignUpWords;

/**
 * Begins a sign-up; the name and consent are kept until the account is tied to a person. Returns its id; a code needs
 * this id or the password.
 */
export async function signUp(
  app: App,
  { firstName, lastName, agreedTerms, ...input }: SignUp,
  client: Client,
): Promise<Result<string>> {
  const owner = { email: input.email, names: [firstName ?? "", lastName ?? ""] };
  const strong = await refuseKnownPassword(app, input.password, owner);
  if (!strong.ok) return strong;
  const allowed = await countSignUpMail(app, await whoGuesses(app, input.email, client), client);
  if (!allowed.ok) return allowed;
  const outcome = await app.identity.signUp(input);
  if (!outcome.ok) return refused(outcome.fault);
  const { signUpId } = outcome.value;
  await keepSignUpNames(app, { signUpId, email: input.email, firstName, lastName, agreedTerms });
  return ok(signUpId);
}

/** Creates the account of a confirmed sign-up. */
export async function confirmSignUp(
  app: App,
  input: WaitingSignUp & { code: string },
  client: Client,
): Promise<Result<void>> {
  const guesser = await whoGuesses(app, input.email, client);
  const allowed = await countSignUpCode(app, guesser);
  if (!allowed.ok) return allowed;
  const outcome = await app.identity.confirmSignUp(input);
  if (!outcome.ok) return refused(outcome.fault);
  await forgetSignUpCodes(app, guesser);
  await confirmSignUpNames(app, input.email, input.signUpId);
  return ok(undefined);
}

/** Mails another code for a pending sign-up. */
export async function resendCode(app: App, signUpMeant: WaitingSignUp, client: Client): Promise<Result<void>> {
  const allowed = await countSignUpMail(app, await whoGuesses(app, signUpMeant.email, client), client);
  if (!allowed.ok) return allowed;
  await app.identity.resendCode(signUpMeant);
  return ok(undefined);
}

/** Mails a password reset code and link. Returns the secret that ties the code to this browser. */
export async function forgotPassword(app: App, email: string, client: Client): Promise<Result<string>> {
  const allowed = await countResetMail(app, await whoGuesses(app, email, client));
  if (!allowed.ok) return allowed;
  const { resetId } = await app.identity.forgotPassword({ email, from: client.address });
  return ok(resetId);
}

/**
 * Sets a new password, ends all sessions of the old one, and notifies the owner by mail. Returns the cookie of the browser:
 * it reads the account's mail, so strangers' wrong passwords do not count against its sign-in.
 */
export async function resetPassword(
  app: App,
  input: { email: string; code: string; password: string; resetId?: string | undefined },
  client: Client,
): Promise<Result<string | null>> {
  // Checked before the code, so that the same code still works with a better password.
  const strong = await refuseKnownPassword(app, input.password, input);
  if (!strong.ok) return strong;
  const guesser = await whoGuesses(app, input.email, client);
  const guess: { counted: Result<void> } = { counted: ok(undefined) };
  const outcome = await app.identity.resetPassword(
    { ...input, from: client.address },
    {
      async mayTry() {
        guess.counted = await countResetCode(app, guesser);
        return guess.counted.ok;
      },
      async onReset(tx, sub) {
        await endEverything(tx, sub);
        await recordSecurityEvent(tx, { sub, kind: "password_reset", client }, app.clock.now());
      },
    },
  );
  const { counted } = guess;
  // Strangers may have used up the account's attempts, but they cannot read its mail. An external pool mails no link.
  if (!counted.ok)
    return app.identity.own ? { ok: false, failure: { ...counted.failure, message: CODES_USED_UP } } : counted;
  if (!outcome.ok) return readResetLink(input.code) ? fail("invalid", RESET_LINK_OVER) : refused(outcome.fault);
  await forgetResetCodes(app, guesser);
  await forgetPasswords(app, guesser);
  return ok(guesser.sub === null ? null : await rememberDevice(app, guesser.sub, client));
}
