import { z } from "zod";
import { BAD_DAYS } from "#src/features/events/messages.ts";
import { CONFIRM_DELETE } from "#src/features/dashboard/messages.ts";
import { eventSchema } from "#src/features/events/schema.ts";

const DEFAULT_DAYS = 14;

export const upcomingQuerySchema = z.object({
  type: z.literal("socialEvents"),
  days: z
    .string()
    .default(String(DEFAULT_DAYS))
    .refine((days) => /^[1-9]\d?$/.test(days) && Number(days) <= 30, { error: BAD_DAYS })
    .transform(Number)
    .describe("1 to 30"),
});

export const upcomingSchema = z.object({
  upcomingEvents: z.array(eventSchema),
  answers: z
    .record(z.string(), z.enum(["going", "maybe", "not_going", "waiting"]))
    .describe("socialEventId → the own answer, where there is one"),
});
export type Upcoming = z.infer<typeof upcomingSchema>;

export const deletionSchema = z.object({ confirm: z.literal("DELETE", { error: CONFIRM_DELETE }) });
export const deletedSchema = z.object({
  success: z.literal(true),
  kept: z.array(z.string()).describe("What outlives the account, and why, in sentences"),
});
