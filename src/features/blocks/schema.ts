import { z } from "zod";
import { REASON_REQUIRED } from "#src/features/blocks/messages.ts";
import { daySchema, optional, requiredText } from "#src/shared/fields.ts";

export const newBlockSchema = z.object({
  reason: requiredText(500, REASON_REQUIRED).describe("Read by organizers, and by the person in their own data export"),
  until: optional(daySchema).describe("Its last day, by the group's clock; omitted: for good"),
});
export type NewBlock = z.infer<typeof newBlockSchema>;

/** A person's block, if any. */
export const blockSchema = z.object({
  block: z
    .object({
      reason: z.string(),
      blockedAt: z.iso.datetime(),
      until: z.string().nullable().describe("The last day, YYYY-MM-DD; null: for good"),
    })
    .nullable(),
  sharedWith: z.array(z.string()).describe("Names of blocked people with the same email or phone"),
});
export type Block = z.infer<typeof blockSchema>;
