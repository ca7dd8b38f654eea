import { z } from "zod";
import { ONE_PERSON_A_MARK, WALK_IN_NAME } from "#src/features/events/door/messages.ts";
import { requiredText, text } from "#src/shared/fields.ts";
import { PRESENCES } from "#src/shared/states.ts";

export const MOST_GUESTS_AT_DOOR = 9;
/** Limit of marks per call; a phone that was offline sends more calls. */
export const MOST_MARKS = 500;

const presence = z.enum(PRESENCES);
const guests = z.number().int().min(0).max(MOST_GUESTS_AT_DOOR);

const markSchema = z
  .object({
    id: z.uuid().describe("Made by the phone, so that a repeated mark changes nothing"),
    userId: text(200).optional().describe("A person of the list"),
    walkIn: z
      .object({ id: z.uuid(), name: requiredText(80, WALK_IN_NAME) })
      .optional()
      .describe("A person without an RSVP; the phone makes the id"),
    presence,
    guests: guests.default(0),
  })
  .refine(({ userId, walkIn }) => (userId === undefined) !== (walkIn === undefined), { error: ONE_PERSON_A_MARK });
export type Mark = z.infer<typeof markSchema>;

export const marksSchema = z.object({ marks: z.array(markSchema).min(1).max(MOST_MARKS) });

const attendee = z.object({
  name: z.string(),
  presence,
  guests,
});

/** Everything that the door needs, in one response, because it must work offline. */
export const doorSchema = z.object({
  title: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  isOpen: z.boolean().describe("Whether marks are taken now"),
  whyClosed: z.string().describe("A sentence; empty while it is open"),
  canNameGreeters: z.boolean(),
  people: z.array(
    attendee.extend({
      userId: z.string(),
      answer: z.enum(["going", "maybe", "waiting"]).nullable().describe("Null for a person without an RSVP"),
      brings: z.number().int().optional().describe("Guests of the RSVP; omitted if there are none"),
      isSelf: z.boolean().describe("Self check-in"),
      isGreeter: z.boolean(),
      isHost: z.literal(true).optional().describe("The host or a co-host: never a no-show"),
    }),
  ),
  walkIns: z.array(attendee.extend({ id: z.string() })),
});
export type DoorView = z.infer<typeof doorSchema>;

export const checkInCodeSchema = z.object({
  path: z.string().describe("The page that checks its reader in, with the code behind #"),
  qr: z
    .object({ size: z.number(), path: z.string() })
    .describe("Its address as a QR code: an SVG path on a grid of `size`"),
  validUntil: z.iso.datetime(),
});
export type CheckInCode = z.infer<typeof checkInCodeSchema>;

export const checkInSchema = z.object({ code: text(500) });
export const checkedInSchema = z.object({
  title: z.string(),
  name: z.string(),
  hasPlace: z.boolean().describe("Whether they were going and have a space"),
});
export type CheckedIn = z.infer<typeof checkedInSchema>;
