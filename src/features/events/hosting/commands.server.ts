import { sql } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import { isBlockedNow } from "#src/db/groups-now.ts";
import { moment } from "#src/db/instant.ts";
import { NOT_NAMEABLE } from "#src/features/events/hosting/messages.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** Admits people who can be named a helper of an event: nobody who is blocked. The host reads no reason. */
export async function requireNameable(tx: Transaction, userId: string, now: Date): Promise<Result<void>> {
  const { rows } = await tx.execute<{ blocked: boolean }>(
    sql`select ${isBlockedNow(sql`${userId}`, moment(now))} as blocked`,
  );
  return rows[0]?.blocked ? fail("conflict", NOT_NAMEABLE) : ok(undefined);
}
