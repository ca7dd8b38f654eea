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

/** A date outside this range is probably a typo. */
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
  privateLocation: formShape.privateLocation.describe("Follows `location` while it only repeats it"),
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

/** The settings of an event that its host may change. */
export type EventSettings = z.infer<typeof settingsSchema>;

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]).optional();
const expectedShape = Object.fromEntries(Object.keys(settingsSchema.shape).map((name) => [name, scalar])) as Record<
  keyof EventSettings,
  typeof scalar
>;

/** The changes to an event; omitted fields stay as they are. */
export const eventChangeSchema = settingsSchema.partial().extend({
  takesTurns: z.never({ error: TURNS_STAY }).optional().describe("Refused: can only be set when creating an event"),
  minimum: z.never({ error: MINIMUM_ELSEWHERE }).optional().describe("Refused: it is part of the hold"),
  expected: z
    .object(expectedShape)
    .optional()
    .describe("The changed fields' values when editing began; if one differs by now, nothing is changed"),
  scope: z
    .enum(CHANGE_SCOPES, { error: SCOPE_UNKNOWN })
    .default("this")
    .describe("`following`: also the later events of its series, each moved by the same number of days"),
});
export type EventChange = z.infer<typeof eventChangeSchema>;

/** Proposed settings, with the chat as an id. */
export const proposedSchema = settingsSchema.extend({ chat: z.string() }).partial();
export type Proposed = Partial<EventSettings>;

const waitingChangeSchema = z.object({
  change: proposedSchema.describe("The proposed settings; omitted ones stay"),
  scope: z.enum(CHANGE_SCOPES),
  proposedAt: z.string(),
  refusal: z.string().nullable().describe("Why an organizer refused it; null while it waits"),
});
export type WaitingChange = z.infer<typeof waitingChangeSchema>;

export const changedEventSchema = oneEventSchema.extend({
  waiting: waitingChangeSchema.nullable().describe("The part that waits for review by an organizer"),
  also: z.array(z.string()).describe("The later events of its series that were changed too"),
});
export type ChangedEvent = z.infer<typeof changedEventSchema>;

export const editableEventSchema = z.object({
  settings: settingsSchema.extend({ chat: z.string() }),
  timeZone: z.string().describe("IANA zone"),
  held: z.boolean().describe("It waits for review by an organizer"),
  isOnHold: z.boolean().describe("Whether it runs is not decided yet"),
  mustWait: z.boolean().describe("Changes to settings that guests act on wait for review by an organizer"),
  waiting: waitingChangeSchema.nullable().describe("The host's change that waits for review"),
  guests: z.number().int().describe("How many people are going, may come or wait: they are told about changes"),
  guestsOfAll: z.number().int().describe("The same for this event and the following ones, each person counted once"),
  going: z.number().int(),
  following: z.array(z.string()).describe("The later events of its series that have not started, by id"),
});
export type EditableEvent = z.infer<typeof editableEventSchema>;
