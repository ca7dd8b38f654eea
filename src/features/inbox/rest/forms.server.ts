import { keepSubmission } from "#src/features/inbox/commands/forms.server.ts";
import { FORM_REFUSED } from "#src/features/inbox/messages.ts";
import { formAnswerSchema, formSubmissionSchema } from "#src/features/inbox/schema/forms.ts";
import { endpoint } from "#src/http/endpoint.server.ts";

export const submitForm = endpoint({
  summary: "Send one of the smaller forms: a waiting list, the holiday party",
  body: formSubmissionSchema,
  answer: formAnswerSchema,
  invalidMessage: FORM_REFUSED,
  rateLimit: { name: "form-submission", max: 30, windowSeconds: 3600 },
  handle: (app, viewer, { body, client }) => keepSubmission(app, viewer, body, client),
});
