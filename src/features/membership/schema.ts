import { z } from "zod";
import { PAYMENT_KINDS, PAYMENT_METHODS } from "#src/shared/states.ts";

export const paymentSchema = z.object({
  id: z.string(),
  day: z.string().describe("YYYY-MM-DD in the group's zone"),
  kind: z.enum(PAYMENT_KINDS),
  method: z.enum(PAYMENT_METHODS),
  what: z.string().describe("Kind and method, in words"),
  amountCents: z.number().int().describe("Whole cents; negative for what was paid back or put right"),
  currency: z.string(),
  amount: z.string().describe("As it is written"),
  note: z.string(),
});
export type PaymentView = z.infer<typeof paymentSchema>;

export const membershipStatusSchema = z.object({
  state: z.enum(["none", "given", "incomplete", "active", "ending", "past_due", "ended"]),
  isMember: z.boolean(),
  line: z.string().describe("How it stands, in a sentence"),
  day: z.string().nullable().describe("YYYY-MM-DD: of the next payment, or of the end"),
  cancel: z.string().describe("How to stop; empty when there is nothing to stop"),
});
export type MembershipStatus = z.infer<typeof membershipStatusSchema>;

/** A person's own membership. */
export const ownMembershipSchema = z.object({
  ...membershipStatusSchema.shape,
  checkoutUrl: z.string().nullable().describe("The hosted page that knows who comes; null while there is none"),
  payer: z
    .object({ reference: z.string(), email: z.string() })
    .describe("What a payment is given along, so that it finds who pays; no reference where there is no record"),
  isDemonstration: z.boolean(),
  payments: z.array(paymentSchema).describe("The newest fifty; the export has all"),
});
export type OwnMembership = z.infer<typeof ownMembershipSchema>;
