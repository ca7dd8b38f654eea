import { and, eq, isNull } from "drizzle-orm";
import { writeAudit } from "#src/audit/audit-log.server.ts";
import type { App } from "#src/context/app.ts";
import { logPersonChange } from "#src/db/change-log.server.ts";
import { retrying } from "#src/db/retrying.server.ts";
import { personBlocks } from "#src/db/tables/blocks.ts";
import { HAS_A_ROLE, NO_SUCH_PERSON, NOT_YOURSELF, UNTIL_PAST } from "#src/features/blocks/messages.ts";
import { readBlock } from "#src/features/blocks/queries.server.ts";
import type { Block, NewBlock } from "#src/features/blocks/schema.ts";
import { fillPlaces, lockPeople, recountEvents } from "#src/features/events/rsvps/commands/locked-people.server.ts";
import { haveRole } from "#src/features/identity/commands/role-holders.server.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { addDays } from "#src/shared/dates.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import { dayInZone, instantOf } from "#src/shared/zones.server.ts";

const isOpenOf = (userId: string) => and(eq(personBlocks.userId, userId), isNull(personBlocks.liftedAt));

/**
 * Blocks a person until the end of a day or permanently, replacing an earlier block. A seat that is offered to them goes
 * to the next.
 */
export async function blockPerson(app: App, admin: Admin, userId: string, block: NewBlock): Promise<Result<Block>> {
  const now = app.clock.now();
  const { timeZone } = app.config.group;
  const { reason, until: lastDay } = block;
  if (lastDay !== undefined && lastDay < dayInZone(now, timeZone))
    return fail("invalid", UNTIL_PAST, { fields: { until: UNTIL_PAST } });
  if (userId === admin.userId) return fail("conflict", NOT_YOURSELF);
  const done = await retrying(app, async (tx): Promise<Result<void>> => {
    const { records, eventIds } = await lockPeople(tx, [userId]);
    if (!records.has(userId)) return fail("not_found", NO_SUCH_PERSON);
    if (await haveRole(app, tx, [userId])) return fail("conflict", HAS_A_ROLE);
    await tx.update(personBlocks).set({ liftedAt: now }).where(isOpenOf(userId));
    const until = lastDay === undefined ? null : instantOf(addDays(lastDay, 1), "00:00:00", timeZone);
    await tx.insert(personBlocks).values({ id: uuidv7(now.getTime()), userId, reason, blockedAt: now, until });
    await recountEvents(tx, eventIds, now);
    await fillPlaces(tx, eventIds, now);
    const after = { reason, until: lastDay ?? "for good" };
    await writeAudit(tx, admin, { action: "person_blocked", subjectIds: [userId], after }, now);
    await logPersonChange(tx, userId);
    return ok(undefined);
  });
  return done.ok ? readBlock(app, admin, userId) : done;
}

/** Ends a person's block, and promotes them from waiting lists of events with free places. Idempotent. */
export async function unblockPerson(app: App, admin: Admin, userId: string): Promise<Result<Block>> {
  const now = app.clock.now();
  await retrying(app, async (tx) => {
    const { eventIds } = await lockPeople(tx, [userId]);
    const lifted = await tx.update(personBlocks).set({ liftedAt: now }).where(isOpenOf(userId)).returning();
    if (lifted.length === 0) return;
    await recountEvents(tx, eventIds, now);
    await fillPlaces(tx, eventIds, now);
    await writeAudit(tx, admin, { action: "person_unblocked", subjectIds: [userId] }, now);
    await logPersonChange(tx, userId);
  });
  return readBlock(app, admin, userId);
}
