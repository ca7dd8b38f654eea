import { setTimeout as delay } from "node:timers/promises";
import type { App } from "#src/context/app.ts";
import { type Job, JOBS } from "#src/server/jobs/jobs.ts";
import { Lane } from "#src/server/jobs/lane.ts";
import {
  addTimers,
  RENEW_MS,
  renewTimer,
  returnTimer,
  takeDueTimers,
  type TakenTimer,
} from "#src/server/jobs/timers.ts";
import type { ChangeHandlers } from "#src/db/change-log.server.ts";

const POLL_MS = 1_000;

export type Jobs = {
  /** Runs the jobs that this change wakes. */
  readonly handlers: Partial<ChangeHandlers>;
  /** Called when the change log connects or disconnects; see `followChanges`. */
  readonly onHearing: (isHearing: boolean) => void;
  /** Whether the timers exist, so jobs can run. */
  isRunning(): boolean;
  /** Waits for running jobs. */
  stop(): Promise<void>;
};

type LaneOfJob = { readonly job: Job; readonly lane: Lane };

/** Runs a job whose timer this process has leased. */
async function runTaken(app: App, { job, lane }: LaneOfJob, taken: TakenTimer): Promise<void> {
  const renewing = setInterval(() => void renewTimer(app.db, taken).catch(() => undefined), RENEW_MS);
  let error: string | null = null;
  try {
    const count = await lane.run();
    app.log.info({ job: job.name, count }, "job done");
  } catch (thrown) {
    error = String(thrown);
    app.log.warn({ job: job.name, attempts: taken.attempts, error }, "a job failed; it is tried again");
  } finally {
    clearInterval(renewing);
  }
  // If this fails too, the lease expires.
  await returnTimer(app.db, taken, job, error).catch(() => undefined);
}

/** Maps each change to a handler that wakes the jobs depending on it. */
function wakers(woken: readonly LaneOfJob[], wake: (lane: LaneOfJob) => void): Jobs["handlers"] {
  const byChange = Map.groupBy(woken, ({ job }) => job.wokenBy);
  return Object.fromEntries(
    [...byChange].map(([change, lanes]) => [change, () => lanes.forEach((lane) => wake(lane))]),
  );
}

/** Starts the jobs. They survive database restarts; processes share the work through the timers' leases. */
export function startJobs(app: App, jobs: readonly Job[] = JOBS): Jobs {
  const stopping = new AbortController();
  const { signal } = stopping;
  const lanes = new Map(jobs.map((job) => [job.name, { job, lane: new Lane(async () => job.run(app, signal)) }]));
  const running = new Set<Promise<void>>();
  let isRunning = false;

  function wake({ job, lane }: LaneOfJob): void {
    if (signal.aborted) return;
    lane.run().catch((error: unknown) => {
      app.log.warn({ job: job.name, error: String(error) }, "a job failed; it is tried again");
    });
  }

  async function tick(): Promise<void> {
    if (!isRunning) await addTimers(app.db, jobs);
    isRunning = true;
    for (const taken of await takeDueTimers(app.db, [...lanes.keys()])) {
      const lane = lanes.get(taken.name);
      if (!lane) continue;
      const run = runTaken(app, lane, taken).finally(() => running.delete(run));
      running.add(run);
    }
  }

  async function keepTicking(): Promise<void> {
    let isTold = false;
    while (!signal.aborted) {
      try {
        await tick();
        isTold = false;
      } catch (error) {
        if (!isTold)
          app.log.warn({ error: String(error) }, "the timers of the jobs cannot be read; tried again each second");
        isTold = true;
      }
      await delay(POLL_MS, undefined, { ref: false, signal }).catch(() => undefined);
    }
  }

  for (const lane of lanes.values()) if (lane.job.isFirst) wake(lane);
  const ticking = keepTicking();
  const woken = [...lanes.values()].filter(({ job }) => job.wokenBy !== undefined);
  return {
    handlers: wakers(woken, wake),
    onHearing(isHearing) {
      // Catch up on changes that were missed while disconnected or read by a process that died.
      if (isHearing) for (const lane of woken) wake(lane);
    },
    isRunning: () => isRunning && !signal.aborted,
    async stop() {
      stopping.abort();
      await ticking;
      await Promise.all([...running, ...[...lanes.values()].map(({ lane }) => lane.idle())]);
    },
  };
}
