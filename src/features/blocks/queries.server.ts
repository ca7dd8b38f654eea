import { and, eq, gt, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Db } from "#src/db/connect.server.ts";
import { isBlockedNow } from "#src/db/groups-now.ts";
import { personBlocks } from "#src/db/tables/blocks.ts";
import { users } from "#src/db/tables/users.ts";
import { NO_SUCH_PERSON } from "#src/features/blocks/messages.ts";
import type { Block } from "#src/features/blocks/schema.ts";
import { viewBlock } from "#src/features/blocks/view.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

const MOST_ALIKE = 10;

/** SQL condition: the block is in effect. */
const isRunning = (now: Date): SQL | undefined =>
  and(isNull(personBlocks.liftedAt), or(isNull(personBlocks.until), gt(personBlocks.until, now)));

/** A person's block with reason and end, if any. */
export async function readBlock(app: App, _admin: Admin, userId: string): Promise<Result<Block>> {
  const [row] = await app.db
    .select({ block: personBlocks })
    .from(users)
    .leftJoin(personBlocks, and(eq(personBlocks.userId, users.userId), isRunning(app.clock.now())))
    .where(eq(users.userId, userId));
  if (!row) return fail("not_found", NO_SUCH_PERSON);
  return ok({ block: viewBlock(row.block, app.config.group.timeZone), sharedWith: await findAlike(app, userId) });
}

/** The names of other blocked people with the person's inbox or phone. */
async function findAlike(app: App, userId: string): Promise<string[]> {
  const { rows } = await app.db.execute<{ name: string }>(sql`
    select distinct trim(o.first_name || ' ' || o.last_name) as name
    from users u
      join users o on o.user_id <> u.user_id and ((o.email <> '' and mail_inbox(o.email) = mail_inbox(u.email))
        or (u.phone <> '' and (o.phone = u.phone or o.zphone2 = u.phone)))
    where u.user_id = ${userId} and ${isBlockedNow(sql`o.user_id`, sql`${app.clock.now().toISOString()}`)}
    order by name limit ${MOST_ALIKE}`);
  return rows.map(({ name }) => name);
}

/** The ids of these people who are currently blocked. */
export async function findBlocked(
  db: Pick<Db, "select">,
  userIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await db
    .select({ userId: personBlocks.userId })
    .from(personBlocks)
    .where(and(inArray(personBlocks.userId, [...userIds]), isRunning(now)));
  return new Set(rows.map(({ userId }) => userId));
}
