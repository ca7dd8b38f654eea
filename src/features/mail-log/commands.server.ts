import { and, eq } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { logChange } from "#src/db/change-log.server.ts";
import { mailOutbox } from "#src/db/tables/mail.ts";
import { writeAudit } from "#src/audit/audit-log.server.ts";
import { MAIL_NOT_FAILED, MAIL_NOT_FOUND, MAIL_WAITS } from "#src/features/mail-log/messages.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

type Retried = { success: true; message: string };

/** Requeues a failed mail with all its attempts. Idempotent. */
export async function retryMail(app: App, admin: Admin, id: string): Promise<Result<Retried>> {
  return app.db.transaction(async (tx) => {
    const now = app.clock.now();
    const [mail] = await tx.select().from(mailOutbox).where(eq(mailOutbox.id, id)).for("update");
    if (!mail) return fail("not_found", MAIL_NOT_FOUND);
    if (mail.status === "sent" || mail.status === "skipped") return fail("conflict", MAIL_NOT_FAILED);
    // A waiting mail may be in flight; requeuing it could send it twice.
    if (mail.status === "waiting") return ok({ success: true, message: MAIL_WAITS });
    await tx
      .update(mailOutbox)
      .set({ status: "waiting", attempts: 0, dueAt: now, doneAt: null })
      .where(and(eq(mailOutbox.id, id), eq(mailOutbox.status, "failed")));
    const before = { status: mail.status, kind: mail.kind };
    const after = { status: "waiting" };
    await writeAudit(tx, admin, { action: "mail_retried", subjectIds: [id], before, after }, now);
    // Wakes the delivery job on commit, like a new mail.
    await logChange(tx, "mail_waiting", "");
    return ok({ success: true, message: MAIL_WAITS });
  });
}
