import { z } from "zod";
import * as says from "#src/features/events/create/messages.ts";
import { readCost, readDay, readLength, readTime } from "#src/features/events/create/rules/read-values.ts";
import { MOST_WEEKS } from "#src/features/events/create/rules/series.ts";
import { JOIN_FOR_LOCATION } from "#src/features/events/messages.ts";
import { GROUP_HOST, isEventId, NONE, TO_BE_DETERMINED } from "#src/features/events/rules.ts";
import { forPlain, PLAIN_FIELDS } from "#src/features/events/rules/plain-fields.ts";
import { plainShape } from "#src/features/events/schema/plain-fields.ts";
import { eventSchema } from "#src/features/events/schema.ts";
import { CHAT_GROUPS, UNLIMITED_SPACES } from "#src/shared/choices.ts";
import { requiredText, text } from "#src/shared/fields.ts";
import { isPictureKey } from "#src/shared/picture-keys.ts";

/** What a reader makes of a value, or the sentence when it can make nothing of it. */
function readBy<In, Out>(read: (value: In) => Out | null, sentence: string) {
  return (value: In, context: z.core.$RefinementCtx): Out => {
    const result = read(value);
    if (result !== null) return result;
    context.addIssue({ code: "custom", message: sentence });
    return z.NEVER;
  };
}

/** Text, or a number in its place: clients differ. */
function textOrNumber(max: number) {
  return z.union([text(max), z.number().transform(String)]);
}

function numberOrText(missing: string) {
  return z.union([z.number({ error: missing }), requiredText(20, missing)], { error: missing });
}

const time = requiredText(12, says.TIME_REQUIRED)
  .transform(readBy(readTime, says.TIME_FORM))
  .refine((clock) => Number(clock.slice(3)) % 15 === 0, { error: says.TIME_STEPS });

function readSpaces(spaces: string | number | null): number | "" | null {
  if (spaces === null || spaces === "") return "";
  const number = Number(spaces);
  return Number.isInteger(number) && number >= 0 && number <= UNLIMITED_SPACES ? number : null;
}

const spaces = z
  .union([z.number(), text(10), z.null()], { error: says.SPACES_FORM })
  .transform(readBy(readSpaces, says.SPACES_FORM));

const yes = z
  .union([z.boolean(), z.enum(["true", "false"])], { error: says.PUBLIC_FORM })
  .transform((value) => value === true || value === "true");

function isChatAddress(address: string): boolean {
  return address === "" || address === NONE || (/^https?:\/\/\S+$/i.test(address) && URL.canParse(address));
}

/** The address of a group chat; 'none' and empty where there is none. */
const chatAddress = text(500).refine(isChatAddress, { error: says.CHAT_URL_FORM });
const shortLocation = text(60).refine((words) => words.split(/\s+/).length <= 3, {
  error: says.SHORT_LOCATION_FORM,
});

/** A picture of the site or an upload; any other name would show as a broken picture. */
const pictureKey = text(300).refine(isPictureKey, { error: says.PICTURE_UNKNOWN });

/** The other fields that take the same when an event is made and when it is changed. */
export const formShape = {
  location: requiredText(300, says.LOCATION_REQUIRED),
  privateLocation: text(300),
  shortLocation,
  chat: z.enum(CHAT_GROUPS, { error: says.CHAT_UNKNOWN }),
  groupMeChatUrl: chatAddress,
  groupmeImg: text(300),
  imgKey: pictureKey,
  pollText: text(200),
  pollPrivateLocation: text(300),
};

/** Fields that may be empty may be left out, and clients send some as numbers. */
const newPlainShape = forPlain((name): z.ZodType<string, string | number | undefined> => {
  const { max, missing } = PLAIN_FIELDS[name];
  return missing === null ? textOrNumber(max).default("") : plainShape[name];
});

/** What a new event is made of: the same for the form and for every client of the API. */
export const newEventSchema = z
  .object({
    ...newPlainShape,
    socialEventId: requiredText(100, says.ID_REQUIRED)
      .toLowerCase()
      .refine(isEventId, { error: says.ID_FORM })
      .describe("YYYY-MM-DD-slug, of the event's date; permanent"),
    date: requiredText(40, says.DATE_REQUIRED)
      .transform(readBy(readDay, says.DATE_FORM))
      .describe("2026-11-28, or November 28, 2026"),
    time: time.describe("18:00 or 6:00 PM, in steps of 15 minutes"),
    length: numberOrText(says.LENGTH_REQUIRED)
      .transform(readBy(readLength, says.LENGTH_FORM))
      .describe("'1hr', '2 hrs', or a number of hours"),
    location: formShape.location.describe(
      "'join group for location' keeps the place, in `privateLocation`, for members",
    ),
    privateLocation: formShape.privateLocation.default(""),
    shortLocation: formShape.shortLocation.default(""),
    cost: numberOrText(says.COST_REQUIRED).transform(readBy(readCost, says.COST_FORM)).describe("US dollars"),
    spacesLeft: spaces.default("").describe("Empty = unknown, 1000 = unlimited"),
    generalpublic: yes.default(true).describe("False: for close friends"),
    host1: textOrNumber(100).default(GROUP_HOST),
    host2: textOrNumber(100).default(NONE),
    password: textOrNumber(400)
      .default("")
      .describe("The Host ID, or who hosts, who submits it, their phone and the Host ID, which comes last"),
    chat: formShape.chat.default("Other Events"),
    groupMeChatUrl: formShape.groupMeChatUrl.default(NONE),
    groupmeImg: formShape.groupmeImg.default(""),
    imgKey: formShape.imgKey.default(""),
    pollText: formShape.pollText.default(TO_BE_DETERMINED),
    pollPrivateLocation: formShape.pollPrivateLocation.default(TO_BE_DETERMINED),
    weeks: z
      .int({ error: says.WEEKS_FORM })
      .min(1, { error: says.WEEKS_FORM })
      .max(MOST_WEEKS, { error: says.WEEKS_FORM })
      .default(1)
      .describe("How many weeks in a row it takes place: an event of its own for each, all made or none"),
  })
  .superRefine(({ socialEventId, date, location, privateLocation }, context) => {
    if (!socialEventId.startsWith(date))
      context.addIssue({ code: "custom", path: ["socialEventId"], message: says.ID_OF_ANOTHER_DAY });
    if (isMembersOnly(location) && privateLocation === "")
      context.addIssue({ code: "custom", path: ["privateLocation"], message: says.REAL_PLACE_REQUIRED });
  });
/** As it is sent. */
export type EventPayload = z.input<typeof newEventSchema>;
/** As it was understood. */
export type NewEvent = z.output<typeof newEventSchema>;

/** Whether the place is kept for members. */
export function isMembersOnly(location: string): boolean {
  return location.toLowerCase() === JOIN_FOR_LOCATION;
}

export const createdEventSchema = z.object({
  dbVal: eventSchema,
  held: z.boolean().describe("It waits for an organizer: only they and its maker know of it"),
  occurrences: z.array(z.string()).describe("The ids of all that were made, soonest first; one unless it repeats"),
});
export type CreatedEvent = z.infer<typeof createdEventSchema>;

export const eventsToCopySchema = z.object({ socialEvents: z.array(eventSchema) });
