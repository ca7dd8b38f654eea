import { count, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { App } from "#src/context/app.ts";
import { chatJoinRequests } from "#src/db/tables/admin.ts";
import { eventChanges } from "#src/db/tables/event-changes.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { formSubmissions } from "#src/db/tables/form-submissions.ts";
import { photoRequests } from "#src/db/tables/images.ts";
import { joinProposals } from "#src/db/tables/join-proposals.ts";
import { mailOutbox } from "#src/db/tables/mail.ts";
import { type Counts, MOST_COUNTED } from "#src/features/console/schema.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { ok, type Result } from "#src/shared/result.ts";

/** How much waits for an organizer. Each number is counted in a partial index, up to a limit. */
export async function countWaiting(app: App, _admin: Admin): Promise<Result<Counts>> {
  const counted = async (table: PgTable, isWaiting: SQL): Promise<number> => {
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
    pendingRequests: counted(chatJoinRequests, isNull(chatJoinRequests.decidedAt)),
    heldEvents: counted(socialEvents, sql`${socialEvents.held} and ${socialEvents.refusedAt} is null`),
    eventChanges: counted(eventChanges, isNull(eventChanges.refusedAt)),
    failedMails: counted(mailOutbox, eq(mailOutbox.status, "failed")),
    proposals: counted(joinProposals, isNull(joinProposals.decidedAt)),
    openMessages: counted(formSubmissions, isNull(formSubmissions.doneAt)),
    photoRequests: counted(photoRequests, eq(photoRequests.status, "open")),
  };
  const counts = await Promise.all(
    Object.entries(waiting).map(async ([what, number]) => [what, await number] as const),
  );
  return ok(Object.fromEntries(counts) as Counts);
}
