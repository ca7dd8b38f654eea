import { sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";

/** Backlogs: background work, and changes that an archive has not received. */
export type Backlog = {
  readonly jobsWaiting: number;
  readonly oldestJobSeconds: number;
  readonly mailsWaiting: number;
  readonly mailsFailed: number;
  readonly archiveLateSeconds: number;
};

export const UNKNOWN: Backlog = {
  jobsWaiting: Number.NaN,
  oldestJobSeconds: Number.NaN,
  mailsWaiting: Number.NaN,
  mailsFailed: Number.NaN,
  archiveLateSeconds: Number.NaN,
};

/** Rejects while the database is down. */
export async function readBacklog({ db }: App): Promise<Backlog> {
  const { rows } = await db.execute<Backlog>(sql`
    select jobs_waiting::int as "jobsWaiting", oldest_job::float as "oldestJobSeconds",
      (select count(*)::int from mail_outbox where status = 'waiting') as "mailsWaiting",
      (select count(*)::int from mail_outbox where status = 'failed') as "mailsFailed",
      (select case when last_failed_time > coalesce(last_archived_time, '-infinity')
        then extract(epoch from now() - coalesce(last_archived_time, stats_reset))::float else 0 end
        from pg_stat_archiver) as "archiveLateSeconds"
    from (
      select count(*) as jobs_waiting, coalesce(extract(epoch from now() - min(due_at)), 0) as oldest_job
      from jobs where due_at <= now()
    ) as jobs`);
  return rows[0] ?? UNKNOWN;
}
