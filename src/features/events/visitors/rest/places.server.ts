import { answerByLink, requestPlace } from "#src/features/events/visitors/commands.server.ts";
import { NETWORK_BUSY, PLACE_FAILED } from "#src/features/events/visitors/messages.ts";
import { readPlace } from "#src/features/events/visitors/queries.server.ts";
import {
  placeAnswerSchema,
  placeAskedSchema,
  placeLinkSchema,
  placeRequestSchema,
  placeSchema,
} from "#src/features/events/visitors/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";

export const postPlaceRequest = endpoint({
  summary: "Ask for a space without an account; a mailed link takes it",
  body: placeRequestSchema,
  answer: placeAskedSchema,
  invalidMessage: PLACE_FAILED,
  // A whole beach may share one address; requestPlace limits each inbox.
  rateLimit: { name: "place-requests", max: 150, windowSeconds: 3600, why: NETWORK_BUSY },
  params: ["eventId"],
  handle: (app, _viewer, { params, body }) => requestPlace(app, params.eventId, body),
});

/** A read sent as POST, so that the link's secret is in no URL or log. */
export const readPlaceCall = endpoint({
  summary: "The space of a mailed link; changes nothing",
  body: placeLinkSchema,
  answer: placeSchema,
  rateLimit: { name: "place-links", max: 120, windowSeconds: 3600 },
  handle: (app, _viewer, { body }) => readPlace(app, body.token),
});

export const putPlace = endpoint({
  summary: "Take or give up the space of a mailed link",
  body: placeAnswerSchema,
  answer: placeSchema,
  rateLimit: { name: "place-links", max: 120, windowSeconds: 3600 },
  handle: (app, _viewer, { body }) => answerByLink(app, body),
});
