import { z } from "zod";

/** The draw of an event's places, for everyone who may see the event. */
export const drawSchema = z.object({
  state: z.enum(["open", "drawn"]).describe("`open`: all RSVPs before `at` have the same chance"),
  at: z.string().describe("ISO 8601, UTC"),
  time: z.string().describe("Tuesday, 6:00 PM EST, local time of the event"),
});
export type DrawView = z.infer<typeof drawSchema>;
