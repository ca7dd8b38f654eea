import { z } from "zod";
import { decisionSchema } from "#src/features/events/decision/schema/decision.ts";
import { drawSchema } from "#src/features/events/draw/schema/draw.ts";
import { pollSchema } from "#src/features/events/polls/schema.ts";
import { ANSWER_UNKNOWN, GUESTS_FORM } from "#src/features/events/rsvps/messages.ts";
import { MOST_GUESTS } from "#src/shared/choices.ts";
import { EVENT_STATUSES, RSVP_ANSWERS, SEAT_OFFER_KINDS } from "#src/shared/states.ts";

export type Answer = (typeof RSVP_ANSWERS)[number];

export const guestsSchema = z
  .int({ error: GUESTS_FORM })
  .min(0, { error: GUESTS_FORM })
  .max(MOST_GUESTS, { error: GUESTS_FORM });

export const answerSchema = z.object({
  answer: z.enum(RSVP_ANSWERS, { error: ANSWER_UNKNOWN }),
  guests: guestsSchema
    .optional()
    .describe("With 'going': the number of guests, as the event allows; omitted: unchanged"),
});

/** An event's counts and the caller's RSVP state. */
export const rsvpStateSchema = z.object({
  answer: z.enum(RSVP_ANSWERS).nullable(),
  waiting: z
    .object({ place: z.number().int().describe("1 = next"), of: z.number().int() })
    .nullable()
    .describe("The position on the waiting list"),
  offer: z
    .object({
      kind: z
        .enum(SEAT_OFFER_KINDS)
        .describe("`offer`: reserved for the caller; `first_come`: the first to accept gets it"),
      expiresAt: z.string().describe("ISO 8601, UTC"),
      time: z.string().describe("4:30 PM EST, of that moment"),
    })
    .nullable()
    .describe("A space that the waiting caller gets by responding 'going'"),
  seatNews: z.string().optional().describe("For hosts: how free spaces are given to the waiting list now"),
  guests: z.number().int().describe("The number of the caller's guests"),
  guestsPerPerson: z.number().int().describe("How many guests a person may bring"),
  going: z.number().int().describe("The number of people going, including guests"),
  spacesLeft: z.union([z.number().int(), z.literal("")]).describe("1000 = unlimited, 0 = sold out, empty = unknown"),
  waitingCount: z.number().int(),
  status: z.enum(EVENT_STATUSES),
  decision: decisionSchema.optional().describe("Whether it runs; omitted if it was never on hold"),
  draw: drawSchema.optional().describe("For an event whose spaces are drawn"),
  canManage: z.boolean(),
  coHosts: z.array(z.string()).describe("Names, for people who are signed in"),
  canKeepDoor: z.boolean().describe("Whether the caller may mark who came: the host, organizers, greeters"),
  inThread: z
    .boolean()
    .describe("Whether the caller may read and write its thread: people who are going, its hosts, organizers"),
  hasBoard: z.boolean().describe("Whether there is a court board that the caller may follow"),
  isNameless: z.boolean().describe("The caller has no name yet, so others could not recognize them"),
  attendees: z
    .enum(["allowed", "sign_in", "profile", "subscribe"])
    .describe("Whether the caller may read the attendee list, or what it requires"),
  poll: pollSchema.nullable(),
});
export type RsvpState = z.infer<typeof rsvpStateSchema>;

export const attendeePageSchema = z.object({
  attendees: z.array(z.object({ name: z.string(), answer: z.enum(["going", "maybe"]), guests: z.number().int() })),
  total: z.number().int(),
  next: z.string().nullable().describe("Pass as `after` for the next page; null on the last"),
});
export type AttendeePage = z.infer<typeof attendeePageSchema>;
