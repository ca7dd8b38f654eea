import { z } from "zod";
import { GROUPS_REQUIRED, ID_REQUIRED, WORDS_REQUIRED } from "#src/features/events/host-messages/messages.ts";
import { requiredText, text } from "#src/shared/fields.ts";
import { GUEST_GROUPS } from "#src/shared/states.ts";

export const MOST_LETTERS = 2000;

const group = z.enum(GUEST_GROUPS, { error: GROUPS_REQUIRED });

export const newHostMessageSchema = z.object({
  id: z.uuid({ error: ID_REQUIRED }).describe("Made by the caller: the idempotency key"),
  groups: z
    .array(group)
    .min(1, { error: GROUPS_REQUIRED })
    .max(GUEST_GROUPS.length)
    .transform((groups) => GUEST_GROUPS.filter((each) => groups.includes(each))),
  subject: text(150).default("").describe("Empty: derived from the event"),
  body: requiredText(MOST_LETTERS, WORDS_REQUIRED).describe("Plain text"),
});
export type NewHostMessage = z.infer<typeof newHostMessageSchema>;

const messageSchema = z.object({
  id: z.string(),
  from: z.enum(["host", "organizer"]),
  coHost: z.string().nullable().describe("With `host`: the name of the co-host who wrote it; null for the host"),
  subject: z.string().describe("Empty when none was given"),
  body: z.string(),
  sentAt: z.iso.datetime(),
});
export type HostMessage = z.infer<typeof messageSchema>;

export const receivedSchema = z.object({ messages: z.array(messageSchema).describe("Newest first") });
export type Received = z.infer<typeof receivedSchema>;

const audienceSchema = z.object({
  people: z.number().int().describe("How many it reaches, by mail or on the event's page"),
  mailed: z.number().int().describe("How many of them accept mail from hosts"),
});

export const writingSchema = z.object({
  title: z.string(),
  groups: z.record(group, audienceSchema).describe("The recipients of a message sent now; groups do not overlap"),
  closed: z.string().nullable().describe("Why messages are closed; null while they are open"),
  sent: z
    .array(messageSchema.extend({ groups: z.array(group), recipients: z.number().int() }))
    .describe("Newest first"),
});
export type Writing = z.infer<typeof writingSchema>;
