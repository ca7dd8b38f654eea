import { z } from "zod";
import { readForecast, readOwnShowRate, readShowRate } from "#src/features/events/forecast/queries.server.ts";
import { forecastSchema, showRateSchema } from "#src/features/events/forecast/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requireTo } from "#src/policy/roles.ts";
import { requirePerson } from "#src/policy/viewer.ts";
import { text } from "#src/shared/fields.ts";
import { ok } from "#src/shared/result.ts";

export const readForecastCall = endpoint({
  summary: "The expected attendance of an event (its host and organizers)",
  answer: forecastSchema,
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params }) => readForecast(app, person, params.eventId),
});

export const readOwnShowRateCall = endpoint({
  summary: "How often the caller came to events they signed up for",
  answer: showRateSchema,
  admit: requirePerson,
  handle: async (app, person) => ok(await readOwnShowRate(app, person)),
});

export const readShowRateCall = endpoint({
  summary: "How often a person came to events they signed up for (organizers)",
  query: z.object({ userId: text(100) }),
  answer: showRateSchema,
  admit: requireTo.manage_records,
  handle: async (app, admin, { query }) => ok(await readShowRate(app, admin, query.userId)),
});
