import { z } from "zod";
import { inOrder, MEMBERSHIPS, userFilterSchema, userSchema, wholeNumber } from "#src/features/people/schema/users.ts";
import { UNKNOWN_TYPE } from "#src/features/people/messages.ts";
import { text } from "#src/shared/fields.ts";

const SORTS = ["userId", "name", "dateAdded", "paidUntil", "lastAttended"] as const;
export type UserSort = (typeof SORTS)[number];

/** Maximum length of a cursor, which may contain the longest name in any script. */
const LONGEST_CURSOR = 4000;

export const allUsersQuerySchema = inOrder(
  userFilterSchema.extend({
    type: z.literal("getAllUsers", { error: UNKNOWN_TYPE }),
    sortBy: z
      .enum(SORTS, { error: `Choose one of ${SORTS.join(", ")}.` })
      .default("userId")
      .describe("People without a date come last either way"),
    sortOrder: z.enum(["asc", "desc"], { error: "Choose asc or desc." }).default("desc"),
    lastEvaluatedKey: text(LONGEST_CURSOR).optional().describe("Continue after this page"),
    limit: wholeNumber(100, 200).describe("Default: 100"),
  }),
);
const listedUserSchema = userSchema.extend({
  membership: z.enum(MEMBERSHIPS),
  paidUntil: z.string().nullable().describe("ISO 8601; null without a paid or granted period"),
  lastAttended: z.string().nullable().describe("The day of the last event they attended"),
  isUnsubscribed: z.boolean(),
  tags: z.array(z.string()),
});
export type ListedUser = z.infer<typeof listedUserSchema>;
export const allUsersSchema = z.object({
  users: z.array(listedUserSchema),
  lastEvaluatedKey: z.string().nullable().describe("Null on the last page"),
});
