import { z } from "zod";
import { setCoHost } from "#src/features/events/co-hosts/commands/co-hosts.server.ts";
import { getCoHosts } from "#src/features/events/co-hosts/queries.server.ts";
import { coHostsSchema } from "#src/features/events/co-hosts/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requirePerson } from "#src/policy/viewer.ts";

const doneSchema = z.object({ done: z.literal(true) });

// Each naming sends a mail.
const rateLimit = { name: "co_hosts", max: 60, windowSeconds: 3600 };

export const readCoHosts = endpoint({
  summary: "The co-hosts of an event, and who can become one (its hosts, organizers)",
  answer: coHostsSchema,
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params }) => getCoHosts(app, person, params.eventId),
});

export const putCoHost = endpoint({
  summary: "Name a guest a co-host of an event (its host, organizers)",
  answer: doneSchema,
  rateLimit,
  admit: requirePerson,
  params: ["eventId", "userId"],
  handle: (app, person, { params }) =>
    setCoHost(app, person, params.eventId, { userId: params.userId, isCoHost: true }),
});

export const deleteCoHost = endpoint({
  summary: "Remove a co-host (its host, organizers), or leave as a co-host",
  answer: doneSchema,
  admit: requirePerson,
  params: ["eventId", "userId"],
  handle: (app, person, { params }) =>
    setCoHost(app, person, params.eventId, { userId: params.userId, isCoHost: false }),
});
