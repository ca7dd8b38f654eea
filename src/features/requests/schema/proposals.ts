import { z } from "zod";
import { userSchema } from "#src/features/people/schema/users.ts";
import { text } from "#src/shared/fields.ts";
import { JOIN_FORM_FIELDS } from "#src/shared/proposals.ts";

const field = z.enum(JOIN_FORM_FIELDS, { error: "A join form has no such field." });

export const proposalsQuerySchema = z.object({ after: text(300).optional().describe("Goes on after that page") });
export type ProposalsQuery = z.infer<typeof proposalsQuerySchema>;

const proposalSchema = z.object({
  id: z.string(),
  createdAt: z.string().describe("ISO 8601"),
  reasons: z.array(z.string()).describe("Why the two may be one person, in words"),
  known: userSchema.describe("The person who was here before"),
  said: userSchema.describe("The person that the join form made"),
  saidStays: z.boolean().describe("The form's person has become somebody too (an account, an RSVP), so they stay"),
  fields: z.array(field).describe("In which the form says something else"),
  mark: z.string().describe("Stands for what both said when this was read"),
});
export type Proposal = z.infer<typeof proposalSchema>;

export const proposalsSchema = z.object({ proposals: z.array(proposalSchema), next: z.string().nullable() });
export type Proposals = z.infer<typeof proposalsSchema>;

export const takeOverSchema = z.object({
  mark: text(100).describe("Of the proposal as it was read: when either person changed since, nothing is taken over"),
  fields: z.array(field).max(JOIN_FORM_FIELDS.length).optional().describe("Every one but the email, unless given"),
});
export type TakeOver = z.infer<typeof takeOverSchema>;

export const proposalDecidedSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  auditId: z.string().describe("From which it can be undone"),
});
export type ProposalDecided = z.infer<typeof proposalDecidedSchema>;
