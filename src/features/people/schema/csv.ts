import { z } from "zod";
import { userFilterSchema, userId } from "#src/features/people/schema/users.ts";

/** At most so many at once: more than a browser shows to choose from. */
const MOST_CHOSEN = 1000;

export const exportRequestSchema = z.object({
  userIds: z
    .array(userId)
    .min(1, { error: "Choose somebody to export." })
    .max(MOST_CHOSEN, { error: `At most ${MOST_CHOSEN} chosen people; or all whom a filter shows.` })
    .optional()
    .describe("These people; without it everybody whom the filter shows"),
  filter: userFilterSchema.default(userFilterSchema.parse({})).describe("As in the query of GET /api/users"),
});
export type ExportRequest = z.infer<typeof exportRequestSchema>;

/** Limits of an import: what one person can look through, and one transaction holds. */
export const MOST_ROWS = 1000;
export const MOST_BYTES = 1024 * 1024;

const importedRowSchema = z.object({
  line: z.number().int().describe("In the file, the first is 1"),
  /** `unchanged`: the record has all of it. */
  outcome: z.enum(["create", "fill", "unchanged", "refuse"]),
  name: z.string().describe("Who it is, as the row says"),
  email: z.string(),
  phone: z.string(),
  record: z
    .object({ userId: z.string(), name: z.string() })
    .nullable()
    .describe("The record that the person has already"),
  why: z.array(z.string()).describe("Why it is that record, or why the row is refused"),
  fills: z.array(z.string()).describe("Names of the columns that the record gets; what it has already stays"),
});
export type ImportedRow = z.infer<typeof importedRowSchema>;

const countsSchema = z.object({
  create: z.number().int(),
  fill: z.number().int(),
  unchanged: z.number().int(),
  refuse: z.number().int(),
});

export const importPreviewSchema = z.object({
  rows: z.array(importedRowSchema),
  counts: countsSchema,
  notes: z.array(z.string()).describe("What is odd about the file, in words"),
  plan: z.string().describe("Stands for exactly this; it is sent along when the import is done"),
});
export type ImportPreview = z.infer<typeof importPreviewSchema>;

const uuid = z.uuid({ error: "An import has a UUID that its sender makes." });
export const importQuerySchema = z.object({
  importId: uuid.describe("Made by the sender, one for each import: the same again answers the same and does nothing"),
  plan: z.string().min(1).max(100).describe("Of the preview"),
});
export type ImportQuery = z.infer<typeof importQuerySchema>;

export const importedSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  counts: countsSchema,
  auditId: z.string().nullable().describe("The entry of the audit log from which it can be undone"),
});
export type Imported = z.infer<typeof importedSchema>;
