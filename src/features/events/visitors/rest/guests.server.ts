import { readGuestLinks, readGuestPlace } from "#src/features/events/visitors/queries.server.ts";
import { guestLinkSchema, guestLinksSchema, guestPlaceSchema } from "#src/features/events/visitors/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requirePerson } from "#src/policy/viewer.ts";

export const readGuestLinksCall = endpoint({
  summary: "A link for each of the caller's guests; empty without guests, and for events hidden from visitors",
  answer: guestLinksSchema,
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params }) => readGuestLinks(app, person, params.eventId),
});

/** A read sent as POST, so that the link's secret is in no URL or log. */
export const readGuestPlaceCall = endpoint({
  summary: "What a guest's link shows: the event, while the space is there",
  body: guestLinkSchema,
  answer: guestPlaceSchema,
  rateLimit: { name: "place-links", max: 120, windowSeconds: 3600 },
  handle: (app, _viewer, { body }) => readGuestPlace(app, body.token),
});
