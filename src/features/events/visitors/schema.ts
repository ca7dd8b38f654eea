import { z } from "zod";
import { ANSWER_UNKNOWN } from "#src/features/events/visitors/messages.ts";
import { guestsSchema } from "#src/features/events/rsvps/schema.ts";
import {
  EMAIL_INVALID,
  EMAIL_REQUIRED,
  FIRST_NAME_REQUIRED,
  isEmailAddress,
  isPhoneDigits,
  LAST_NAME_REQUIRED,
  normalizeEmail,
  PHONE_FORM,
  PHONE_REQUIRED,
  phoneDigits,
} from "#src/shared/contact.ts";
import { requiredText, text } from "#src/shared/fields.ts";
import { EVENT_STATUSES } from "#src/shared/states.ts";

/** The form for visitors to take a place. */
export const placeRequestSchema = z.object({
  firstName: requiredText(100, FIRST_NAME_REQUIRED),
  lastName: requiredText(100, LAST_NAME_REQUIRED),
  email: requiredText(100, EMAIL_REQUIRED).refine(isEmailAddress, { error: EMAIL_INVALID }).transform(normalizeEmail),
  phone: text(40)
    .transform(phoneDigits)
    .refine((digits) => digits !== "", { error: PHONE_REQUIRED, abort: true })
    .refine(isPhoneDigits, { error: PHONE_FORM }),
});
export type PlaceRequest = z.infer<typeof placeRequestSchema>;

export const placeAskedSchema = z.object({
  success: z.literal(true),
  message: z.string().describe("What happens next"),
});

const guestPaths = z.array(z.string()).describe("A page for each guest who has a seat: the place and time");
export const guestLinksSchema = z.object({ guestPaths });
export type GuestLinks = z.infer<typeof guestLinksSchema>;

const token = text(100).describe("The secret of a mailed link");
export const placeLinkSchema = z.object({ token });
export const placeAnswerSchema = z.object({
  token,
  answer: z.enum(["going", "not_going"], { error: ANSWER_UNKNOWN }),
  guests: guestsSchema.optional().describe("With 'going': the number of guests; omitted: unchanged"),
});

export type PlaceAnswer = z.infer<typeof placeAnswerSchema>;

const linkedEvent = {
  socialEventId: z.string(),
  title: z.string(),
  when: z.string(),
  startsAt: z.string().describe("ISO 8601 with the zone's offset"),
  endsAt: z.string().describe("ISO 8601 with the zone's offset, or empty"),
  location: z.string(),
  status: z.enum(EVENT_STATUSES),
};
const serverTime = z.string().describe("ISO 8601; the page's clock starts from it");

/** The view of a mailed link. */
export const placeSchema = z.object({
  event: z.object({
    ...linkedEvent,
    cost: z.string().nullable().describe("What it costs and how to pay; null when it is free or canceled"),
  }),
  serverTime,
  isUnseen: z
    .literal(true)
    .optional()
    .describe("The event is now for members: its time and location are empty, and the space can only be given up"),
  state: z
    .enum(["unproven", "going", "maybe", "not_going", "none", "waiting"])
    .describe("`unproven`: the link has not been used yet, so the space is not taken"),
  waiting: z.object({ place: z.number().int(), of: z.number().int() }).nullable(),
  hasOffer: z.boolean().describe("'going' takes a space that is offered to people who wait"),
  offeredUntil: z
    .string()
    .nullable()
    .describe("4:30 PM EST: when that offer expires; null if the first to take the space gets it"),
  isFull: z.boolean().describe("'going' joins the waiting list"),
  hold: z.string().nullable().describe("On hold: when it is decided and what happens then; null otherwise"),
  closed: z.string().nullable().describe("Why RSVPs are closed or not open yet"),
  hasAccount: z.boolean().describe("Changes need a sign-in"),
  email: z.string(),
  guests: z.number().int().describe("The number of guests"),
  guestsPerPerson: z.number().int().describe("How many guests a person may bring"),
  guestPaths,
});
export type PlaceView = z.infer<typeof placeSchema>;

export const guestLinkSchema = z.object({ token: text(500).describe("The secret of a guest's link") });

/** The view of a guest's link: the event as visitors see it, and nothing about the person who brings the guest. */
export const guestPlaceSchema = z.object({
  event: z.object({
    ...linkedEvent,
    calendarPath: z.string().describe("An .ics file"),
    directions: z.string().nullable().describe("Directions on a map; null if the place is for members"),
  }),
  serverTime,
});
export type GuestPlace = z.infer<typeof guestPlaceSchema>;
