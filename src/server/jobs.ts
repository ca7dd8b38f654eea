import { sql } from "drizzle-orm";
import { PgBoss } from "pg-boss";
import type { App } from "#src/context/app.ts";
import { deleteStaleDrafts } from "#src/features/join/commands.server.ts";

// The work that is done without anyone asking, by one process at a time, each on its clock (cron, UTC).
const SCHEDULED = [
  { name: "delete-stale-join-drafts", cron: "17 4 * * *", run: deleteStaleDrafts },
  { name: "delete-old-rate-limits", cron: "47 * * * *", run: deleteOldRateLimits },
] as const;

// Longer than any window that is counted.
async function deleteOldRateLimits(app: App): Promise<number> {
  const { rowCount } = await app.db.execute(
    sql`delete from rate_limits where window_start < now() - interval '2 days'`,
  );
  return rowCount ?? 0;
}

export type Jobs = { isRunning(): boolean; stop(): Promise<void> };

async function begin(app: App, boss: PgBoss): Promise<void> {
  await boss.start();
  for (const { name, cron, run } of SCHEDULED) {
    await boss.createQueue(name);
    await boss.work(name, async () => {
      const count = await run(app);
      app.log.info({ job: name, count }, "job done");
    });
    await boss.schedule(name, cron);
  }
}

/** Starts the worker and its schedule, which go on through a restart of the database. Visitors need not wait for it. */
export function startJobs(app: App, connectionString: string): Jobs {
  let isRunning = false;
  const boss = new PgBoss({ connectionString, application_name: "sandbar jobs", max: 4 });
  boss.on("error", (error) => app.log.warn({ error: error.message }, "the job queue had a fault"));
  const started = begin(app, boss)
    .then(() => (isRunning = true))
    .catch((error: unknown) => app.log.error({ error: String(error) }, "the job queue did not start"));
  return {
    isRunning: () => isRunning,
    async stop() {
      // A start that is cut in the middle leaves connections behind.
      await started;
      isRunning = false;
      // Lets what is under way finish.
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}
