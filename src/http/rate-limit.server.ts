import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Db, Transaction } from "#src/db/connect.server.ts";
import { executePrepared } from "#src/db/prepared.server.ts";
import { rateLimits } from "#src/db/tables/rate-limits.ts";
import type { RateLimit } from "#src/http/endpoint.server.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** The storage key: `who` may be an email or a network address, so it is hashed. */
function keyOf(limit: RateLimit, who: string): string {
  return `${limit.name}:${createHash("sha256").update(who).digest("base64url").slice(0, 22)}`;
}

/** Steps of the sliding window: a fixed window would allow twice the limit around its edge. */
const STEPS = 6;

/**
 * Counts one use by `who` in the sliding window; fails with `rate_limited` and the seconds to wait when the limit is
 * reached, without counting. Stored in the database, so it holds across processes and restarts. With the transaction of
 * the use itself, only uses that commit count.
 */
export async function countUse(
  app: App,
  limit: RateLimit,
  who: string,
  db: Db | Transaction = app.db,
): Promise<Result<void>> {
  return count(app, limit, who, { db, isDurable: true });
}

/**
 * Like {@link countUse}, for the requests of a network address, which many people may share. The commit does not wait for the
 * disk, because the row stays locked until then. If the database crashes, up to a second of counts may be lost.
 */
export async function countRequest(app: App, limit: RateLimit, address: string): Promise<Result<void>> {
  return count(app, limit, address, { db: app.db, isDurable: false });
}

async function count(
  app: App,
  limit: RateLimit,
  who: string,
  { db, isDurable }: { db: Db | Transaction; isDurable: boolean },
): Promise<Result<void>> {
  const key = keyOf(limit, who);
  const windowMs = limit.windowSeconds * 1000;
  const stepMs = windowMs / STEPS;
  const now = app.clock.now().getTime();
  const step = sql`${new Date(now - (now % stepMs)).toISOString()}::timestamptz`;
  const since = sql`${new Date(now - windowMs).toISOString()}::timestamptz`;
  const max = sql`${limit.max * app.config.rateLimitFactor}::float8`;
  // Local to the transaction, which is this statement alone.
  const quick = isDurable ? sql`` : sql`, (select set_config('synchronous_commit', 'off', true)) as quick`;
  // One statement, so that the row lock serializes concurrent uses.
  const use = sql`
    with earlier as (select coalesce(sum(count), 0) as uses from rate_limits
      where key = ${key} and window_start > ${since} and window_start < ${step})
    insert into rate_limits as r (key, window_start, count) select ${key}, ${step}, 1 from earlier${quick}
      where uses + 1 <= ${max}
    on conflict (key, window_start) do update set count = r.count + 1
      where r.count + (select uses from earlier) + 1 <= ${max}`;
  const { rowCount } = await executePrepared(db, isDurable ? "count_use" : "count_request", use);
  if (rowCount === 1) return ok(undefined);
  const { rows } = await db.execute<{ oldest: string | null }>(sql`
    select min(window_start) as oldest from rate_limits where key = ${key} and window_start > ${since}`);
  const oldest = rows[0]?.oldest ? new Date(rows[0].oldest).getTime() : now;
  return refusal(limit, Math.max(1, Math.ceil((oldest + windowMs - now) / 1000)));
}

function refusal({ why = "Too many requests." }: RateLimit, retryAfterSeconds: number): Result<never> {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const hours = Math.ceil(minutes / 60);
  const wait = minutes === 1 ? "a minute" : hours > 2 ? `${hours} hours` : `${minutes} minutes`;
  return fail("rate_limited", `${why} Please try again in ${wait}.`, { retryAfterSeconds });
}

/** Resets what {@link countUse} counted for `who`: a correct password clears the failed ones. */
export async function forgetUses(app: App, limit: RateLimit, who: string): Promise<void> {
  await app.db.delete(rateLimits).where(eq(rateLimits.key, keyOf(limit, who)));
}
