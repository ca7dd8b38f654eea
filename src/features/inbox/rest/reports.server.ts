import { keepReport } from "#src/features/inbox/commands/reports.server.ts";
import { FORM_REFUSED } from "#src/features/inbox/messages.ts";
import { formAnswerSchema } from "#src/features/inbox/schema/forms.ts";
import { reportSchema } from "#src/features/inbox/schema/reports.ts";
import { endpoint } from "#src/http/endpoint.server.ts";

export const postReport = endpoint({
  summary: "Report a person, a message or a photo to the organizers",
  body: reportSchema,
  answer: formAnswerSchema,
  invalidMessage: FORM_REFUSED,
  rateLimit: { name: "reports", max: 10, windowSeconds: 3600 },
  handle: (app, _viewer, { body }) => keepReport(app, body),
});
