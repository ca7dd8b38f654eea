import { z } from "zod";
import { LABEL_REQUIRED } from "#src/features/events/review/messages.ts";
import { isEmailAddress, normalizeEmail } from "#src/shared/contact.ts";
import { requiredText, text } from "#src/shared/fields.ts";

const EMAIL_FORM = "Please enter a valid email address";

const entrySchema = z.object({
  id: z.string(),
  label: z.string(),
  person: z
    .object({ userId: z.string(), name: z.string(), email: z.string() })
    .nullable()
    .describe("The only person it is valid for; null: anyone who has it"),
  createdAt: z.string(),
  revokedAt: z.string().nullable(),
});
export type HostIdEntry = z.infer<typeof entrySchema>;

export const hostIdListSchema = z.object({
  hostIds: z.array(entrySchema).describe("Newest first"),
  next: z.string().nullable(),
});
export type HostIdList = z.infer<typeof hostIdListSchema>;

export const newHostIdSchema = z.object({
  label: requiredText(100, LABEL_REQUIRED),
  email: text(100)
    .transform(normalizeEmail)
    .refine((email) => email === "" || isEmailAddress(email), { error: EMAIL_FORM })
    .optional()
    .describe("The only person it is valid for; empty: anyone who has it"),
});
export type NewHostId = z.infer<typeof newHostIdSchema>;

export const issuedHostIdSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  hostId: z.string().describe("Shown only once: the site stores its hash"),
  entry: entrySchema,
});
export type IssuedHostId = z.infer<typeof issuedHostIdSchema>;
