import { z } from "zod";
import { COLUMN_LABELS } from "#src/features/people/messages/csv.ts";
import { inOrder, userFilterSchema, userId } from "#src/features/people/schema/users.ts";
import { text } from "#src/shared/fields.ts";

/** Maximum number of chosen people: more than the browser lists. */
const MOST_CHOSEN = 1000;

export const exportRequestSchema = z.object({
  userIds: z
    .array(userId)
    .min(1, { error: "Choose someone to export." })
    .max(MOST_CHOSEN, { error: `At most ${MOST_CHOSEN} chosen people; or all whom a filter shows.` })
    .optional()
    .describe("Only these people; omitted: everyone the filter matches"),
  filter: inOrder(userFilterSchema).default(userFilterSchema.parse({})).describe("As in the query of GET /api/users"),
});
export type ExportRequest = z.infer<typeof exportRequestSchema>;

export const MOST_ROWS = 10_000;
export const MOST_BYTES = 10 * 1024 * 1024;
/** Rows per transaction: a table is imported in parts, each of which succeeds or fails as a whole. */
export const PART_ROWS = 1000;

export type Column = keyof typeof COLUMN_LABELS;
const isColumn = (name: string): name is Column => Object.hasOwn(COLUMN_LABELS, name);

/** The columns' fields as the organizer chose them, comma-separated; empty for ignored columns. */
const columns = text(4000)
  .refine((names) => names.split(",").every((name) => name === "" || isColumn(name)), {
    error: "This is not a list of columns.",
  })
  .transform((names) => names.split(",").map((name) => (isColumn(name) ? name : null)))
  .optional()
  .describe("The fields of the columns in order, comma-separated; omitted: guessed from the headings");
export const previewQuerySchema = z.object({ columns });

const importedRowSchema = z.object({
  line: z.number().int().describe("The line in the file, from 1"),
  /** `propose`: only a second email is new. `unchanged`: the record already has everything. */
  outcome: z.enum(["create", "fill", "propose", "unchanged", "refuse"]),
  name: z.string().describe("The person's name in the row"),
  email: z.string(),
  phone: z.string(),
  record: z.object({ userId: z.string(), name: z.string() }).nullable().describe("The person's existing record"),
  why: z.array(z.string()).describe("Why the record matches, or why the row is refused"),
  fills: z.array(z.string()).describe("The columns that fill empty fields of the record"),
  proposes: z.string().describe("A second email of a known person, for an organizer to decide; empty for none"),
});
export type ImportedRow = z.infer<typeof importedRowSchema>;

const countsSchema = z.object({
  create: z.number().int(),
  fill: z.number().int(),
  propose: z.number().int(),
  unchanged: z.number().int(),
  refuse: z.number().int(),
  proposed: z.number().int().describe("The number of other emails of known people"),
});

const readColumnSchema = z.object({
  heading: z.string(),
  field: z.string().describe("A record's field, `name`, `secondEmail` or `userId`; empty if the column is ignored"),
  sample: z.string().describe("The first value in the column; empty if there is none"),
});
export type ReadColumn = z.infer<typeof readColumnSchema>;

const partSchema = z.object({
  plan: z.string().describe("A hash of this preview; send it with the import of the part"),
  rows: z.number().int(),
  brings: z.number().int().describe("The number of rows with something new; parts without any are omitted"),
});

export const importPreviewSchema = z.object({
  columns: z.array(readColumnSchema),
  rows: z.array(importedRowSchema),
  counts: countsSchema,
  notes: z.array(z.string()).describe("Warnings about the file"),
  parts: z.array(partSchema).describe(`${PART_ROWS} rows each, imported one after the other`),
});
export type ImportPreview = z.infer<typeof importPreviewSchema>;

const uuid = z.uuid({ error: "An import has a UUID that its sender makes." });
export const importQuerySchema = z.object({
  importId: uuid.describe("The idempotency key, created by the client for each part"),
  plan: z.string().min(1).max(100).describe("The part's mark from its preview"),
  part: z
    .string()
    .regex(/^\d{1,2}$/)
    .default("0")
    .transform(Number)
    .describe("The index of the part, from 0"),
  columns,
});
export type ImportQuery = z.infer<typeof importQuerySchema>;

export const importedSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  counts: countsSchema,
  auditId: z.string().nullable().describe("The audit entry from which it can be undone"),
});
export type Imported = z.infer<typeof importedSchema>;
