import { z } from "zod";
import { UNKNOWN_LIST } from "#src/features/events/hosting/messages.ts";
import { eventSchema } from "#src/features/events/schema.ts";
import { afterPage } from "#src/shared/fields.ts";

export const hostedQuerySchema = z.object({
  when: z.enum(["upcoming", "past"], { error: UNKNOWN_LIST }).default("upcoming"),
  after: afterPage,
});

export const hostedPageSchema = z.object({
  socialEvents: z.array(eventSchema),
  guests: z
    .record(z.string(), z.object({ maybe: z.number().int(), waiting: z.number().int() }))
    .describe("socialEventId → the numbers of people who may come and who wait"),
  doorsOpen: z.array(z.string()).describe("The events whose door takes marks now, by id"),
  changesWaiting: z.array(z.string()).describe("The events with a change that waits for review, by id"),
  hasPast: z.boolean().describe("Whether any of their events is over"),
  next: z.string().nullable().describe("Pass as `after` for the next page; null on the last"),
});
export type HostedPage = z.infer<typeof hostedPageSchema>;
