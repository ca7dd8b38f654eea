import { z } from "zod";
import { CONFIRM_DELETE } from "#src/features/dashboard/messages.ts";
import { eventSchema } from "#src/features/events/schema.ts";
import { RSVP_ANSWERS } from "#src/shared/states.ts";

export const upcomingSchema = z.object({
  upcomingEvents: z.array(eventSchema),
  now: z.string().describe("The server's time, ISO 8601"),
  answers: z
    .record(z.string(), z.enum([...RSVP_ANSWERS, "waiting"]))
    .describe("socialEventId → the caller's RSVP, if there is one"),
});
export type Upcoming = z.infer<typeof upcomingSchema>;

export const deletionSchema = z.object({ confirm: z.literal("DELETE", { error: CONFIRM_DELETE }) });
export const deletedSchema = z.object({
  success: z.literal(true),
  kept: z.array(z.string()).describe("The data that is kept, and why, in sentences"),
});
