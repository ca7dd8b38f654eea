import { z } from "zod";
import {
  CODE_REQUIRED,
  CREDENTIALS_REQUIRED,
  EMAIL_INVALID,
  PASSWORD_TOO_LONG,
  VERIFICATION_FAILED,
  WEAK_PASSWORD,
} from "#src/features/identity/messages.ts";
import { codeDigits, isCode, isStrongPassword, MAX_EMAIL, MAX_PASSWORD } from "#src/features/identity/rules.ts";
import { isEmailAddress, normalizeEmail } from "#src/shared/contact.ts";
import { isCleanText, requiredText } from "#src/shared/fields.ts";

const email = requiredText(MAX_EMAIL, CREDENTIALS_REQUIRED)
  .refine(isEmailAddress, { error: EMAIL_INVALID })
  .transform(normalizeEmail);

// Not trimmed: a space may be part of it.
const givenPassword = z
  .string({ error: CREDENTIALS_REQUIRED })
  .min(1, { error: CREDENTIALS_REQUIRED })
  .max(MAX_PASSWORD, { error: PASSWORD_TOO_LONG })
  .refine(isCleanText, { error: "This contains a character that cannot be kept." });

const newPassword = givenPassword.refine(isStrongPassword, { error: WEAK_PASSWORD });

const code = requiredText(20, CODE_REQUIRED).transform(codeDigits).refine(isCode, { error: VERIFICATION_FAILED });

const signUpId = z.uuid({ error: VERIFICATION_FAILED }).optional().describe("What sign-up answered, where it is known");

export const signInSchema = z.object({ email, password: givenPassword });
export const signUpSchema = z.object({ email, password: newPassword });
export const confirmSchema = z.object({ email, code, signUpId });
export const resendSchema = z.object({ email, signUpId });
export const forgotSchema = z.object({ email });
export const resetSchema = z.object({ email, code, password: newPassword });
export const signOutSchema = z.object({
  everywhere: z.boolean().default(false).describe("Every session of the account, not only this one"),
});

export const tokensSchema = z.object({
  idToken: z.string(),
  expiresAt: z.iso.datetime().describe("When the id token runs out"),
});
export type SessionTokens = z.infer<typeof tokensSchema>;
export const doneSchema = z.object({ success: z.literal(true) });
export const signUpAnswerSchema = z.object({ success: z.literal(true), signUpId: z.string() });

/** Who is signed in, as GraphQL tells it. */
export type Me = {
  /** Of the person; of the account while there is no person. */
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly approved: boolean;
  /** YYYY-MM-DD; empty when the person is not known. */
  readonly joinDate: string;
};
