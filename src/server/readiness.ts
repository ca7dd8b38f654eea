import { setTimeout as delay } from "node:timers/promises";
import type { App } from "#src/context/app.ts";
import { IS_WRITABLE } from "#src/db/client.server.ts";
import type { ChangeReader } from "#src/db/change-log.server.ts";

// Load balancers poll often and treat no response as unhealthy.
const READY_MS = 3_000;

/** Names the dependencies that do not respond now. Bounded to a few seconds, even if they hang. */
export async function whatIsDown(
  app: App,
  changes: Pick<ChangeReader, "isHearing">,
  areJobsRunning: () => boolean | Promise<boolean>,
): Promise<readonly string[]> {
  const inTime = (answer: Promise<boolean>) =>
    Promise.race([answer.catch(() => false), delay(READY_MS, false, { ref: false })]);
  const [isDatabaseThere, areJobsThere] = await Promise.all([
    inTime(app.db.execute<{ isWritable: boolean }>(IS_WRITABLE).then(({ rows }) => rows[0]?.isWritable === true)),
    inTime(Promise.resolve(areJobsRunning())),
  ]);
  // Without the database, changes cannot be heard either: report only the cause.
  const isDeaf = isDatabaseThere && !changes.isHearing();
  return [!isDatabaseThere && "database", isDeaf && "changes", !areJobsThere && "jobs"].filter(
    (name) => name !== false,
  );
}
