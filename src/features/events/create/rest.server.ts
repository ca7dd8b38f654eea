import { z } from "zod";
import { createEvent } from "#src/features/events/create/commands.server.ts";
import { EVENT_INCOMPLETE } from "#src/features/events/create/messages.ts";
import { createdEventSchema, eventsToCopySchema, newEventSchema } from "#src/features/events/create/schema.ts";
import { listEventsToCopy } from "#src/features/events/queries.server.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requireUnblocked } from "#src/policy/viewer.ts";
import { ok } from "#src/shared/result.ts";

export const createEventCall = endpoint({
  summary: "Create an event. Organizers' and hosts' events are published at once; others wait for review",
  body: newEventSchema,
  answer: createdEventSchema,
  invalidMessage: EVENT_INCOMPLETE,
  isLimitedInside: true,
  admit: requireUnblocked,
  status: 201,
  handle: (app, maker, { body }) => createEvent(app, maker, body),
});

/** PUT with an empty body, for existing clients. */
export const eventsToCopyCall = endpoint({
  summary: "The newest events, to copy from",
  body: z.object({}),
  answer: eventsToCopySchema,
  handle: async (app, viewer) => ok({ socialEvents: await listEventsToCopy(app, viewer) }),
});
