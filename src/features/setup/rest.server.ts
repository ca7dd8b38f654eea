import { doneSchema } from "#src/features/identity/schema.ts";
import { setUpGroup } from "#src/features/setup/commands.server.ts";
import { SETUP_FAILED } from "#src/features/setup/messages.ts";
import { setupSchema } from "#src/features/setup/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";

export const setUpCall = endpoint({
  summary: "Name the group and create its first organizer, with the code from the site's startup",
  body: setupSchema,
  answer: doneSchema,
  invalidMessage: SETUP_FAILED,
  rateLimit: { name: "setup", max: 10, windowSeconds: 3600 },
  handle: (app, _viewer, { body, client }) => setUpGroup(app, body, client),
});
