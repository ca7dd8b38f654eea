import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/db/connect.server.ts";
import { RETRY_MINUTES } from "#src/shared/retry-delays.ts";

/** A job's schedule: every N minutes, offset from midnight UTC. */
export type Schedule = { readonly name: string; readonly everyMinutes: number; readonly atMinute: number };
export type TakenTimer = { readonly name: string; readonly claim: string; readonly attempts: number };

/** A lease that was not renewed for this long has expired. */
const LEASE_SECONDS = 60;
export const RENEW_MS = 20_000;

const leaseEnd = sql`now() + make_interval(secs => ${LEASE_SECONDS}::int)`;

const nextSlot = ({ everyMinutes, atMinute }: Schedule): SQL => sql`date_bin(
    make_interval(mins => ${everyMinutes}::int), now() - make_interval(mins => ${atMinute}::int), timestamptz 'epoch')
  + make_interval(mins => ${everyMinutes + atMinute}::int)`;

/** Adds missing timers, and moves up the next run of timers whose interval became shorter. */
export async function addTimers(db: Db, schedules: readonly Schedule[]): Promise<void> {
  const rows = schedules.map((schedule) => sql`(${schedule.name}, ${nextSlot(schedule)})`);
  await db.execute(sql`insert into jobs (name, due_at) values ${sql.join(rows, sql`, `)}
    on conflict (name) do update set due_at = least(jobs.due_at, excluded.due_at) where jobs.claim is null`);
}

/** Leases the due timers to this process. */
export async function takeDueTimers(db: Db, names: readonly string[]): Promise<readonly TakenTimer[]> {
  const { rows } = await db.execute<TakenTimer>(sql`
    update jobs set due_at = ${leaseEnd}, claim = ${randomUUID()}, attempts = attempts + 1
    where name in (select name from jobs where due_at <= now() and name = any(${sql.param([...names])}::text[])
      for update skip locked)
    returning name, claim, attempts`);
  return rows;
}

const isOurs = ({ name, claim }: TakenTimer) => sql`name = ${name} and claim = ${claim}`;

/** Renews the lease of a running job. */
export async function renewTimer(db: Db, taken: TakenTimer): Promise<void> {
  await db.execute(sql`update jobs set due_at = ${leaseEnd} where ${isOurs(taken)}`);
}

/** Releases a timer: due at its next slot, or earlier if the run failed. */
export async function returnTimer(db: Db, taken: TakenTimer, schedule: Schedule, error: string | null): Promise<void> {
  const minutes = RETRY_MINUTES[taken.attempts - 1] ?? RETRY_MINUTES.at(-1) ?? 0;
  await db.execute(
    error === null
      ? sql`update jobs set due_at = ${nextSlot(schedule)}, claim = null, attempts = 0, last_error = ''
          where ${isOurs(taken)}`
      : sql`update jobs set due_at = least(${nextSlot(schedule)}, now() + make_interval(mins => ${minutes}::int)),
          claim = null, last_error = ${error} where ${isOurs(taken)}`,
  );
}
