import { z } from "zod";
import { SEXES } from "#src/shared/choices.ts";
import { isEmailAddress, normalizeEmail } from "#src/shared/contact.ts";
import { BLANK } from "#src/shared/contact-form.ts";
import { requiredText, text } from "#src/shared/fields.ts";

/** What the support form sends; what was not answered as 'blank'. */
export const supportSchema = z.object({
  email: requiredText(100, "Email is required.")
    .refine(isEmailAddress, { error: "Please enter a valid email address." })
    .transform(normalizeEmail),
  firstName: requiredText(100, "First name is required."),
  lastName: requiredText(100, "Last name is required."),
  sex: z.enum(SEXES, { error: "Sex is required." }),
  phone: text(1000).default(BLANK).describe("'blank' if omitted"),
  message: text(1000).default(BLANK).describe("'blank' if omitted"),
  formType: text(100).default("support"),
});
export type SupportRequest = z.infer<typeof supportSchema>;
