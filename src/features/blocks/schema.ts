import { z } from "zod";
import { REASON_REQUIRED } from "#src/features/blocks/messages.ts";
import { daySchema, optional, requiredText } from "#src/shared/fields.ts";

export const newBlockSchema = z.object({
  reason: requiredText(500, REASON_REQUIRED).describe("Visible to organizers, and to the person in their data export"),
  until: optional(daySchema).describe("Its last day in the group's time zone; omitted: permanent"),
});
export type NewBlock = z.infer<typeof newBlockSchema>;

/** A person's block, if any. */
export const blockSchema = z.object({
  block: z
    .object({
      reason: z.string(),
      blockedAt: z.iso.datetime(),
      until: z.string().nullable().describe("The last day, YYYY-MM-DD; null: permanent"),
    })
    .nullable(),
  sharedWith: z.array(z.string()).describe("Names of blocked people with the same email or phone"),
});
export type Block = z.infer<typeof blockSchema>;
