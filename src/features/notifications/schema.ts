import { z } from "zod";
import { NO_PUSH_ENDPOINT, NO_PUSH_KEYS } from "#src/features/notifications/messages.ts";
import { requiredText, text } from "#src/shared/fields.ts";
import { PUSH_KINDS } from "#src/shared/states.ts";

const activity = requiredText(60, "An activity needs a name.");

export const pushSettingsSchema = z.object({
  publicKey: z.string().describe("The VAPID key for subscribing"),
  devices: z.number().int().describe("The number of this person's subscribed browsers"),
  mutedKinds: z.array(z.enum(PUSH_KINDS)),
  mutedActivities: z.array(z.string()).describe("Chats of events"),
});
export type PushSettings = z.infer<typeof pushSettingsSchema>;

export const pushChoicesSchema = z.object({
  mutedKinds: z.array(z.enum(PUSH_KINDS)).max(PUSH_KINDS.length).optional(),
  mutedActivities: z.array(activity).max(50).optional(),
});
export type PushChoices = z.infer<typeof pushChoicesSchema>;

const BASE64URL = /^[\w-]+=*$/;
const key = (bytes: number) =>
  text(200, NO_PUSH_KEYS).refine((value) => BASE64URL.test(value) && Buffer.from(value, "base64url").length === bytes, {
    error: NO_PUSH_KEYS,
  });

/** As `PushSubscription.toJSON()` writes it. */
export const subscriptionSchema = z.object({
  endpoint: requiredText(900, NO_PUSH_ENDPOINT),
  keys: z.object({ p256dh: key(65), auth: key(16) }),
});
export type NewSubscription = z.infer<typeof subscriptionSchema>;

export const endpointSchema = z.object({ endpoint: requiredText(900, NO_PUSH_ENDPOINT) });
export const openedSchema = z.object({ id: text(100) });
