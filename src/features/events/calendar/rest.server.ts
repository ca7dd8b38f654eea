import { endCalendarLink, makeCalendarLink } from "#src/features/events/calendar/commands.server.ts";
import { getCalendarLink } from "#src/features/events/calendar/queries.server.ts";
import { calendarLinkSchema, newCalendarLinkSchema } from "#src/features/events/calendar/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requireSignedIn } from "#src/policy/viewer.ts";
import { ok } from "#src/shared/result.ts";

export const readCalendarLink = endpoint({
  summary: "Whether the caller's calendar has a secret address",
  answer: calendarLinkSchema,
  admit: requireSignedIn,
  handle: async (app, signedIn) => ok(await getCalendarLink(app, signedIn)),
});

export const makeCalendarLinkCall = endpoint({
  summary: "Make a secret address for the caller's calendar; the previous one stops working",
  answer: newCalendarLinkSchema,
  admit: requireSignedIn,
  status: 201,
  rateLimit: { name: "calendar-link", max: 20, windowSeconds: 3600 },
  handle: async (app, signedIn, { client }) => ok(await makeCalendarLink(app, signedIn, client)),
});

export const endCalendarLinkCall = endpoint({
  summary: "End the secret address of the caller's calendar",
  answer: calendarLinkSchema,
  admit: requireSignedIn,
  handle: async (app, signedIn) => ok(await endCalendarLink(app, signedIn)),
});
