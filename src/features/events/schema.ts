import { z } from "zod";
import { text } from "#src/shared/fields.ts";
import { forPlain } from "#src/features/events/rules/plain-fields.ts";
import { BAD_DAYS } from "#src/features/events/messages.ts";
import { drawSchema } from "#src/features/events/draw/schema/draw.ts";
import { decisionSchema } from "#src/features/events/decision/schema/decision.ts";
import { EVENT_STATUSES } from "#src/shared/states.ts";

/** One event as a viewer may read it: the answer of every call and the props of every page. */
export const eventSchema = z.object({
  socialEventId: z.string().describe("YYYY-MM-DD-slug, permanent"),
  ...forPlain(() => z.string()),
  date: z.string().describe("November 28, 2026"),
  time: z.string().describe("6:00 PM, local time of the event"),
  length: z.string().describe("'1hr', '2 hrs', or empty when unknown"),
  location: z.string().describe("'join group for location' for those who may not read it"),
  privateLocation: z.string().optional().describe("Only for members and admins"),
  cost: z.number().describe("US dollars; 0 = free"),
  spacesLeft: z.union([z.number().int(), z.literal("")]).describe("1000 = unlimited, 0 = sold out, empty = unknown"),
  host1: z.string(),
  host2: z.string(),
  generalpublic: z.boolean(),
  imgKey: z.string(),
  imgList: z.array(z.string()),
  photoCaptions: z.record(z.string(), z.string()).describe("Key of a photo → what it shows, where somebody said"),
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
  cancelReason: z.string().optional().describe("Of a canceled event: why, in its host's words"),
  decision: decisionSchema.optional().describe("Whether it runs; left out where nothing was ever open"),
  draw: drawSchema.optional().describe("Of an event whose places are drawn"),
  sequence: z.number().int(),
  previousStartsAt: z.string().optional().describe("When it was to begin before it was moved, as `startsAt`"),
  held: z.literal(true).optional().describe("Waits for an organizer: nobody else but its maker knows of it"),
  refusal: z.string().optional().describe("Of a held event: why an organizer did not publish it"),
  membersOnly: z.boolean().describe("The place is for members"),
  going: z.number().int().describe("The true count of people who come, guests included"),
  waitingCount: z.number().int().describe("How many wait for a place; a free place is theirs first"),
  guestsPerPerson: z
    .number()
    .int()
    .optional()
    .describe("How many guests a person may bring; left out where there are none"),
  usually: z
    .object({ min: z.number().int(), max: z.number().int() })
    .nullable()
    .describe("How many came to past events like it, until someone has answered; null also where too few are known"),
});
export type EventView = z.infer<typeof eventSchema>;

/** What changes while people look at an event. */
export type EventCounts = Pick<EventView, "going" | "spacesLeft" | "waitingCount">;

export const eventPageSchema = z.object({
  socialEvents: z.array(eventSchema),
  next: z.string().nullable().describe("Pass as `after` for the next page; null on the last"),
});
export type EventPage = z.infer<typeof eventPageSchema>;

export const oneEventSchema = z.object({ socialEvents: z.object({ Item: eventSchema }) });

export const eventQuerySchema = z.object({
  id: text(200).optional().describe("One event by its socialEventId"),
  isPastEvents: text(10).optional().describe("Past events that have photos, newest first; whatever its value"),
  after: text(300).optional().describe("Continue after this page"),
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
