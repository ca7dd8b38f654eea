import { z } from "zod";
import { MOST_EVENTS, UNKNOWN_COMMAND } from "#src/features/events/chat-calendar/messages.ts";
import { eventSchema } from "#src/features/events/schema.ts";
import { text } from "#src/shared/fields.ts";

const STATUSES = ["unsure", "failed", "posted", "withdrawn"] as const;

const postSchema = z.object({
  status: z.enum(STATUSES).describe("unsure: an earlier attempt ended without a known result"),
  hasChanges: z.boolean().describe("Posted, but changed since"),
  isUnderWay: z.boolean().describe("An attempt is in progress"),
  lastError: z.string().describe("Why the last attempt failed; empty if it didn't"),
});
export type CalendarPost = z.infer<typeof postSchema>;

export const adminEventsSchema = z.object({
  upcomingEvents: z
    .array(eventSchema)
    .describe("The events of the requested days, and later ones whose post is out of date"),
  calendar: z.record(z.string(), postSchema).describe("socialEventId → its post in the chat calendar"),
  over: z.array(z.string()).describe("The socialEventIds of events that have ended, which can’t be posted anymore"),
});
export type AdminEvents = z.infer<typeof adminEventsSchema>;

const eventIds = z.array(text(200)).max(50, { error: MOST_EVENTS });

export const calendarCommandSchema = z.discriminatedUnion(
  "type",
  [
    z.object({ type: z.literal("calendarEvents"), eventIds }),
    z.object({ type: z.literal("calendarChanges"), eventIds }),
  ],
  { error: UNKNOWN_COMMAND },
);
export type CalendarCommand = z.infer<typeof calendarCommandSchema>;

const resultSchema = z.object({
  event: z.string().describe("The socialEventId"),
  title: z.string().describe("Empty when there is no such event"),
  success: z.boolean(),
  message: z.string(),
  error: z.string().nullable().describe("Why it failed"),
});
export type CalendarResult = z.infer<typeof resultSchema>;

export const calendarAnswerSchema = z.object({
  totalProcessed: z.number().int(),
  totalSuccessful: z.number().int(),
  results: z.array(resultSchema),
});
export type CalendarAnswer = z.infer<typeof calendarAnswerSchema>;
