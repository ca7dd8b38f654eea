import { listHostedEvents } from "#src/features/events/hosting/queries.server.ts";
import { hostedPageSchema, hostedQuerySchema } from "#src/features/events/hosting/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requirePerson } from "#src/policy/viewer.ts";

export const readHosted = endpoint({
  summary: "The events that the caller hosts, including those that wait for review",
  query: hostedQuerySchema,
  answer: hostedPageSchema,
  admit: requirePerson,
  handle: (app, person, { query }) => listHostedEvents(app, person, query),
});
