import { z } from "zod";
import { LABEL_REQUIRED } from "#src/features/events/review/messages.ts";
import { isEmailAddress, normalizeEmail } from "#src/shared/contact.ts";
import { requiredText, text } from "#src/shared/fields.ts";

const EMAIL_FORM = "Please enter a valid email address";

export const hostIdQuerySchema = z.object({ after: text(300).optional().describe("Goes on after that page") });

const entrySchema = z.object({
  id: z.string(),
  label: z.string(),
  person: z
    .object({ userId: z.string(), name: z.string(), email: z.string() })
    .nullable()
    .describe("Whose it is; null: anyone's who has it"),
  createdAt: z.string(),
  revokedAt: z.string().nullable(),
});
export type HostIdEntry = z.infer<typeof entrySchema>;

export const hostIdListSchema = z.object({
  hostIds: z.array(entrySchema).describe("The newest first"),
  next: z.string().nullable(),
});
export type HostIdList = z.infer<typeof hostIdListSchema>;

export const newHostIdSchema = z.object({
  label: requiredText(100, LABEL_REQUIRED),
  email: text(100)
    .transform(normalizeEmail)
    .refine((email) => email === "" || isEmailAddress(email), { error: EMAIL_FORM })
    .optional()
    .describe("The only person whose events it counts for; empty: anyone who has it"),
});
export type NewHostId = z.infer<typeof newHostIdSchema>;

export const issuedHostIdSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  hostId: z.string().describe("In clear, this once: only its hash is kept"),
  entry: entrySchema,
});
export type IssuedHostId = z.infer<typeof issuedHostIdSchema>;

export const revokedHostIdSchema = z.object({ success: z.literal(true), message: z.string() });
