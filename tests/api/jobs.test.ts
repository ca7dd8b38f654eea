import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Jobs, startJobs } from "#src/server/jobs/engine.ts";
import { type Job, JOBS } from "#src/server/jobs/jobs.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
const started: Jobs[] = [];
beforeAll(async () => {
  site = await startTestSite();
});
afterEach(async () => {
  for (const jobs of started.splice(0)) await jobs.stop();
});
afterAll(() => site.close());

type Timer = { isDue: boolean; inMinutes: number; claim: string | null; attempts: number; lastError: string };

async function timerOf(name: string): Promise<Timer | undefined> {
  const { rows } = await site.app.db.execute<Timer>(sql`select due_at <= now() as "isDue",
    (extract(epoch from due_at - now()) / 60)::float as "inMinutes", claim, attempts, last_error as "lastError"
    from jobs where name = ${name}`);
  return rows[0];
}

/** Starts a process's jobs. */
function start(...jobs: readonly Job[]): Jobs {
  const process = startJobs(site.app, jobs);
  started.push(process);
  return process;
}

const hourly = (name: string, run: Job["run"]): Job => ({ name, everyMinutes: 60, atMinute: 0, run });
const addTimer = (name: string, due: string, claim: string | null = null) =>
  site.app.db.execute(sql`insert into jobs (name, due_at, claim) values (${name}, now() + ${due}::interval, ${claim})`);
const isWaiting = async (name: string) => {
  const timer = await timerOf(name);
  return timer !== undefined && !timer.isDue && timer.claim === null;
};

test("of several processes one runs a job that is due, and a run that was missed is made up once", async () => {
  await addTimer("count", "-3 days");
  let runs = 0;
  const count = hourly("count", async () => (runs += 1));
  for (let process = 0; process < 3; process += 1) start(count);
  await expect.poll(() => isWaiting("count"), { timeout: 120_000 }).toBe(true);
  expect(runs).toBe(1);
  const timer = await timerOf("count");
  expect(timer?.inMinutes).toBeLessThanOrEqual(60);
});

test("a job that fails is tried again after a minute, then after five, with its reason; a success ends that", async () => {
  await addTimer("shaky", "-1 minute");
  let isBroken = true;
  start(
    hourly("shaky", async () => {
      if (isBroken) throw new Error("no luck");
    }),
  );
  const failed = async () => {
    await expect.poll(() => isWaiting("shaky"), { timeout: 120_000 }).toBe(true);
    return timerOf("shaky");
  };
  const makeDue = () => site.app.db.execute(sql`update jobs set due_at = now() where name = 'shaky'`);
  const first = await failed();
  expect(first).toMatchObject({ attempts: 1, lastError: "Error: no luck" });
  expect(first?.inMinutes).toBeLessThanOrEqual(1);
  await makeDue();
  await expect.poll(async () => (await timerOf("shaky"))?.attempts, { timeout: 120_000 }).toBe(2);
  const second = await failed();
  expect(second?.inMinutes).toBeLessThanOrEqual(5);
  isBroken = false;
  await makeDue();
  await expect.poll(async () => (await timerOf("shaky"))?.attempts, { timeout: 120_000 }).toBe(0);
  expect(await timerOf("shaky")).toMatchObject({ lastError: "", claim: null });
});

test("a job of a process that died is taken over when its lease ends, and not before", async () => {
  await addTimer("orphan", "-1 second", "a dead process");
  await addTimer("busy", "30 seconds", "a living process");
  const ran: string[] = [];
  start(
    hourly("orphan", async () => ran.push("orphan")),
    hourly("busy", async () => ran.push("busy")),
  );
  await expect.poll(() => isWaiting("orphan"), { timeout: 120_000 }).toBe(true);
  expect(ran).toEqual(["orphan"]);
  expect(await timerOf("busy")).toMatchObject({ claim: "a living process", isDue: false });
});

test("an announcement wakes its job at once; what was announced while nobody heard is made up", async () => {
  let runs = 0;
  const process = start({ ...hourly("woken", async () => (runs += 1)), wokenBy: "mail_waiting" });
  process.handlers.mail_waiting?.();
  await expect.poll(() => runs).toBe(1);
  process.onHearing(true);
  await expect.poll(() => runs).toBe(2);
  await process.stop();
  process.handlers.mail_waiting?.();
  expect(runs).toBe(2);
});

test("every job has a timer within its interval from the first second on", async () => {
  start(...JOBS.map((job) => ({ ...job, isFirst: false, run: async () => 0 })));
  await expect.poll(async () => (await timerOf("keep-retention")) !== undefined, { timeout: 120_000 }).toBe(true);
  for (const { name, everyMinutes } of JOBS)
    expect((await timerOf(name))?.inMinutes, name).toBeLessThanOrEqual(everyMinutes);
  const { rows } = await site.app.db.execute(
    sql`select to_char(due_at at time zone 'UTC', 'HH24:MI') as at from jobs where name = 'keep-retention'`,
  );
  expect(rows).toEqual([{ at: "04:17" }]);
});
