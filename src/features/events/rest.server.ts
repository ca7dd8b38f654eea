import { z } from "zod";
import { getEvent, listPastEvents, listUpcomingEvents } from "#src/features/events/queries.server.ts";
import { eventPageSchema, eventQuerySchema, oneEventSchema } from "#src/features/events/schema.ts";
import { sharedRead } from "#src/http/endpoint.server.ts";
import { ok } from "#src/shared/result.ts";

/** GET: a page of upcoming events, a page of past ones with photos, or the event with `id`. */
export const readEvents = sharedRead({
  summary: "Upcoming events, past events with photos, or one event by its id",
  query: eventQuerySchema,
  answer: z.union([eventPageSchema, oneEventSchema]),
  tags: ({ id }) => (id === undefined ? ["events"] : [`event:${id}`]),
  async read(app, viewer, query) {
    if (query.id === undefined)
      return query.isPastEvents === undefined
        ? listUpcomingEvents(app, viewer, query)
        : listPastEvents(app, viewer, query);
    const event = await getEvent(app, viewer, query.id);
    return event.ok ? ok({ socialEvents: { Item: event.value } }) : event;
  },
});
