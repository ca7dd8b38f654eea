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

export const email = requiredText(MAX_EMAIL, CREDENTIALS_REQUIRED)
  .refine(isEmailAddress, { error: EMAIL_INVALID })
  .transform(normalizeEmail);

// Not trimmed: spaces may be part of the password.
export const givenPassword = z
  .string({ error: CREDENTIALS_REQUIRED })
  .min(1, { error: CREDENTIALS_REQUIRED })
  .max(MAX_PASSWORD, { error: PASSWORD_TOO_LONG })
  .refine(isCleanText, { error: "This contains an unsupported character." });

export const newPassword = givenPassword.refine(isStrongPassword, { error: WEAK_PASSWORD });

export const code = requiredText(20, CODE_REQUIRED)
  .transform(codeDigits)
  .refine(isCode, { error: VERIFICATION_FAILED });
export const doneSchema = z.object({ success: z.literal(true) });

/** The signed-in person in GraphQL. */
export type Me = {
  /** The person's id, or the account's if there is no person yet. */
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly approved: boolean;
  /** YYYY-MM-DD; empty if there is no person yet. */
  readonly joinDate: string;
};
