import { z } from "zod";

const moment = z.iso.datetime();

/** A person's export: events they host. */
export const hostingFields = {
  hostedEvents: z
    .array(z.record(z.string(), z.unknown()))
    .describe("The events that you host, with everything you wrote, including private places and ways to pay you"),
  hostedPolls: z.array(z.object({ eventId: z.string(), question: z.string(), options: z.array(z.string()) })),
  hostedCosts: z.array(
    z.object({ eventId: z.string(), kind: z.string(), amountCents: z.number().int(), what: z.string() }),
  ),
  proposedChanges: z
    .array(
      z.object({
        eventId: z.string(),
        change: z.unknown(),
        scope: z.string(),
        proposedAt: moment,
        refusedAt: moment.nullable(),
        refusalReason: z.string(),
      }),
    )
    .describe("Changes to your events that no organizer has published yet"),
};
