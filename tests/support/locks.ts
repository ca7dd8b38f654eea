import { type SQL, sql } from "drizzle-orm";
import { expect } from "vitest";
import type { TestSite } from "#tests/support/test-site.ts";

const WAITING = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Holds what a statement locks until both calls wait for locks, the second behind the first; then lets them go on. */
export async function holdBack<First, Second>(
  { app: { db } }: TestSite,
  lock: SQL,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const waiting = async () => (await db.execute(WAITING)).rowCount;
  const { answers } = await db.transaction(async (tx) => {
    await tx.execute(lock);
    const one = first();
    await expect.poll(waiting).toBe(1);
    const other = second();
    await expect.poll(waiting).toBe(2);
    return { answers: Promise.all([one, other]) };
  });
  return answers;
}
