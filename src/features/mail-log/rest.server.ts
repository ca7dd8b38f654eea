import { retryMail } from "#src/features/mail-log/commands.server.ts";
import { listOutbox } from "#src/features/mail-log/queries.server.ts";
import { outboxPageSchema, outboxQuerySchema } from "#src/features/mail-log/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requireTo } from "#src/policy/roles.ts";
import { successSchema } from "#src/shared/fields.ts";

export const readOutbox = endpoint({
  summary: "The site's mails and their status, newest first",
  query: outboxQuerySchema,
  answer: outboxPageSchema,
  admit: requireTo.read_outbox,
  handle: (app, admin, { query }) => listOutbox(app, admin, query),
});

export const retryMailCall = endpoint({
  summary: "Retry a failed mail",
  answer: successSchema,
  admit: requireTo.read_outbox,
  params: ["id"],
  handle: (app, admin, { params }) => retryMail(app, admin, params.id),
});
