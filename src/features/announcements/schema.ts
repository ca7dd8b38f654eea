import { z } from "zod";
import { SUBJECT_REQUIRED } from "#src/features/announcements/messages.ts";
import { daySchema, requiredText } from "#src/shared/fields.ts";
import { richTextSchema } from "#src/shared/rich-text.ts";
import { segmentSchema } from "#src/shared/segments.ts";
import { MAIL_STATUSES } from "#src/shared/states.ts";

const subject = requiredText(150, SUBJECT_REQUIRED);

export const testSchema = z.object({ subject, body: richTextSchema });
export type TestMail = z.infer<typeof testSchema>;

export const newAnnouncementSchema = testSchema.extend({
  id: z
    .uuid({ error: "An announcement needs an id of its own." })
    .describe("The idempotency key, created by the client"),
  segment: segmentSchema,
  sendOn: z
    .object({
      day: requiredText(10, "Choose a day.").pipe(daySchema),
      time: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: "A time is written HH:MM." }),
    })
    .nullable()
    .describe("In the group's time zone; null: now"),
});
export type NewAnnouncement = z.infer<typeof newAnnouncementSchema>;

export const audienceQuerySchema = z.object({ segment: segmentSchema });
export const audienceSchema = z.object({
  people: z.number().int().describe("The number of recipients if sent now, up to 5,000"),
  isMore: z.boolean().describe("Whether the count stopped at its limit, so there may be more"),
  unsubscribed: z.number().int().describe("In the segment, but excluded; 0 if `isMore`"),
  unreachable: z
    .number()
    .int()
    .describe("People in the segment without a verified address, up to 5,000; 0 if `isMore`"),
});
export type Audience = z.infer<typeof audienceSchema>;

const count = z.number().int();
const announcementSchema = z.object({
  id: z.string(),
  author: z.string().describe("Empty after the author's deletion"),
  subject: z.string(),
  body: richTextSchema,
  to: z.string().describe("The segment in words"),
  status: z.enum(["scheduled", "sending", "sent", "stopped", "canceled"]),
  sendAt: z.iso.datetime(),
  recipients: count.describe("How many mails were queued"),
  counts: z
    .object({ waiting: count, sent: count, skipped: count, failed: count })
    .describe("The status of its mails, counted while the outbox stores them (90 days)"),
});
export type Announcement = z.infer<typeof announcementSchema>;

export const announcementsSchema = z.object({
  announcements: z.array(announcementSchema),
  next: z.string().nullable(),
});
export type AnnouncementsPage = z.infer<typeof announcementsSchema>;

const recipientSchema = z.object({
  id: z.string(),
  email: z.string(),
  status: z.enum(MAIL_STATUSES),
  lastError: z.string(),
  doneAt: z.iso.datetime().nullable(),
});
export type Recipient = z.infer<typeof recipientSchema>;
export const recipientsSchema = z.object({ recipients: z.array(recipientSchema), next: z.string().nullable() });
export type RecipientsPage = z.infer<typeof recipientsSchema>;
