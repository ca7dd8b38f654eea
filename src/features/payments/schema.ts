import { z } from "zod";
import { INVALID_EMAIL, REQUIRED } from "#src/features/payments/messages.ts";
import { isEmailAddress, normalizeEmail } from "#src/shared/contact.ts";
import { requiredText } from "#src/shared/fields.ts";

/** Purpose and payer of a Bitcoin Cash payment. */
export const newBitcoinCashSchema = z.discriminatedUnion("purpose", [
  z.object({
    purpose: z.literal("payment"),
    email: requiredText(254, REQUIRED)
      .transform(normalizeEmail)
      .refine((email) => email === "" || isEmailAddress(email), { error: INVALID_EMAIL }),
    username: requiredText(100, REQUIRED),
  }),
  z.object({ purpose: z.literal("membership") }),
]);
export type NewBitcoinCashPayment = z.infer<typeof newBitcoinCashSchema>;

export const begunPaymentSchema = z.object({
  txId: z.string().describe("The payment service's id"),
  frameUrl: z.string().describe("The payment page for a frame"),
  pageUrl: z.string().describe("The payment page as a full page"),
});
export type BegunPayment = z.infer<typeof begunPaymentSchema>;
