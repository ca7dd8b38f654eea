import { z } from "zod";
import { userFieldsSchema, userId, userSchema } from "#src/features/people/schema/users.ts";
import { text } from "#src/shared/fields.ts";

const MOST_OTHERS = 20;

/** Two records from the user manager, or several from the console. */
export const mergeRequestSchema = z.object({
  sourceUserId: userId.optional().describe("Becomes part of the target"),
  targetUserId: userId.optional(),
  base: userId.optional().describe("The userId of the record that stays"),
  others: z
    .array(userId)
    .max(MOST_OTHERS, { error: `At most ${MOST_OTHERS} at once.` })
    .optional()
    .describe("The userIds of those that become part of it, in the order in which they fill what is empty"),
  fields: userFieldsSchema.optional().describe("What the admin chose for a field, instead of the base's value"),
  approval: z
    .object({ groupmeId: text(200), groupmeUserId: text(200) })
    .optional()
    .describe("The request of this person to approve with it"),
});
export type MergeRequest = z.infer<typeof mergeRequestSchema>;

export const mergedSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  mergedUser: userSchema,
  auditId: z.string().describe("The entry of the audit log from which it can be undone"),
});
export type Merged = z.infer<typeof mergedSchema>;

export const mergePreviewSchema = z.object({
  merged: userSchema.describe("What the base would become"),
  conflicts: z
    .array(z.object({ field: z.string(), values: z.array(z.object({ userId: z.string(), value: z.string() })) }))
    .describe("Fields with more than one value; where nothing else is chosen, `merged` shows which one counts"),
});
export type MergePreview = z.infer<typeof mergePreviewSchema>;
