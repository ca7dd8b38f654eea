import { countWaiting } from "#src/features/console/queries.server.ts";
import { countsSchema } from "#src/features/console/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requireAnyRole } from "#src/policy/roles.ts";

export const readCounts = endpoint({
  summary:
    "How much waits for an organizer: requests to join, join forms to decide about, held events, messages, photo requests, payments without a person, mails that could not be sent",
  answer: countsSchema,
  admit: requireAnyRole,
  handle: (app, admin) => countWaiting(app, admin),
});
