import { z } from "zod";
import { userSchema } from "#src/features/people/schema/users.ts";
import { afterPage, text } from "#src/shared/fields.ts";
import { JOIN_FORM_FIELDS } from "#src/shared/proposals.ts";

const field = z.enum(JOIN_FORM_FIELDS, { error: "A join form has no such field." });

export const proposalsQuerySchema = z.object({ after: afterPage });
export type ProposalsQuery = z.infer<typeof proposalsQuerySchema>;

const proposalSchema = z.object({
  id: z.string(),
  createdAt: z.string().describe("ISO 8601"),
  reasons: z.array(z.string()).describe("Why the two may be the same person, in words"),
  known: userSchema.describe("The known person"),
  said: userSchema.describe("The person created by the join form"),
  saidStays: z.boolean().describe("Whether the form's person has an account or RSVPs, so they stay"),
  isBlocked: z.boolean().describe("An organizer blocked the known person"),
  fields: z.array(field).describe("The fields that differ"),
  mark: z.string().describe("The version of both records"),
});
export type Proposal = z.infer<typeof proposalSchema>;

export const proposalsSchema = z.object({ proposals: z.array(proposalSchema), next: z.string().nullable() });
export type Proposals = z.infer<typeof proposalsSchema>;

export const takeOverSchema = z.object({
  mark: text(100).describe("The version that was read; if either person has changed since, nothing is applied"),
  fields: z.array(field).max(JOIN_FORM_FIELDS.length).optional().describe("Default: every field except the email"),
});
export type TakeOver = z.infer<typeof takeOverSchema>;

export const proposalDecidedSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  auditId: z.string().describe("The audit entry from which it can be undone"),
});
export type ProposalDecided = z.infer<typeof proposalDecidedSchema>;
