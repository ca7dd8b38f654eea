import { beginEmailChange, confirmEmailChange } from "#src/features/security/commands/own-email.server.ts";
import { changePassword } from "#src/features/security/commands/own-password.server.ts";
import { EMAIL_INVALID, VERIFICATION_FAILED } from "#src/features/identity/messages.ts";
import { PASSWORD_NOT_CHANGED } from "#src/features/security/messages.ts";
import { readSignInSettings } from "#src/features/sign-in/queries/sign-in-methods.server.ts";
import { doneSchema } from "#src/features/identity/schema.ts";
import { emailChangeSchema, emailConfirmSchema, passwordChangeSchema } from "#src/features/security/schema.ts";
import { signInSettingsSchema } from "#src/features/sign-in/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requireProvedSelf } from "#src/http/admission.server.ts";
import { requireSignedIn } from "#src/policy/viewer.ts";
import { ok } from "#src/shared/result.ts";

const DONE = { success: true } as const;

export const changePasswordCall = endpoint({
  summary:
    "Change the password, given the current one; signs out every other device. Needs a fresh proof with a second factor, or where there is no password yet",
  body: passwordChangeSchema,
  answer: doneSchema,
  invalidMessage: PASSWORD_NOT_CHANGED,
  isLimitedInside: true,
  admit: requireSignedIn,
  async handle(app, signedIn, { body, client }) {
    const changed = await changePassword(app, signedIn, body, client);
    return changed.ok ? ok(DONE) : changed;
  },
});

export const beginEmailChangeCall = endpoint({
  summary: "Mail a code to a new email. Nothing changes until it is entered",
  body: emailChangeSchema,
  answer: signInSettingsSchema,
  invalidMessage: EMAIL_INVALID,
  isLimitedInside: true,
  admit: requireProvedSelf,
  async handle(app, signedIn, { body }) {
    const begun = await beginEmailChange(app, signedIn, body.email);
    return begun.ok ? ok(await readSignInSettings(app, signedIn)) : begun;
  },
});

export const confirmEmailChangeCall = endpoint({
  summary: "Change the email with the code; signs out every other device. Needs the second factor, if there is one",
  body: emailConfirmSchema,
  answer: doneSchema,
  invalidMessage: VERIFICATION_FAILED,
  isLimitedInside: true,
  admit: requireSignedIn,
  async handle(app, signedIn, { body, client }) {
    const changed = await confirmEmailChange(app, signedIn, body.code, client);
    return changed.ok ? ok(DONE) : changed;
  },
});
