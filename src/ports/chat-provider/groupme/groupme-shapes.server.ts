import { z } from "zod";
import type { GroupMeAnswer } from "#src/ports/chat-provider/groupme/groupme-client.server.ts";
import { OutsideAway } from "#src/shared/outside.ts";

// The GroupMe fields we use; other fields may be new, missing or null. Ids are decimal strings beyond the exact range
// of numbers.

const id = z.string().regex(/^[\w-]{1,64}$/);
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);
const seconds = z.number().nonnegative();

const memberSchema = z.object({
  user_id: id,
  nickname: text,
  name: text,
  image_url: text,
  muted: flag,
  autokicked: flag,
});

export const groupSchema = z.object({
  id,
  name: text,
  description: text,
  image_url: text,
  created_at: seconds,
  updated_at: seconds,
  messages: z
    .object({ count: z.number().int().nonnegative().nullish(), last_message_created_at: seconds.nullish() })
    .nullish(),
  // Null: unknown, not empty.
  members: z.array(memberSchema).nullish(),
});
export type Group = z.infer<typeof groupSchema>;
export type Member = z.infer<typeof memberSchema>;

const attachmentSchema = z.looseObject({ type: z.string(), url: text, name: text }).catch({
  type: "unknown",
  url: "",
  name: "",
});

const messageSchema = z.object({
  id,
  source_guid: text,
  group_id: id.nullish(),
  sender_id: text,
  sender_type: text,
  user_id: text,
  name: text,
  avatar_url: text,
  text,
  system: flag,
  created_at: seconds,
  deleted_at: z.union([z.number(), z.string()]).nullish(),
  attachments: z.array(attachmentSchema).nullish(),
});
export type GroupMessage = z.infer<typeof messageSchema>;

export const messagesSchema = z.object({ messages: z.array(messageSchema) });
export const postedSchema = z.object({ message: messageSchema });

export const pendingSchema = z.array(
  z.object({
    id: z.union([id, z.number().transform(String)]),
    user_id: id,
    nickname: text,
    image_url: text,
    timestamp: seconds.nullish(),
    state: text,
  }),
);

const calendarEventSchema = z.object({
  event_id: id,
  name: text,
  description: text,
  start_at: text,
  end_at: text,
  timezone: text,
  is_all_day: flag,
  location: z.object({ name: text, address: text }).nullish(),
  deleted_at: z.union([z.number(), z.string()]).nullish(),
});
export type GroupMeEvent = z.infer<typeof calendarEventSchema>;
export const eventSchema = z.object({ event: calendarEventSchema });
export const eventsSchema = z.object({ events: z.array(calendarEventSchema).nullish() });

/** Validates a response; another shape counts as no response. */
export function read<T>(schema: z.ZodType<T>, { status, response }: GroupMeAnswer): T {
  const parsed = schema.safeParse(response);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new OutsideAway("chat", `an answer of another shape (status ${status}, at ${issue?.path.join(".") ?? "?"})`);
}

/** Whether an id is newer than another: longer, or later in order. */
export function isLater(one: string, other: string): boolean {
  return one.length === other.length ? one > other : one.length > other.length;
}

export const byId = (one: { id: string }, other: { id: string }) =>
  one.id === other.id ? 0 : isLater(one.id, other.id) ? 1 : -1;
