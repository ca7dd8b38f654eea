import { receiveSupport } from "#src/features/support/commands.server.ts";
import { SUPPORT_FAILURE, SUPPORT_RECEIVED } from "#src/features/support/messages.ts";
import { supportSchema } from "#src/features/support/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { successSchema } from "#src/shared/fields.ts";
import { ok } from "#src/shared/result.ts";

export const supportCall = endpoint({
  summary: "Write to the organizers",
  body: supportSchema,
  answer: successSchema,
  invalidMessage: SUPPORT_FAILURE,
  rateLimit: { name: "support", max: 20, windowSeconds: 3600 },
  async handle(app, _viewer, { body }) {
    await receiveSupport(app, body);
    return ok({ success: true, message: SUPPORT_RECEIVED } as const);
  },
});
