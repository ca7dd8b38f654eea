import { count, eq, isNull, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { chatJoinRequests } from "#src/db/tables/admin.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { mailOutbox } from "#src/db/tables/mail.ts";
import { type Counts, MOST_COUNTED } from "#src/features/admin/schema/counts.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { ok, type Result } from "#src/shared/result.ts";

/** How much waits for an organiser. Each number is read from an index of just that, and only so far. */
export async function countWaiting(app: App, _admin: Admin): Promise<Result<Counts>> {
  const one = { one: sql`1` };
  const requests = app.db.select(one).from(chatJoinRequests).where(isNull(chatJoinRequests.decidedAt));
  const events = app.db
    .select(one)
    .from(socialEvents)
    .where(sql`${socialEvents.held}`);
  const mails = app.db.select(one).from(mailOutbox).where(eq(mailOutbox.status, "failed"));
  const [pendingRequests = 0, heldEvents = 0, failedMails = 0] = await Promise.all(
    [requests, events, mails].map(async (rows) => {
      const [sum] = await app.db.select({ total: count() }).from(rows.limit(MOST_COUNTED).as("counted"));
      return sum?.total ?? 0;
    }),
  );
  return ok({ pendingRequests, heldEvents, failedMails });
}
