import { asc, eq, inArray, or } from "drizzle-orm";
import { accountRoles } from "#src/db/tables/accounts.ts";
import { automationLog } from "#src/db/tables/automation.ts";
import { ladderAbsences } from "#src/db/tables/courts.ts";
import { joinProposals } from "#src/db/tables/join-proposals.ts";
import { placeLinks } from "#src/db/tables/place-links.ts";
import { emailChanges } from "#src/db/tables/sign-in-links.ts";
import type { Belongings } from "#src/features/profile/queries/belongings.server.ts";
import type { Reader } from "#src/features/profile/queries/profile.server.ts";

/** Reads roles, automations, match proposals and similar records about a person. */
export async function readTraces(db: Reader, { userIds: ids, email }: Belongings, sub: string) {
  const userIds = [...ids];
  const [pendingEmail] = await db.select().from(emailChanges).where(eq(emailChanges.sub, sub));
  const [offLadder] = await db.select().from(ladderAbsences).where(eq(ladderAbsences.sub, sub));
  const isMatch = or(inArray(joinProposals.userId, userIds), inArray(joinProposals.knownUserId, userIds));
  const isMailed = or(inArray(placeLinks.userId, userIds), email === null ? undefined : eq(placeLinks.email, email));
  return {
    pendingEmail,
    offLadder,
    roles: await db.select().from(accountRoles).where(eq(accountRoles.sub, sub)).orderBy(asc(accountRoles.role)),
    automations: await db
      .select()
      .from(automationLog)
      .where(inArray(automationLog.userId, userIds))
      .orderBy(asc(automationLog.id)),
    matches: await db.select().from(joinProposals).where(isMatch).orderBy(asc(joinProposals.id)),
    placeLinks: await db.select().from(placeLinks).where(isMailed).orderBy(asc(placeLinks.createdAt)),
  };
}
export type Traces = Awaited<ReturnType<typeof readTraces>>;
