import { z } from "zod";
import { LINK_OVER, OPENID_INVALID } from "#src/features/sign-in/messages.ts";
import { CODE_REQUIRED, VERIFICATION_FAILED } from "#src/features/identity/messages.ts";
import { codeDigits, isCode, MAX_NAME } from "#src/features/identity/rules.ts";
import { agreedTerms, requiredText, text } from "#src/shared/fields.ts";
import { readResetLink } from "#src/shared/reset-links.ts";
import { email, givenPassword, newPassword, code } from "#src/features/identity/schema.ts";

const signUpId = z
  .uuid({ error: VERIFICATION_FAILED })
  .optional()
  .describe("The id from the sign-up response, if known");

export const signInSchema = z.object({ email, password: givenPassword });
const name = text(MAX_NAME).optional().describe("For the person of this account, if they have no name yet");
export const signUpSchema = z.object({ email, password: newPassword, firstName: name, lastName: name, agreedTerms });
// A sign-up is identified by its id, by the cookie of the browser that began it, or by its password.
const signUpPassword = givenPassword.optional().describe("The sign-up's password, if its id is not known");
export const confirmSchema = z.object({ email, code, signUpId, password: signUpPassword });
export const resendSchema = z.object({ email, signUpId, password: signUpPassword });
export const forgotSchema = z.object({ email });
const resetCode = requiredText(100, CODE_REQUIRED)
  .transform((given) => (readResetLink(given) ? given : codeDigits(given)))
  .refine((given) => isCode(given) || readResetLink(given) !== null, { error: VERIFICATION_FAILED })
  .describe("The mailed code, or the secret of the mailed link");
export const resetSchema = z.object({ email, code: resetCode, password: newPassword });
export const linkSchema = z.object({ email });
export const linkAnswerSchema = z.object({
  success: z.literal(true),
  number: z.string().describe("Shown in this browser; opens the link in another one"),
});
export const linkSignInSchema = z.object({
  token: requiredText(100, LINK_OVER),
  number: text(20)
    .transform(codeDigits)
    .optional()
    .describe("For a browser other than the one that requested the link"),
});
export const openIdUrlSchema = z.object({ url: z.url().describe("Where to send the browser") });
export const openIdReturnSchema = z.object({
  query: requiredText(8000, OPENID_INVALID).describe("The query string of the provider's redirect"),
});
export const signInSettingsSchema = z.object({
  email: z.string(),
  newEmail: z.string().nullable().describe("Waits for its code"),
  isOwn: z.boolean().describe("Email and password can be changed here"),
  hasPassword: z.boolean(),
  provider: z
    .object({ name: z.string(), isConnected: z.boolean() })
    .nullable()
    .describe("The OpenID Connect provider, if one is configured"),
});
export type SignInSettings = z.infer<typeof signInSettingsSchema>;
export const signOutSchema = z.object({
  everywhere: z.boolean().default(false).describe("End every session of the account, not only this one"),
});

export const tokensSchema = z.object({
  idToken: z.string(),
  expiresAt: z.iso.datetime().describe("When the id token expires"),
});
export type SessionTokens = z.infer<typeof tokensSchema>;
export const signUpAnswerSchema = z.object({ success: z.literal(true), signUpId: z.string() });
