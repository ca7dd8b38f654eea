import { z } from "zod";
import { afterPage, optional, text } from "#src/shared/fields.ts";
import { PHOTO_REQUEST_STATUSES, UPLOAD_KINDS } from "#src/shared/states.ts";
import { isEmailAddress, normalizeEmail } from "#src/shared/contact.ts";

export const photoRequestsQuerySchema = z.object({
  status: optional(z.enum(PHOTO_REQUEST_STATUSES, { error: "Requests are open, kept or deleted." })),
  after: afterPage,
});
export type PhotoRequestsQuery = z.infer<typeof photoRequestsQuerySchema>;

const photoRequestSchema = z.object({
  id: z.string(),
  eventId: z.string(),
  eventTitle: z.string(),
  key: z.string().describe("The photo's key"),
  kind: z.enum(UPLOAD_KINDS),
  reason: z.string(),
  email: z.string().describe("The reply address; empty if no reply is wanted"),
  askedBy: z.string().describe("The requester's name if they were signed in"),
  status: z.enum(PHOTO_REQUEST_STATUSES),
  isHidden: z.boolean().describe("Hidden from everyone"),
  isShown: z.boolean().describe("Shown by the event; if neither hidden nor shown, it was removed since"),
  otherEvents: z
    .array(z.object({ eventId: z.string(), title: z.string() }))
    .describe("Other events with the same upload, which lose it or get it back with this one; the newest 20"),
  otherEventCount: z.number().int().describe("How many other events have the same upload"),
  isInChat: z.boolean().describe("A chat message shows the same upload"),
  createdAt: z.string(),
  decidedAt: z.string().nullable(),
});
export type PhotoRequest = z.infer<typeof photoRequestSchema>;

export const photoRequestsSchema = z.object({ requests: z.array(photoRequestSchema), next: z.string().nullable() });
export type PhotoRequests = z.infer<typeof photoRequestsSchema>;

export const takedownSchema = z.object({
  reason: text(1000).default(""),
  email: text(100)
    .refine((address) => address === "" || isEmailAddress(address), {
      error: "Please enter a valid email address, or leave it empty.",
    })
    .transform(normalizeEmail)
    .default(""),
});
export type Takedown = z.infer<typeof takedownSchema>;
export const takedownAnswerSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  hidden: z.boolean().describe("No longer shown"),
});
