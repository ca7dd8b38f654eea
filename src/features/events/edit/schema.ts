import { z } from "zod";
import { formShape } from "#src/features/events/form/schema.ts";
import {
  COST_UNKNOWN,
  DAY_UNKNOWN,
  LENGTH_UNKNOWN,
  MEMBERS_ONLY_UNKNOWN,
  MINIMUM_ELSEWHERE,
  PUBLIC_UNKNOWN,
  SCOPE_UNKNOWN,
  SPACES_UNKNOWN,
  STATUS_UNKNOWN,
  TIME_UNKNOWN,
  TURNS_STAY,
} from "#src/features/events/edit/messages.ts";
import { plainShape } from "#src/features/events/schema/plain-fields.ts";
import { oneEventSchema } from "#src/features/events/schema.ts";
import { UNLIMITED_SPACES } from "#src/shared/choices.ts";
import { isDay } from "#src/shared/dates.ts";
import { text } from "#src/shared/fields.ts";
import { CHANGE_SCOPES, EVENT_STATUSES } from "#src/shared/states.ts";

/** In this century or the next: what lies further is a slip of the hand. */
const isLikelyDay = (day: string) => isDay(day) && day >= "2000-01-01" && day < "2200-01-01";
/** A week; longer is probably a typo. */
const MOST_MINUTES = 7 * 24 * 60;
const wholeNumber = (min: number, max: number, error: string) =>
  z.int({ error }).min(min, { error }).max(max, { error }).nullable();
const HIGHEST_COST = 10_000;

const settingsSchema = z.object({
  ...plainShape,
  ...formShape,
  date: text(10, DAY_UNKNOWN).refine(isLikelyDay, { error: DAY_UNKNOWN }).describe("YYYY-MM-DD"),
  time: text(5, TIME_UNKNOWN)
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: TIME_UNKNOWN })
    .describe("HH:MM, local time of the event"),
  lengthMinutes: wholeNumber(1, MOST_MINUTES, LENGTH_UNKNOWN),
  membersOnly: z.boolean({ error: MEMBERS_ONLY_UNKNOWN }).describe("The place is for members"),
  privateLocation: formShape.privateLocation.describe("Follows `location` where it only repeats it"),
  generalpublic: z.boolean({ error: PUBLIC_UNKNOWN }).describe("False: for close friends"),
  cost: z
    .number({ error: COST_UNKNOWN })
    .min(0, { error: COST_UNKNOWN })
    .max(HIGHEST_COST, { error: COST_UNKNOWN })
    .describe("US dollars"),
  spaces: wholeNumber(0, UNLIMITED_SPACES, SPACES_UNKNOWN).describe("1000 = unlimited, null = unknown"),
  status: z.enum(EVENT_STATUSES, { error: STATUS_UNKNOWN }),
  cancelReason: text(300).describe(
    "Why it is canceled, for its page, mails and calendars; empty unless it is canceled",
  ),
});

/** Everything of an event that its host may change, in the terms in which it is changed. */
export type EventSettings = Omit<z.infer<typeof settingsSchema>, "chat"> & { readonly chat: string };

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]).optional();
const expectedShape = Object.fromEntries(Object.keys(settingsSchema.shape).map((name) => [name, scalar])) as Record<
  keyof EventSettings,
  typeof scalar
>;

/** The changes to an event; omitted fields stay as they are. */
export const eventChangeSchema = settingsSchema.partial().extend({
  takesTurns: z.never({ error: TURNS_STAY }).optional().describe("Refused: it is chosen when an event is made"),
  minimum: z.never({ error: MINIMUM_ELSEWHERE }).optional().describe("Refused: it is part of the hold"),
  expected: z
    .object(expectedShape)
    .optional()
    .describe("What the changed fields said when one began; if one says something else by now, nothing is changed"),
  scope: z
    .enum(CHANGE_SCOPES, { error: SCOPE_UNKNOWN })
    .default("this")
    .describe("`following`: the later ones of its weekly series too, each moved by as many days"),
});
export type EventChange = z.infer<typeof eventChangeSchema>;

/** Proposed settings, with the chat as an id. */
export const proposedSchema = settingsSchema.extend({ chat: z.string() }).partial();
export type Proposed = Partial<EventSettings>;

const waitingChangeSchema = z.object({
  change: proposedSchema.describe("What is proposed; what is left out stays"),
  scope: z.enum(CHANGE_SCOPES),
  proposedAt: z.string(),
  refusal: z.string().nullable().describe("Why an organizer did not publish it; null while it waits"),
});
export type WaitingChange = z.infer<typeof waitingChangeSchema>;

export const changedEventSchema = oneEventSchema.extend({
  waiting: waitingChangeSchema.nullable().describe("What of it waits for an organizer, who publishes or refuses it"),
  also: z.array(z.string()).describe("The later ones of its series that were changed with it"),
});
export type ChangedEvent = z.infer<typeof changedEventSchema>;

export const editableEventSchema = z.object({
  settings: settingsSchema.extend({ chat: z.string() }),
  timeZone: z.string().describe("IANA zone"),
  held: z.boolean().describe("It waits for an organizer"),
  mustWait: z.boolean().describe("What guests act on changes only when an organizer publishes it"),
  waiting: waitingChangeSchema.nullable().describe("The host's change that an organizer has not published"),
  guests: z.number().int().describe("Who answered that they come or may come, and who waits: they hear of changes"),
  guestsOfAll: z.number().int().describe("The same of this one and the following ones together, each person once"),
  going: z.number().int(),
  following: z.array(z.string()).describe("The later ones of its weekly series that are still to come, by id"),
});
export type EditableEvent = z.infer<typeof editableEventSchema>;
