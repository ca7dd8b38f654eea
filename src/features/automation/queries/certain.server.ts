import { and, desc, eq, gt, inArray, isNull } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { chatJoinRequests, type ChatJoinRequestRow } from "#src/db/tables/admin.ts";
import { findBlocked } from "#src/features/blocks/queries.server.ts";
import { certainMatch } from "#src/features/automation/rules.ts";
import { findMatches } from "#src/features/people/queries/matches.server.ts";
import { mayBeApproved } from "#src/policy/automation.ts";

// Bounded, because each request takes several index lookups every minute.
const MOST_REQUESTS = 30;
const LOOKED_AT_DAYS = 14;

export type Certain = { readonly request: ChatJoinRequestRow; readonly userId: string };

/** Open requests of the last two weeks with one certain record. `amount` is the minimum score in percent. */
export async function findCertain(app: App, amount: number): Promise<Certain[]> {
  const since = new Date(app.clock.now().getTime() - LOOKED_AT_DAYS * 86_400_000);
  return app.db.transaction(async (tx) => {
    const requests = await tx
      .select()
      .from(chatJoinRequests)
      .where(and(isNull(chatJoinRequests.decidedAt), gt(chatJoinRequests.requestedAt, since)))
      .orderBy(desc(chatJoinRequests.requestedAt), desc(chatJoinRequests.id))
      .limit(MOST_REQUESTS);
    const matches = await findMatches(tx, requests);
    const ids = matches.flat().map(({ user }) => user.userId);
    const rows = await tx
      .select({ userId: accounts.userId, email: accounts.email })
      .from(accounts)
      .where(and(eq(accounts.emailVerified, true), inArray(accounts.userId, ids)));
    const confirmed = new Map<string, string[]>();
    for (const { userId, email } of rows) if (userId) confirmed.set(userId, [...(confirmed.get(userId) ?? []), email]);
    const blocked = await findBlocked(tx, ids, app.clock.now());
    return requests.flatMap((request, index) => {
      const match = certainMatch(request, matches[index] ?? [], { confirmed, leastPercent: amount });
      return match && mayBeApproved(blocked.has(match.user.userId)) ? [{ request, userId: match.user.userId }] : [];
    });
  });
}
