import { z } from "zod";
import { choosePush, markOpened, subscribe, unsubscribe } from "#src/features/notifications/commands.server.ts";
import { CHOICES_REFUSED, PUSH_REFUSED } from "#src/features/notifications/messages.ts";
import { getPushSettings } from "#src/features/notifications/queries.server.ts";
import {
  endpointSchema,
  openedSchema,
  pushChoicesSchema,
  pushSettingsSchema,
  subscriptionSchema,
} from "#src/features/notifications/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requirePerson } from "#src/policy/viewer.ts";

export const readPush = endpoint({
  summary: "Your notification settings, and the key that a browser subscribes with",
  answer: pushSettingsSchema,
  admit: requirePerson,
  handle: (app, person) => getPushSettings(app, person),
});

export const patchPush = endpoint({
  summary: "Choose which notifications you get, by kind and by activity",
  body: pushChoicesSchema,
  answer: pushSettingsSchema,
  invalidMessage: CHOICES_REFUSED,
  admit: requirePerson,
  handle: (app, person, { body }) => choosePush(app, person, body),
});

export const postSubscription = endpoint({
  summary: "Send notifications to this browser",
  body: subscriptionSchema,
  answer: pushSettingsSchema,
  invalidMessage: PUSH_REFUSED,
  rateLimit: { name: "push_subscribe", max: 60, windowSeconds: 3600 },
  admit: requirePerson,
  handle: (app, person, { body }) => subscribe(app, person, body),
});

export const deleteSubscription = endpoint({
  summary: "Stop notifications to one of your browsers",
  body: endpointSchema,
  answer: pushSettingsSchema,
  admit: requirePerson,
  handle: (app, person, { body }) => unsubscribe(app, person, body.endpoint),
});

export const postOpened = endpoint({
  summary: "Mark a notification as opened, so that its mail is not sent; the id is in the notification",
  body: openedSchema,
  answer: z.object({ ok: z.literal(true) }),
  rateLimit: { name: "push_opened", max: 120, windowSeconds: 600 },
  handle: (app, _viewer, { body }) => markOpened(app, body.id),
});
