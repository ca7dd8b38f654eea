import { getDraw } from "#src/features/events/draw/queries.server.ts";
import { drawRecordSchema } from "#src/features/events/draw/schema/record.ts";
import { endpoint } from "#src/http/endpoint.server.ts";

export const readDraw = endpoint({
  summary: "How an event's spaces are drawn",
  answer: drawRecordSchema,
  params: ["eventId"],
  handle: (app, viewer, { params }) => getDraw(app, viewer, params.eventId),
});
