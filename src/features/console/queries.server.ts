import { and, count, eq, isNull, ne, not, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { App } from "#src/context/app.ts";
import { isAboutMessageOf } from "#src/db/own-reports.ts";
import { chatJoinRequests } from "#src/db/tables/admin.ts";
import { eventChanges } from "#src/db/tables/event-changes.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { formSubmissions } from "#src/db/tables/form-submissions.ts";
import { photoRequests } from "#src/db/tables/images.ts";
import { joinProposals } from "#src/db/tables/join-proposals.ts";
import { mailOutbox } from "#src/db/tables/mail.ts";
import { payments } from "#src/db/tables/payments.ts";
import { type Counts, MOST_COUNTED } from "#src/features/console/schema.ts";
import { mayDo } from "#src/policy/roles.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { ok, type Result } from "#src/shared/result.ts";
import type { Action } from "#src/shared/roles.ts";

/**
 * The length of each queue that the caller's roles may see, 0 for the others. Counted in partial indexes, up to a
 * limit.
 */
export async function countWaiting(app: App, admin: Admin): Promise<Result<Counts>> {
  const counted = async (action: Action, table: PgTable, isWaiting: SQL | undefined): Promise<number> => {
    if (!mayDo(admin, action)) return 0;
    const rows = app.db
      .select({ one: sql`1` })
      .from(table)
      .where(isWaiting)
      .limit(MOST_COUNTED)
      .as("counted");
    const [sum] = await app.db.select({ total: count() }).from(rows);
    return sum?.total ?? 0;
  };
  const waiting: Record<keyof Counts, Promise<number>> = {
    pendingRequests: counted("decide_requests", chatJoinRequests, isNull(chatJoinRequests.decidedAt)),
    heldEvents: counted("manage_events", socialEvents, sql`${socialEvents.held} and ${socialEvents.refusedAt} is null`),
    eventChanges: counted("manage_events", eventChanges, isNull(eventChanges.refusedAt)),
    failedMails: counted("read_outbox", mailOutbox, eq(mailOutbox.status, "failed")),
    proposals: counted("decide_requests", joinProposals, isNull(joinProposals.decidedAt)),
    openMessages: counted(
      "answer_messages",
      formSubmissions,
      and(isNull(formSubmissions.doneAt), ne(formSubmissions.formType, "report")),
    ),
    openReports: counted(
      "read_reports",
      formSubmissions,
      and(isNull(formSubmissions.doneAt), eq(formSubmissions.formType, "report"), not(isAboutMessageOf(admin.userId))),
    ),
    unmatchedPayments: counted(
      "read_money",
      payments,
      sql`${payments.userId} is null and ${payments.matchedBy} = 'nothing'`,
    ),
    photoRequests: counted("manage_photos", photoRequests, eq(photoRequests.status, "open")),
  };
  const counts = await Promise.all(
    Object.entries(waiting).map(async ([what, number]) => [what, await number] as const),
  );
  return ok(Object.fromEntries(counts) as Counts);
}
