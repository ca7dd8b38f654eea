import { z } from "zod";

export const waitingHistorySchema = z.object({
  entries: z
    .array(
      z.object({
        what: z.enum(["joined", "drawn", "offered", "told", "accepted", "expired", "taken", "promoted", "left"]),
        at: z.string().describe("ISO 8601, UTC"),
        time: z.string().describe("Saturday, 4:30 PM, local time of the event"),
      }),
    )
    .describe("The caller's history on this waiting list, oldest first"),
});
export type WaitingHistory = z.infer<typeof waitingHistorySchema>;
