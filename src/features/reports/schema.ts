import { z } from "zod";
import { REPORT_EMAIL_INVALID, WHAT_HAPPENED } from "#src/features/reports/messages.ts";
import { isEmailAddress, normalizeEmail } from "#src/shared/contact.ts";
import { requiredText, text } from "#src/shared/fields.ts";

/** A report of a person, a message or a photo; an account is not needed, and neither is an address. */
export const reportSchema = z.object({
  about: text(200).default("").describe("The subject"),
  message: requiredText(1000, WHAT_HAPPENED),
  email: text(100)
    .refine((address) => address === "" || isEmailAddress(address), { error: REPORT_EMAIL_INVALID })
    .transform(normalizeEmail)
    .default(""),
  chatId: text(200).optional().describe("With messageId: the chat message it is about, which the sender may read"),
  messageId: text(200).optional(),
  eventId: text(200).optional().describe("The event it is about"),
});
export type Report = z.infer<typeof reportSchema>;
