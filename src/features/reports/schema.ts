import { z } from "zod";
import { OUTCOME_REQUIRED, REPORT_NOTE_REQUIRED, STATES_ARE, WHAT_HAPPENED } from "#src/features/reports/messages.ts";
import { REPORT_STATES } from "#src/features/reports/rules.ts";
import { EMAIL_INVALID, isEmailAddress, normalizeEmail } from "#src/shared/contact.ts";
import { afterPage, optional, requiredText, text } from "#src/shared/fields.ts";
import { REPORT_OUTCOMES } from "#src/shared/states.ts";

/** A report of a person, message or photo. Neither an account nor an address is required. */
export const reportSchema = z.object({
  about: text(200).default("").describe("The subject"),
  message: requiredText(1000, WHAT_HAPPENED),
  email: text(100)
    .refine((address) => address === "" || isEmailAddress(address), { error: EMAIL_INVALID })
    .transform(normalizeEmail)
    .default(""),
  chatId: text(200).optional().describe("With messageId: the chat message it is about, which the sender may read"),
  messageId: text(200).optional(),
  eventId: text(200).optional().describe("The event it is about"),
});
export type Report = z.infer<typeof reportSchema>;

export const reportQuerySchema = z.object({
  state: optional(z.enum([...REPORT_STATES, "unfinished"], { error: STATES_ARE })).describe(
    "unfinished: open or in progress",
  ),
  mine: optional(z.literal("true")).describe("Only those that you took on"),
  after: afterPage,
});
export type ReportQuery = z.infer<typeof reportQuerySchema>;

const caseSchema = z.object({
  id: z.string(),
  state: z.enum(REPORT_STATES),
  about: z.string().describe("Its subject; for a chat message, who wrote it and where"),
  quote: z.string().nullable().describe("The chat message's original text"),
  picture: z
    .object({ src: z.string().describe("As a data URL"), alt: z.string() })
    .nullable()
    .describe("The chat message's picture"),
  message: z.string(),
  email: z.string().describe("The reporter's email; empty for an anonymous report"),
  eventId: z.string().nullable().describe("The event it is about, or whose thread has the message"),
  writerId: z.string().nullable().describe("The author of the reported message"),
  chatId: z.string().nullable().describe("The chat of the reported message"),
  createdAt: z.iso.datetime(),
  owner: z.string().nullable().describe("The organizer who took it on"),
  isMine: z.boolean(),
  doneAt: z.iso.datetime().nullable(),
  doneBy: z.string().nullable().describe("The organizer who closed it"),
  outcome: z.enum(REPORT_OUTCOMES).nullable(),
  notes: z
    .array(z.object({ id: z.string(), text: z.string(), author: z.string(), createdAt: z.iso.datetime() }))
    .describe("Oldest first"),
});
export type ReportCase = z.infer<typeof caseSchema>;

export const reportPageSchema = z.object({ reports: z.array(caseSchema), next: z.string().nullable() });
export type ReportPage = z.infer<typeof reportPageSchema>;

export const reportChangeSchema = z.discriminatedUnion(
  "state",
  [
    z.object({ state: z.literal("open").describe("Gives it back, or reopens it") }),
    z.object({ state: z.literal("in_progress").describe("Makes you its owner") }),
    z.object({ state: z.literal("closed"), outcome: z.enum(REPORT_OUTCOMES, { error: OUTCOME_REQUIRED }) }),
  ],
  { error: STATES_ARE },
);
export type ReportChange = z.infer<typeof reportChangeSchema>;

export const newReportNoteSchema = z.object({
  id: z.uuid().describe("The idempotency key, created by the client"),
  text: requiredText(2000, REPORT_NOTE_REQUIRED),
});
export type NewReportNote = z.infer<typeof newReportNoteSchema>;
export const reportAnswerSchema = z.object({ report: caseSchema });
export type ReportAnswer = z.infer<typeof reportAnswerSchema>;
