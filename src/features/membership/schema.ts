import { z } from "zod";
import { PAYMENT_KINDS, PAYMENT_METHODS } from "#src/shared/states.ts";

export const paymentSchema = z.object({
  id: z.string(),
  day: z.string().describe("YYYY-MM-DD in the group's zone"),
  kind: z.enum(PAYMENT_KINDS),
  method: z.enum(PAYMENT_METHODS),
  what: z.string().describe("Kind and method, in words"),
  amountCents: z.number().int().describe("Whole cents; negative for refunds and corrections"),
  currency: z.string(),
  amount: z.string().describe("As displayed"),
  note: z.string(),
});
export type PaymentView = z.infer<typeof paymentSchema>;

export const membershipStatusSchema = z.object({
  state: z.enum(["none", "given", "incomplete", "active", "ending", "past_due", "ended"]),
  isMember: z.boolean(),
  line: z.string().describe("The status as a sentence"),
  day: z.string().nullable().describe("YYYY-MM-DD: the next payment, or the end"),
  cancel: z.string().describe("How to cancel; empty if there is nothing to cancel"),
});
export type MembershipStatus = z.infer<typeof membershipStatusSchema>;

export const ownMembershipSchema = z.object({
  ...membershipStatusSchema.shape,
  checkoutUrl: z.string().nullable().describe("The hosted page with the payer's reference; null if none is set up"),
  payer: z
    .object({ reference: z.string(), email: z.string() })
    .describe("Parameters that tie a payment to its payer; no reference without a record"),
  isDemonstration: z.boolean(),
  payments: z.array(paymentSchema).describe("The newest fifty; the export has all"),
});
export type OwnMembership = z.infer<typeof ownMembershipSchema>;
