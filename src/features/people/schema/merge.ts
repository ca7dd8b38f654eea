import { z } from "zod";
import { userFieldsSchema, userId, userSchema } from "#src/features/people/schema/users.ts";
import { text } from "#src/shared/fields.ts";

const MOST_OTHERS = 20;

/** Two records from the user manager, or several from the console. */
export const mergeRequestSchema = z.object({
  sourceUserId: userId.optional().describe("The userId of the record to merge into the target"),
  targetUserId: userId.optional(),
  base: userId.optional().describe("The userId of the record that stays"),
  others: z
    .array(userId)
    .max(MOST_OTHERS, { error: `At most ${MOST_OTHERS} at once.` })
    .optional()
    .describe("The userIds of the records to merge into it, in the order in which they fill empty fields"),
  fields: userFieldsSchema.optional().describe("Field values that override the base's"),
  approval: z
    .object({ groupmeId: text(200), groupmeUserId: text(200) })
    .optional()
    .describe("This person's join request, to approve together with the merge"),
});
export type MergeRequest = z.infer<typeof mergeRequestSchema>;

export const mergedSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  mergedUser: userSchema,
  auditId: z.string().describe("The audit entry from which it can be undone"),
});
export type Merged = z.infer<typeof mergedSchema>;

export const mergePreviewSchema = z.object({
  merged: userSchema.describe("The merged record"),
  conflicts: z
    .array(z.object({ field: z.string(), values: z.array(z.object({ userId: z.string(), value: z.string() })) }))
    .describe("Fields with conflicting values; `merged` has the value used unless another is chosen"),
});
export type MergePreview = z.infer<typeof mergePreviewSchema>;
