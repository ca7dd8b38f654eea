import { z } from "zod";
import { changeEvent } from "#src/features/events/commands.server.ts";
import { CHANGE_REFUSED } from "#src/features/events/messages.ts";
import { getEvent, listPastEvents, listUpcomingEvents } from "#src/features/events/queries.server.ts";
import { eventChangeSchema, eventPageSchema, eventQuerySchema, oneEventSchema } from "#src/features/events/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requirePerson } from "#src/policy/viewer.ts";
import { ok } from "#src/shared/result.ts";

/** GET: a page of upcoming events, or of past ones with photos, or with `id` one event. */
export const readEvents = endpoint({
  summary: "Upcoming events, past events with photos, or one event by its id",
  query: eventQuerySchema,
  answer: z.union([eventPageSchema, oneEventSchema]),
  async handle(app, viewer, { query }) {
    if (query.id === undefined)
      return query.isPastEvents === undefined
        ? listUpcomingEvents(app, viewer, query)
        : listPastEvents(app, viewer, query);
    const event = await getEvent(app, viewer, query.id);
    return event.ok ? ok({ socialEvents: { Item: event.value } }) : event;
  },
});

export const patchEvent = endpoint({
  summary: "Change an event (its host and organisers); who comes is told of another time, place or status",
  body: eventChangeSchema,
  answer: oneEventSchema,
  invalidMessage: CHANGE_REFUSED,
  // Each may be a mail to everyone who comes.
  rateLimit: { name: "change-event", max: 100, windowSeconds: 3600 },
  admit: requirePerson,
  async handle(app, person, { params, body }) {
    const event = await changeEvent(app, person, params["id"] ?? "", body);
    return event.ok ? ok({ socialEvents: { Item: event.value } }) : event;
  },
});
