import { and, eq, isNull, lte, or } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { memberships } from "#src/db/tables/payments.ts";
import { saveMembership } from "#src/features/membership/commands/ledger.server.ts";

const BATCH = 200;

/**
 * Closes memberships that have expired, and those of a demonstration that has ended, and notifies their people. Permissions
 * do not wait for this job: they follow from the end of the membership. Returns how many were closed.
 */
export async function endMemberships(app: App): Promise<number> {
  let count = 0;
  for (;;) {
    const closed = await closeSome(app);
    count += closed;
    if (closed < BATCH) return count;
  }
}

function closeSome(app: App): Promise<number> {
  const now = app.clock.now();
  const isForged = app.config.payments.demonstration ? undefined : eq(memberships.provider, "demonstration");
  return app.db.transaction(async (tx) => {
    const rows = await tx
      .select()
      .from(memberships)
      .where(and(isNull(memberships.closedAt), or(lte(memberships.memberUntil, now), isForged)))
      .limit(BATCH)
      .for("update", { skipLocked: true });
    for (const row of rows) {
      // Demonstration memberships end once real payments are set up.
      const isOver = row.provider === "demonstration" && !app.config.payments.demonstration;
      const paidUntil = row.paidUntil ?? row.periodEnd ?? now;
      await saveMembership(tx, isOver ? { ...row, endedAt: row.endedAt ?? now, paidUntil } : row, now);
    }
    return rows.length;
  });
}
