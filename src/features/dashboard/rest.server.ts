import { CONFIRM_DELETE, KEPT_AFTER_DELETION } from "#src/features/dashboard/messages.ts";
import { deletedSchema, deletionSchema } from "#src/features/dashboard/schema.ts";
import { deleteMyAccount } from "#src/features/privacy/commands/delete-account.server.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requireProvedSelf } from "#src/http/admission.server.ts";
import { ok } from "#src/shared/result.ts";

export const deleteProfileCall = endpoint({
  summary: "Delete the caller's account and data",
  body: deletionSchema,
  answer: deletedSchema,
  invalidMessage: CONFIRM_DELETE,
  rateLimit: { name: "account-deletion", max: 10, windowSeconds: 3600 },
  admit: requireProvedSelf,
  async handle(app, self) {
    const deleted = await deleteMyAccount(app, self);
    return deleted.ok ? ok({ success: true as const, kept: [...KEPT_AFTER_DELETION] }) : deleted;
  },
});
