import { count, eq, isNull, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { chatJoinRequests } from "#src/db/tables/admin.ts";
import { eventChanges } from "#src/db/tables/event-changes.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { joinProposals } from "#src/db/tables/join-proposals.ts";
import { mailOutbox } from "#src/db/tables/mail.ts";
import { type Counts, MOST_COUNTED } from "#src/features/console/schema.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { ok, type Result } from "#src/shared/result.ts";

/** How much waits for an organizer. Each number is read from an index of just that, and only so far. */
export async function countWaiting(app: App, _admin: Admin): Promise<Result<Counts>> {
  const one = { one: sql`1` };
  const requests = app.db.select(one).from(chatJoinRequests).where(isNull(chatJoinRequests.decidedAt));
  const events = app.db
    .select(one)
    .from(socialEvents)
    .where(sql`${socialEvents.held} and ${socialEvents.refusedAt} is null`);
  const changes = app.db.select(one).from(eventChanges).where(isNull(eventChanges.refusedAt));
  const forms = app.db.select(one).from(joinProposals).where(isNull(joinProposals.decidedAt));
  const mails = app.db.select(one).from(mailOutbox).where(eq(mailOutbox.status, "failed"));
  const [pendingRequests = 0, heldEvents = 0, changesWaiting = 0, failedMails = 0, proposals = 0] = await Promise.all(
    [requests, events, changes, mails, forms].map(async (rows) => {
      const [sum] = await app.db.select({ total: count() }).from(rows.limit(MOST_COUNTED).as("counted"));
      return sum?.total ?? 0;
    }),
  );
  return ok({ pendingRequests, heldEvents, eventChanges: changesWaiting, failedMails, proposals });
}
