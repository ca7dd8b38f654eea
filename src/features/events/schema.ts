import { z } from "zod";
import { afterPage, text } from "#src/shared/fields.ts";
import { forPlain } from "#src/features/events/rules/plain-fields.ts";
import { BAD_DAYS } from "#src/features/events/messages.ts";
import { drawSchema } from "#src/features/events/draw/schema/draw.ts";
import { decisionSchema } from "#src/features/events/decision/schema/decision.ts";
import { EVENT_STATUSES } from "#src/shared/states.ts";

/** An event as a viewer may see it: in every response and on every page. */
export const eventSchema = z.object({
  socialEventId: z.string().describe("YYYY-MM-DD-slug, permanent"),
  ...forPlain(() => z.string()),
  date: z.string().describe("November 28, 2026"),
  time: z.string().describe("6:00 PM, local time of the event"),
  length: z.string().describe("'1hr', '2 hrs', or empty when unknown"),
  location: z.string().describe("'join group for location' for viewers who may not see it"),
  privateLocation: z.string().optional().describe("Only for members and admins"),
  cost: z.number().describe("US dollars; 0 = free"),
  spacesLeft: z.union([z.number().int(), z.literal("")]).describe("1000 = unlimited, 0 = sold out, empty = unknown"),
  host1: z.string(),
  host2: z.string(),
  generalpublic: z.boolean(),
  imgKey: z.string(),
  imgList: z.array(z.string()),
  photoCaptions: z.record(z.string(), z.string()).describe("Photo key → its caption, if there is one"),
  showPhotos: z.boolean(),
  groupMeChatUrl: z.string(),
  chat: z.string(),
  groupmeImg: z.string(),
  pollText: z.string(),
  pollPrivateLocation: z.string().optional().describe("Only for members and admins"),
  shortLocation: z.string().optional().describe("At most three words. Only for members and admins"),
  poll: z.string(),
  shortDate: z.string().describe("Nov 28"),
  day: z.string().describe("YYYY-MM-DD, local day of the event"),
  weekday: z.string().describe("Saturday"),
  endTime: z.string().describe("8:00 PM, or empty when the length is unknown"),
  sunset: z
    .string()
    .optional()
    .describe("5:27 PM. Only of a single event, and only if it is within an hour of the event"),
  timeZone: z.string().describe("IANA zone"),
  zoneName: z.string().describe("EST"),
  startsAt: z.string().describe("ISO 8601 with the zone's offset"),
  endsAt: z.string().describe("ISO 8601 with the zone's offset, or empty"),
  status: z.enum(EVENT_STATUSES),
  cancelReason: z.string().optional().describe("For a canceled event: the host's reason"),
  decision: decisionSchema.optional().describe("Whether it runs; omitted if it was never on hold"),
  draw: drawSchema.optional().describe("For an event whose spaces are drawn"),
  sequence: z.number().int(),
  previousStartsAt: z.string().optional().describe("The start before it was moved, in the format of `startsAt`"),
  held: z.literal(true).optional().describe("Waits for review: visible only to organizers and its creator"),
  refusal: z.string().optional().describe("For a held event: why an organizer refused it"),
  membersOnly: z.boolean().describe("The place is for members"),
  going: z.number().int().describe("The number of people going, including guests"),
  waitingCount: z.number().int().describe("The number of people waiting, who get free spaces first"),
  came: z
    .number()
    .int()
    .optional()
    .describe("The number of people marked at the door as here, including guests; omitted if none"),
  guestsPerPerson: z.number().int().optional().describe("How many guests a person may bring; omitted if none"),
  usually: z
    .object({ min: z.number().int(), max: z.number().int() })
    .nullable()
    .describe("Attendance of similar past events, until someone responds; null if too few are known"),
});
export type EventView = z.infer<typeof eventSchema>;

/** The live part of an event. */
export type EventCounts = Pick<EventView, "going" | "spacesLeft" | "waitingCount">;

export const eventPageSchema = z.object({
  socialEvents: z.array(eventSchema),
  next: z.string().nullable().describe("Pass as `after` for the next page; null on the last"),
});
export type EventPage = z.infer<typeof eventPageSchema>;

export const oneEventSchema = z.object({ socialEvents: z.object({ Item: eventSchema }) });

export const eventQuerySchema = z.object({
  id: text(200).optional().describe("One event by its socialEventId"),
  isPastEvents: text(10).optional().describe("Past events that have photos, newest first; any value"),
  after: afterPage,
  chat: text(60).optional().describe("Only events of this group chat"),
});

const DEFAULT_DAYS = 14;

export const upcomingQuerySchema = z.object({
  type: z.literal("socialEvents"),
  days: z
    .string()
    .default(String(DEFAULT_DAYS))
    .refine((days) => /^[1-9]\d?$/.test(days) && Number(days) <= 30, { error: BAD_DAYS })
    .transform(Number)
    .describe("1 to 30"),
});
