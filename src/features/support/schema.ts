import { z } from "zod";
import { formType, phoneText } from "#src/features/inbox/schema/forms.ts";
import { SEXES } from "#src/shared/choices.ts";
import {
  EMAIL_INVALID,
  EMAIL_REQUIRED,
  FIRST_NAME_REQUIRED,
  isEmailAddress,
  LAST_NAME_REQUIRED,
  normalizeEmail,
  SEX_REQUIRED,
} from "#src/shared/contact.ts";
import { BLANK } from "#src/shared/contact-form.ts";
import { requiredText, text } from "#src/shared/fields.ts";

const orBlank = (answer: z.ZodString) =>
  answer
    .overwrite((words) => words || BLANK)
    .default(BLANK)
    .describe("'blank' if empty or omitted");

/** The support form's body; unanswered questions are 'blank'. */
export const supportSchema = z.object({
  email: requiredText(100, EMAIL_REQUIRED).refine(isEmailAddress, { error: EMAIL_INVALID }).transform(normalizeEmail),
  firstName: requiredText(100, FIRST_NAME_REQUIRED),
  lastName: requiredText(100, LAST_NAME_REQUIRED),
  sex: z.enum(SEXES, { error: SEX_REQUIRED }),
  phone: orBlank(phoneText),
  message: orBlank(text(1000)),
  formType: formType.default("support"),
});
export type SupportRequest = z.infer<typeof supportSchema>;
