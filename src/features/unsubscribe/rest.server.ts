import { unsubscribe, unsubscribeByToken } from "#src/features/unsubscribe/commands.server.ts";
import { FORM_INCOMPLETE, UNSUBSCRIBED } from "#src/features/unsubscribe/messages.ts";
import { unsubscribeAnswerSchema, unsubscribeSchema } from "#src/features/unsubscribe/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { ok } from "#src/shared/result.ts";

const RECEIVED = { success: true, message: UNSUBSCRIBED } as const;

export const unsubscribeCall = endpoint({
  summary: "Stop every mail to your own address, or be mailed a link that does",
  body: unsubscribeSchema,
  answer: unsubscribeAnswerSchema,
  invalidMessage: FORM_INCOMPLETE,
  rateLimit: { name: "unsubscribe", max: 20, windowSeconds: 3600 },
  async handle(app, viewer, { body }) {
    return ok({ ...RECEIVED, ...(await unsubscribe(app, viewer, body)) });
  },
});

/** Called by mail programs (RFC 8058): no body, cookie, sign-in or confirmation. */
export const oneClickCall = endpoint({
  summary: "One-click unsubscribe from a mail (RFC 8058)",
  answer: unsubscribeAnswerSchema,
  params: ["token"],
  async handle(app, _viewer, { params }) {
    const done = await unsubscribeByToken(app, params.token);
    return done.ok ? ok({ ...RECEIVED, stopped: true, mailed: false }) : done;
  },
});
