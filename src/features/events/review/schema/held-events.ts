import { z } from "zod";
import { REASON_REQUIRED } from "#src/features/events/review/messages.ts";
import { eventSchema } from "#src/features/events/schema.ts";
import { requiredText, text } from "#src/shared/fields.ts";

export const heldQuerySchema = z.object({ after: text(300).optional().describe("Continue after this page") });

export const personSchema = z.object({ userId: z.string(), name: z.string(), email: z.string() });
export type PersonNamed = z.infer<typeof personSchema>;

const heldEventSchema = z.object({
  event: eventSchema,
  maker: personSchema.nullable().describe("Null if the account is deleted"),
  createdAt: z.string(),
  version: z.string().describe("The version of the event"),
  seriesWaiting: z
    .number()
    .int()
    .describe("How many events of its series wait, including this one; 1 without a series"),
});
export type HeldEvent = z.infer<typeof heldEventSchema>;

export const heldEventsSchema = z.object({
  heldEvents: z.array(heldEventSchema).describe("Longest waiting first"),
  total: z.number().int().describe("How many wait in all"),
  next: z.string().nullable(),
});
export type HeldEvents = z.infer<typeof heldEventsSchema>;

const version = text(60).describe("The version that was read; fails if the host has changed the event since");
export const publicationSchema = z.object({ version });
export const refusalSchema = z.object({ version, reason: requiredText(1000, REASON_REQUIRED) });
export const decidedSchema = z.object({ success: z.literal(true), message: z.string() });
export type Decided = z.infer<typeof decidedSchema>;
