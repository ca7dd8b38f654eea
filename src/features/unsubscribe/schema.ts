import { z } from "zod";
import { formType } from "#src/features/inbox/schema/forms.ts";
import { FORM_INCOMPLETE } from "#src/features/unsubscribe/messages.ts";
import {
  EMAIL_INVALID,
  EMAIL_REQUIRED,
  FIRST_NAME_REQUIRED,
  isEmailAddress,
  LAST_NAME_REQUIRED,
  normalizeEmail,
} from "#src/shared/contact.ts";
import { requiredText } from "#src/shared/fields.ts";

/** The body of the unsubscribe form. Reason, phone and instagram are part of the message. */
export const unsubscribeSchema = z.object({
  email: requiredText(100, EMAIL_REQUIRED).refine(isEmailAddress, { error: EMAIL_INVALID }).transform(normalizeEmail),
  firstName: requiredText(100, FIRST_NAME_REQUIRED),
  lastName: requiredText(100, LAST_NAME_REQUIRED),
  // The reason alone may have 1000 characters; the other fields are added.
  message: requiredText(1500, FORM_INCOMPLETE).describe("'UNSUBSCRIBE', the reason, phone and instagram"),
  formType: formType.default("unsubscribe"),
});
export type UnsubscribeRequest = z.infer<typeof unsubscribeSchema>;

export const unsubscribeAnswerSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  stopped: z.boolean().describe("Whether mails to the address have stopped"),
  mailed: z
    .boolean()
    .describe(
      "Whether a link that stops them was mailed; false if they stopped, or if the inbox just got several mails",
    ),
});
export type UnsubscribeAnswer = z.infer<typeof unsubscribeAnswerSchema>;
