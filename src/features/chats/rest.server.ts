import { z } from "zod";
import { endpoint } from "#src/http/endpoint.server.ts";
import { fail, ok } from "#src/shared/result.ts";

const NO_SUCH_CALL = "There is no such call.";

/** GroupMe calls this when something was said. It signs nothing, so the secret in the address is what lets it in. */
export const groupMeCallback = endpoint({
  summary: "For GroupMe: something was said in a group",
  body: z.looseObject({}),
  answer: z.object({ success: z.literal(true) }),
  params: ["secret"],
  handle: async (app, _viewer, { params, body }) =>
    app.chatProvider.hear(params.secret, body) ? ok({ success: true as const }) : fail("not_found", NO_SUCH_CALL),
});
