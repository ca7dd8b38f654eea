import { z } from "zod";
import {
  USER_FIELDS,
  type UserField,
  userFieldsSchema,
  userId,
  userSchema,
} from "#src/features/people/schema/users.ts";
import { afterPage, text } from "#src/shared/fields.ts";

const MOST_AT_ONCE = 100;

export const pendingQuerySchema = z.object({
  type: z.literal("pendingJoinRequests"),
  after: afterPage,
});

const groupmeData = z.object({
  id: z.string().describe("The provider's id of the request"),
  user_id: z.string().describe("The provider's id of the person"),
  nickname: z.string(),
  phone: z.string(),
  image_url: z.string(),
});

const matchSchema = userSchema.extend({
  score: z.number().describe("0 to 1: the strength of the match"),
  reasons: z.array(z.string()).describe("The reasons, in words"),
  isBlocked: z.boolean().describe("An organizer blocked this person"),
});
export type Match = z.infer<typeof matchSchema>;

export const pendingSchema = z.object({
  pendingUsersWithMatches: z.array(
    z.object({
      requestId: z.string(),
      requestedAt: z.string(),
      groupmeData,
      matchingDbUsers: z.array(matchSchema).describe("Best first, at most ten"),
    }),
  ),
  total: z.number().int().describe("The total number of open requests"),
  next: z.string().nullable(),
});
export type Pending = z.infer<typeof pendingSchema>;

export const requestListSchema = z.object({
  pendingRequests: z.array(groupmeData.extend({ requestId: z.string(), requestedAt: z.string() })),
  total: z.number().int(),
  next: z.string().nullable(),
});
export type RequestList = z.infer<typeof requestListSchema>;

const approvalSchema = z.object({ groupmeId: text(200), groupmeUserId: text(200), chosenUserId: userId });
export type Approval = z.infer<typeof approvalSchema>;

const approvals = z.array(approvalSchema).max(MOST_AT_ONCE, { error: `At most ${MOST_AT_ONCE} at once.` });

export const editCommandSchema = z.object({
  type: z.literal("editUser"),
  userId,
  groupmeId: text(200).optional().describe("The request from which it was edited, for the audit log"),
  fields: userFieldsSchema,
  seen: z
    .partialRecord(z.enum(USER_FIELDS as [UserField, ...UserField[]]), text(20_000))
    .optional()
    .describe("Each edited field's value when editing began; if one has changed since, the edit is refused"),
});
export const deleteCommandSchema = z.object({
  type: z.literal("deleteUsers"),
  userIds: z.array(userId).max(MOST_AT_ONCE, { error: `At most ${MOST_AT_ONCE} at once.` }),
});
export const approveCommandSchema = z.object({ type: z.literal("approvals").optional(), approvals });

/** The commands of the pending list: edit one, approve several, delete several. */
export const pendingCommandSchema = z.discriminatedUnion(
  "type",
  [editCommandSchema, deleteCommandSchema, approveCommandSchema],
  { error: "Say what to do: approvals, or the type editUser or deleteUsers." },
);

export const decisionSchema = z.object({
  chosenUserId: userId.optional().describe("The record of the requester"),
  create: z.boolean().optional().describe("Create a record from their chat profile"),
});
export type Decision = z.infer<typeof decisionSchema>;

export const decidedSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  approved: z.number().int(),
  userId: z.string().nullable(),
});
export type Decided = z.infer<typeof decidedSchema>;

export const pendingAnswerSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  user: userSchema.optional().describe("After editUser"),
  approved: z.number().int().optional().describe("After approvals"),
  deleted: z.number().int().optional().describe("After deleteUsers"),
  auditIds: z
    .array(z.string())
    .optional()
    .describe("After deleteUsers: the audit entries from which each can be undone"),
});
