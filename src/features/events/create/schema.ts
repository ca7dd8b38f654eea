import { z } from "zod";
import { COST_FORM, LENGTH_FORM, SPACES_FORM } from "#src/features/events/form/messages.ts";
import {
  COST_REQUIRED,
  DATE_FORM,
  DATE_REQUIRED,
  ID_FORM,
  ID_OF_ANOTHER_DAY,
  ID_REQUIRED,
  LENGTH_REQUIRED,
  PUBLIC_FORM,
  REAL_PLACE_REQUIRED,
  TIME_FORM,
  TIME_REQUIRED,
  TIME_STEPS,
  WEEKS_FORM,
} from "#src/features/events/create/messages.ts";
import { readCost, readDay, readLength, readTime } from "#src/features/events/form/rules/read-values.ts";
import { MINIMUM_OVER_SPACES, MOMENT_FORM, MOMENT_TOO_LATE } from "#src/features/events/decision/messages.ts";
import { TURNS_NEED_SPACES } from "#src/features/events/draw/messages.ts";
import { minimumSchema } from "#src/features/events/decision/schema/decision.ts";
import { MOST_WEEKS } from "#src/features/events/create/rules/series.ts";
import { GROUP_HOST, isEventId, NONE, TO_BE_DETERMINED } from "#src/features/events/rules.ts";
import { forPlain, PLAIN_FIELDS } from "#src/features/events/rules/plain-fields.ts";
import { newPollSchema } from "#src/features/events/polls/schema.ts";
import { plainShape } from "#src/features/events/schema/plain-fields.ts";
import { eventSchema } from "#src/features/events/schema.ts";
import { hasLimit } from "#src/features/events/rsvps/rules.ts";
import { UNLIMITED_SPACES } from "#src/shared/choices.ts";
import { requiredText, text } from "#src/shared/fields.ts";
import { formShape, isMembersOnly } from "#src/features/events/form/schema.ts";

/** A schema that parses with `read`; `sentence` is the error when it returns null. */
function readBy<In, Out>(read: (value: In) => Out | null, sentence: string) {
  return (value: In, context: z.core.$RefinementCtx): Out => {
    const result = read(value);
    if (result !== null) return result;
    context.addIssue({ code: "custom", message: sentence });
    return z.NEVER;
  };
}

/** Accepts text or a number, because clients differ. */
function textOrNumber(max: number) {
  return z.union([text(max), z.number().transform(String)]);
}

function numberOrText(missing: string) {
  return z.union([z.number({ error: missing }), requiredText(20, missing)], { error: missing });
}

const time = requiredText(12, TIME_REQUIRED)
  .transform(readBy(readTime, TIME_FORM))
  .refine((clock) => Number(clock.slice(3)) % 15 === 0, { error: TIME_STEPS });

function readSpaces(spaces: string | number | null): number | "" | null {
  if (spaces === null || spaces === "") return "";
  const number = Number(spaces);
  return Number.isInteger(number) && number >= 0 && number <= UNLIMITED_SPACES ? number : null;
}

const spaces = z
  .union([z.number(), text(10), z.null()], { error: SPACES_FORM })
  .transform(readBy(readSpaces, SPACES_FORM));

const yes = z
  .union([z.boolean(), z.enum(["true", "false"])], { error: PUBLIC_FORM })
  .transform((value) => value === true || value === "true");

/** Optional fields may be omitted, and clients send some as numbers. */
const newPlainShape = forPlain((name): z.ZodType<string, string | number | undefined> => {
  const { max, missing } = PLAIN_FIELDS[name];
  return missing === null ? textOrNumber(max).default("").pipe(plainShape[name]) : plainShape[name];
});

/** The body of a new event, for the form and for API clients. */
export const newEventSchema = z
  .object({
    ...newPlainShape,
    socialEventId: requiredText(100, ID_REQUIRED)
      .toLowerCase()
      .refine(isEventId, { error: ID_FORM })
      .describe("YYYY-MM-DD-slug, of the event's date; permanent"),
    date: requiredText(40, DATE_REQUIRED)
      .transform(readBy(readDay, DATE_FORM))
      .describe("2026-11-28, or November 28, 2026"),
    time: time.describe("18:00 or 6:00 PM, in steps of 15 minutes"),
    length: numberOrText(LENGTH_REQUIRED)
      .transform(readBy(readLength, LENGTH_FORM))
      .describe("'1hr', '2 hrs', or a number of hours"),
    location: formShape.location.describe(
      "'join group for location' keeps the place, in `privateLocation`, for members",
    ),
    privateLocation: formShape.privateLocation.default(""),
    shortLocation: formShape.shortLocation.default(""),
    cost: numberOrText(COST_REQUIRED).transform(readBy(readCost, COST_FORM)).describe("US dollars"),
    spacesLeft: spaces.default("").describe("Empty = unknown, 1000 = unlimited"),
    guestsPerPerson: formShape.guestsPerPerson.default(0),
    generalpublic: yes.default(true).describe("False: for close friends"),
    host1: textOrNumber(100).default(GROUP_HOST),
    host2: textOrNumber(100).default(NONE),
    password: textOrNumber(400)
      .default("")
      .describe("The Host ID, or the host's name, the submitter's name, their phone and, last, the Host ID"),
    chat: formShape.chat.optional().describe("One of the group's chat groups; omitted: the last of them"),
    groupMeChatUrl: formShape.groupMeChatUrl.default(NONE),
    groupmeImg: formShape.groupmeImg.default(""),
    imgKey: formShape.imgKey.default(""),
    pollText: formShape.pollText.default(TO_BE_DETERMINED),
    pollPrivateLocation: formShape.pollPrivateLocation.default(TO_BE_DETERMINED),
    eventPoll: newPollSchema.optional().describe("A poll on the event's page, for each event of a series"),
    minimum: minimumSchema
      .optional()
      .describe(
        "The minimum number of people. The event is on hold until the decision time, and called off with fewer",
      ),
    decideMinutesBefore: z
      .int({ error: MOMENT_FORM })
      .min(30, { error: MOMENT_TOO_LATE })
      .max(7 * 24 * 60, { error: MOMENT_FORM })
      .default(120)
      .describe("The decision time, in minutes before the start"),
    takesTurns: z
      .boolean()
      .optional()
      .describe(
        "RSVPs on the first day have the same chance. Then spaces are drawn; people who got none last time come first",
      ),
    weeks: z
      .int({ error: WEEKS_FORM })
      .min(1, { error: WEEKS_FORM })
      .max(MOST_WEEKS, { error: WEEKS_FORM })
      .default(1)
      .describe("The number of weekly events; all are created or none"),
  })
  .superRefine(
    ({ socialEventId, date, location, privateLocation, minimum, takesTurns, spacesLeft: seats }, context) => {
      if (takesTurns === true && !hasLimit({ capacity: seats === "" ? null : seats }))
        context.addIssue({ code: "custom", path: ["spacesLeft"], message: TURNS_NEED_SPACES });
      if (minimum !== undefined && typeof seats === "number" && minimum > seats)
        context.addIssue({ code: "custom", path: ["minimum"], message: MINIMUM_OVER_SPACES });
      if (!socialEventId.startsWith(date))
        context.addIssue({ code: "custom", path: ["socialEventId"], message: ID_OF_ANOTHER_DAY });
      if (isMembersOnly(location) && privateLocation === "")
        context.addIssue({ code: "custom", path: ["privateLocation"], message: REAL_PLACE_REQUIRED });
    },
  );
/** Before parsing. */
export type EventPayload = z.input<typeof newEventSchema>;
/** After parsing. */
export type NewEvent = z.output<typeof newEventSchema>;

export const createdEventSchema = z.object({
  dbVal: eventSchema,
  held: z.boolean().describe("Waits for review: visible only to organizers and its creator"),
  occurrences: z.array(z.string()).describe("The ids of all created events, soonest first; one unless it repeats"),
});
export type CreatedEvent = z.infer<typeof createdEventSchema>;

export const eventsToCopySchema = z.object({ socialEvents: z.array(eventSchema) });
