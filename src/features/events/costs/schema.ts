import { z } from "zod";
import { COST_AMOUNT, KIND_REQUIRED, STATUS_REQUIRED } from "#src/features/events/costs/messages.ts";
import { text } from "#src/shared/fields.ts";
import { COST_KINDS, SHARE_STATUSES, SPLIT_OVER } from "#src/shared/states.ts";

const cents = z.number().int().describe("Whole cents");

export const newCostSchema = z.object({
  kind: z.enum(COST_KINDS, { error: KIND_REQUIRED }).describe("total: split over everyone; each: the price per head"),
  amountCents: z
    .number({ error: COST_AMOUNT })
    .int({ error: COST_AMOUNT })
    .min(1, { error: COST_AMOUNT })
    .max(100_000_00, { error: COST_AMOUNT }),
  what: text(100).default("").describe("What it was for, such as a court"),
});
export type NewCost = z.infer<typeof newCostSchema>;

const statusSchema = z.enum(SHARE_STATUSES, { error: STATUS_REQUIRED });
export const markSchema = z.object({ status: statusSchema });

const shareSchema = z.object({
  id: z.string(),
  name: z.string(),
  isWalkIn: z.boolean().describe("Without an account, so the site cannot remind them"),
  heads: z.number().int().describe("The person and their guests"),
  amountCents: cents,
  status: statusSchema,
  reminders: z.number().int().describe("How many were sent"),
});
export type Share = z.infer<typeof shareSchema>;

/** An event's cost and shares, as its host sees them. */
export const costsSchema = z.object({
  title: z.string(),
  /** The people whom a split would include now. */
  heads: z.object({ over: z.enum(SPLIT_OVER), people: z.number().int() }),
  cost: z
    .object({ kind: z.enum(COST_KINDS), amountCents: cents, what: z.string(), over: z.enum(SPLIT_OVER) })
    .nullable()
    .describe("Null until it is given"),
  shares: z.array(shareSchema).describe("By name"),
  paidCents: cents,
  openCents: cents,
  waivedCents: cents,
  remindable: z.number().int().describe("How many people a reminder would go to now"),
  canBePaidTo: z.boolean().describe("Whether the event names the host's Venmo or Cash App"),
});
export type Costs = z.infer<typeof costsSchema>;

/** The caller's open shares, newest first. */
export const ownSharesSchema = z.object({
  shares: z.array(
    z.object({
      eventId: z.string(),
      title: z.string(),
      day: z.string().describe("Empty if the caller can no longer see the event"),
      what: z.string().describe("Empty if the caller can no longer see the event"),
      amountCents: cents,
      heads: z.number().int(),
      host: z.string().describe("Who collects it; empty if not known"),
      venmo: z.string().describe("As the host wrote it; empty if none"),
      cashApp: z.string(),
    }),
  ),
});
export type OwnShares = z.infer<typeof ownSharesSchema>;

export const owedSchema = z.object({
  shares: z.array(
    z.object({
      id: z.string(),
      eventId: z.string(),
      title: z.string(),
      day: z.string(),
      name: z.string(),
      amountCents: cents,
      reminders: z.number().int(),
    }),
  ),
  next: z.string().nullable(),
  openCents: cents.describe("The sum of all open shares of all events"),
});
export type Owed = z.infer<typeof owedSchema>;
