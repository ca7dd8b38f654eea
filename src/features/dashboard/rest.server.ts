import { deleteMyAccount } from "#src/features/dashboard/commands.server.ts";
import { CONFIRM_DELETE, KEPT_AFTER_DELETION } from "#src/features/dashboard/messages.ts";
import { deletedSchema, deletionSchema } from "#src/features/dashboard/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { ok } from "#src/shared/result.ts";

export const deleteProfileCall = endpoint({
  summary: "Delete one's own account and data",
  body: deletionSchema,
  answer: deletedSchema,
  invalidMessage: CONFIRM_DELETE,
  async handle(app, viewer) {
    const deleted = await deleteMyAccount(app, viewer);
    return deleted.ok ? ok({ success: true as const, kept: [...KEPT_AFTER_DELETION] }) : deleted;
  },
});
