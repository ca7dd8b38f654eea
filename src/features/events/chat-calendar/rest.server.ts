import { runCalendarCommand } from "#src/features/events/chat-calendar/commands/posting.server.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { listAdminEvents } from "#src/features/events/chat-calendar/queries.server.ts";
import {
  adminEventsSchema,
  calendarAnswerSchema,
  calendarCommandSchema,
} from "#src/features/events/chat-calendar/schema.ts";
import { upcomingQuerySchema } from "#src/features/events/schema.ts";
import { requireTo } from "#src/policy/roles.ts";
import { ok } from "#src/shared/result.ts";

export const readAdminEvents = endpoint({
  summary: "The events of the next days, with the state of their posts in the chats' calendars",
  query: upcomingQuerySchema,
  answer: adminEventsSchema,
  admit: requireTo.manage_events,
  handle: async (app, admin, { query }) => ok(await listAdminEvents(app, admin, query.days)),
});

export const calendarCall = endpoint({
  summary: "Post events to the calendars of their chats, or update the posts; never posts one twice",
  body: calendarCommandSchema,
  answer: calendarAnswerSchema,
  admit: requireTo.manage_events,
  handle: (app, admin, { body }) => runCalendarCommand(app, admin, body),
});
