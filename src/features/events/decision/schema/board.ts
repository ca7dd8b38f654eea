import { z } from "zod";
import { eventSchema } from "#src/features/events/schema.ts";

export const boardSchema = z.object({
  day: z.string().describe("YYYY-MM-DD"),
  now: z.string(),
  socialEvents: z.array(eventSchema),
});
export type Board = z.infer<typeof boardSchema>;

export const heldAllSchema = z.object({ held: z.array(z.string()).describe("The events that are on hold now, by id") });
