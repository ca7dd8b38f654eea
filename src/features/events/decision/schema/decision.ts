import { z } from "zod";
import {
  DECISION_UNKNOWN,
  DEFAULT_UNKNOWN,
  MINIMUM_FORM,
  MOMENT_FORM,
  REASON_UNKNOWN,
} from "#src/features/events/decision/messages.ts";
import { DECISION_DEFAULTS, EVENT_DECISIONS, HOLD_REASONS } from "#src/shared/states.ts";

/** The range of a minimum: the smallest useful one, and the largest number that an event can hold. */
const LEAST = 2;
const MOST = 999;

export const minimumSchema = z
  .int({ error: MINIMUM_FORM })
  .min(LEAST, { error: MINIMUM_FORM })
  .max(MOST, { error: MINIMUM_FORM });

/** Whether an event runs, as everyone who may see it reads it. */
export const decisionSchema = z.object({
  state: z.enum(EVENT_DECISIONS),
  reason: z.enum(HOLD_REASONS).describe("The reason for the hold"),
  decidesAt: z.string().describe("When the hold is decided by default, in the format of `startsAt`"),
  day: z.string().describe("YYYY-MM-DD of that moment"),
  time: z.string().describe("4:00 PM, of that moment"),
  zoneName: z.string().describe("EST, of that moment"),
  default: z.enum(DECISION_DEFAULTS).describe("The default outcome"),
  minimum: z.number().int().nullable().describe("With fewer people going at that moment, the event is called off"),
});
export type DecisionView = z.infer<typeof decisionSchema>;

const decidesAt = z.iso.datetime({ offset: true, error: MOMENT_FORM });

const holdSchema = z.object({
  reason: z.enum(HOLD_REASONS, { error: REASON_UNKNOWN }),
  decidesAt: decidesAt.describe("At least 30 minutes before the start, or, if that has passed, not after the start"),
  default: z.enum(DECISION_DEFAULTS, { error: DEFAULT_UNKNOWN }),
  minimum: minimumSchema.nullable().default(null),
});
export type Hold = z.output<typeof holdSchema>;

export const decideSchema = z.discriminatedUnion(
  "decision",
  [
    holdSchema.extend({ decision: z.literal("hold") }),
    z.object({ decision: z.literal("runs") }),
    z.object({
      decision: z.literal("called_off"),
      reason: z.enum(HOLD_REASONS, { error: REASON_UNKNOWN }).optional().describe("If omitted, the reason of the hold"),
    }),
  ],
  { error: DECISION_UNKNOWN },
);
export type Decide = z.output<typeof decideSchema>;

export const holdAllSchema = z.object({
  reason: z.enum(HOLD_REASONS, { error: REASON_UNKNOWN }),
  decidesAt: decidesAt.describe(
    "An event that begins sooner decides 30 minutes before its start, or at its start when that has passed",
  ),
  default: z.enum(DECISION_DEFAULTS, { error: DEFAULT_UNKNOWN }),
});
export type HoldAll = z.output<typeof holdAllSchema>;
