import { z } from "zod";
import { oneUserSchema } from "#src/features/people/schema/users.ts";
import { PRESENCES, RSVP_ANSWERS } from "#src/shared/states.ts";

export const personSchema = z.object({
  ...oneUserSchema.shape,
  tags: z.array(z.string()),
  mails: z
    .enum(["wanted", "unsubscribed", "no_address"])
    .describe("Whether announcements reach them; no_address: neither a confirmed email nor an approved person's"),
  timesAttended: z.number().int().describe("The number of events they attended"),
  lastAttended: z.object({ eventId: z.string(), title: z.string(), day: z.string() }).nullable(),
});
export type PersonPage = z.infer<typeof personSchema>;

const personEventSchema = z.object({
  eventId: z.string(),
  title: z.string(),
  day: z.string(),
  isCancelled: z.boolean(),
  answer: z.enum(RSVP_ANSWERS).nullable().describe("Null without an RSVP"),
  guests: z.number().int(),
  isWaiting: z.boolean().describe("On the waiting list"),
  presence: z.enum(PRESENCES).nullable().describe("As marked at the door; null if never marked"),
});
export type PersonEvent = z.infer<typeof personEventSchema>;
export const personEventsSchema = z.object({ events: z.array(personEventSchema), next: z.string().nullable() });
export type PersonEvents = z.infer<typeof personEventsSchema>;
