import { and, eq } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { formSubmissions } from "#src/db/tables/form-submissions.ts";
import { writeAudit } from "#src/audit/audit-log.server.ts";
import { MESSAGE_DONE, MESSAGE_NOT_FOUND, MESSAGE_REOPENED } from "#src/features/inbox/messages.ts";
import { isMessage } from "#src/features/inbox/queries.server.ts";
import type { DoneAnswer } from "#src/features/inbox/schema/messages.ts";
import { viewMessage } from "#src/features/inbox/view.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** Closes or reopens a message. Idempotent. */
export async function markMessage(
  app: App,
  admin: Admin,
  { id, done }: { id: string; done: boolean },
): Promise<Result<DoneAnswer>> {
  return app.db.transaction(async (tx) => {
    const now = app.clock.now();
    const isIt = eq(formSubmissions.id, id);
    const [row] = await tx.select().from(formSubmissions).where(and(isIt, isMessage)).for("update");
    if (!row) return fail("not_found", MESSAGE_NOT_FOUND);
    const message = done ? MESSAGE_DONE : MESSAGE_REOPENED;
    // The first person to close it stays recorded.
    if ((row.doneAt !== null) === done) return ok({ success: true as const, message, entry: viewMessage(row) });
    const change = done ? { doneAt: now, doneBy: admin.email } : { doneAt: null, doneBy: null };
    await tx.update(formSubmissions).set(change).where(isIt);
    const action = done ? "message_done" : "message_reopened";
    const before = { kind: row.formType };
    await writeAudit(tx, admin, { action, subjectIds: [id], before }, now);
    return ok({ success: true as const, message, entry: viewMessage({ ...row, ...change }) });
  });
}
