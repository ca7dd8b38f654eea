import { endCalendarLink, makeCalendarLink } from "#src/features/events/calendar/commands.server.ts";
import { getCalendarLink } from "#src/features/events/calendar/queries.server.ts";
import { calendarLinkSchema, newCalendarLinkSchema } from "#src/features/events/calendar/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requireSignedIn } from "#src/policy/viewer.ts";
import { ok } from "#src/shared/result.ts";

export const readCalendarLink = endpoint({
  summary: "Whether one's own calendar has an address",
  answer: calendarLinkSchema,
  admit: requireSignedIn,
  handle: async (app, signedIn) => ok(await getCalendarLink(app, signedIn)),
});

export const makeCalendarLinkCall = endpoint({
  summary: "Make a secret address for one's own calendar; the one before stops working",
  answer: newCalendarLinkSchema,
  admit: requireSignedIn,
  status: 201,
  rateLimit: { name: "calendar-link", max: 20, windowSeconds: 3600 },
  handle: async (app, signedIn, { client }) => ok(await makeCalendarLink(app, signedIn, client)),
});

export const endCalendarLinkCall = endpoint({
  summary: "End the address of one's own calendar",
  answer: calendarLinkSchema,
  admit: requireSignedIn,
  handle: async (app, signedIn) => ok(await endCalendarLink(app, signedIn)),
});
