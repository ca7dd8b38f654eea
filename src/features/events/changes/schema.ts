import { z } from "zod";
import { decidedSchema, personSchema } from "#src/features/events/review/schema/held-events.ts";
import { proposedSchema } from "#src/features/events/edit/schema.ts";
import { eventSchema } from "#src/features/events/schema.ts";

import { CHANGE_SCOPES } from "#src/shared/states.ts";

const waitingSchema = z.object({
  event: eventSchema.describe("The published version"),
  host: personSchema.nullable(),
  before: proposedSchema,
  after: proposedSchema,
  scope: z.enum(CHANGE_SCOPES),
  version: z.string().describe("The version of the change"),
  proposedAt: z.string(),
});
export type ChangeToDecide = z.infer<typeof waitingSchema>;

export const eventChangesSchema = z.object({
  changes: z.array(waitingSchema).describe("Longest waiting first"),
  total: z.number().int().describe("How many wait in all"),
  next: z.string().nullable(),
});
export type ChangesToDecide = z.infer<typeof eventChangesSchema>;

export const decidedChangeSchema = decidedSchema.extend({
  auditId: z.string().describe("The audit entry that undoes it"),
});
export type DecidedChange = z.infer<typeof decidedChangeSchema>;
