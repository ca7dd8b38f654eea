import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";

// Whoever watches the site asks often, and takes no answer for a bad one.
const READY_MS = 3_000;

/** What requests need and does not answer now, by name. Answers within seconds, whatever hangs. */
export async function whatIsDown(
  app: App,
  areJobsRunning: () => boolean | Promise<boolean>,
): Promise<readonly string[]> {
  const inTime = (answer: Promise<boolean>) =>
    Promise.race([answer.catch(() => false), delay(READY_MS, false, { ref: false })]);
  const [isDatabaseThere, areJobsThere] = await Promise.all([
    inTime(app.db.execute(sql`select 1`).then(() => true)),
    inTime(Promise.resolve(areJobsRunning())),
  ]);
  return [!isDatabaseThere && "database", !areJobsThere && "jobs"].filter((name) => name !== false);
}
