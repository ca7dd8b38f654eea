import { getPerson, listPersonEvents } from "#src/features/person/queries.server.ts";
import { personEventsSchema, personSchema } from "#src/features/person/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requireTo } from "#src/policy/roles.ts";
import { pageQuerySchema } from "#src/shared/fields.ts";

export const readPerson = endpoint({
  summary: "A person: their record, tags, attendance, and whether mails reach them",
  answer: personSchema,
  admit: requireTo.read_people,
  params: ["id"],
  handle: (app, admin, { params }) => getPerson(app, admin, params.id),
});

export const readPersonEvents = endpoint({
  summary: "A person's events, newest first: RSVP, waiting list, and whether they came",
  query: pageQuerySchema,
  answer: personEventsSchema,
  admit: requireTo.read_people,
  params: ["id"],
  handle: (app, admin, { params, query }) => listPersonEvents(app, admin, { userId: params.id, after: query.after }),
});
