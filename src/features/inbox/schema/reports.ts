import { z } from "zod";
import { EMAIL_INVALID, WHAT_HAPPENED } from "#src/features/inbox/messages.ts";
import { isEmailAddress, normalizeEmail } from "#src/shared/contact.ts";
import { requiredText, text } from "#src/shared/fields.ts";

/** A report of a person, a message or a photo; an account is not needed, and neither is an address. */
export const reportSchema = z.object({
  about: text(200).default("").describe("The subject"),
  message: requiredText(1000, WHAT_HAPPENED),
  email: text(100)
    .refine((address) => address === "" || isEmailAddress(address), { error: EMAIL_INVALID })
    .transform(normalizeEmail)
    .default(""),
  chatId: text(200).optional().describe("With messageId: the chat message it is about"),
  messageId: text(200).optional(),
  eventId: text(200).optional().describe("The event it is about"),
});
export type Report = z.infer<typeof reportSchema>;
