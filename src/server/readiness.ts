import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Jobs } from "#src/server/jobs.ts";

// Whoever watches the site asks often, and takes no answer for a bad one.
const PATIENCE_MS = 3_000;

/** What requests need and does not answer now, by name: `database`, `jobs`. Answers within seconds, whatever hangs. */
export async function whatIsDown(app: App, jobs: Pick<Jobs, "isRunning">): Promise<readonly string[]> {
  const answer = app.db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
  const isDatabaseThere = await Promise.race([answer, delay(PATIENCE_MS, false, { ref: false })]);
  return [!isDatabaseThere && "database", !jobs.isRunning() && "jobs"].filter((name) => name !== false);
}
