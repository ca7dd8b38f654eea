import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { rateLimits } from "#src/db/tables/rate-limits.ts";
import type { RateLimit } from "#src/http/endpoint.server.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** Under what a count is kept: `who` may be an email or a network address, so only its hash is. */
function keyOf(limit: RateLimit, who: string): string {
  return `${limit.name}:${createHash("sha256").update(who).digest("base64url").slice(0, 22)}`;
}

/**
 * Counts one use by `who` in the current window; `rate_limited` with the seconds to wait when it is one too many.
 * The count is kept in the database, so that it holds across processes and restarts.
 */
export async function countUse(app: App, limit: RateLimit, who: string): Promise<Result<void>> {
  const windowMs = limit.windowSeconds * 1000;
  const now = app.clock.now().getTime();
  const windowStart = new Date(now - (now % windowMs));
  const [row] = await app.db
    .insert(rateLimits)
    .values({ key: keyOf(limit, who), windowStart, count: 1 })
    .onConflictDoUpdate({
      target: [rateLimits.key, rateLimits.windowStart],
      set: { count: sql`${rateLimits.count} + 1` },
    })
    .returning({ count: rateLimits.count });
  if ((row?.count ?? 0) <= limit.max * app.config.rateLimitFactor) return ok(undefined);
  const retryAfterSeconds = Math.max(1, Math.ceil((windowStart.getTime() + windowMs - now) / 1000));
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return fail(
    "rate_limited",
    `That was a lot at once. Please try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
    {
      retryAfterSeconds,
    },
  );
}

/** Takes back what {@link countUse} counted for `who`: a right password ends the count of the wrong ones. */
export async function forgetUses(app: App, limit: RateLimit, who: string): Promise<void> {
  await app.db.delete(rateLimits).where(eq(rateLimits.key, keyOf(limit, who)));
}
