import { setTimeout as delay } from "node:timers/promises";
import { PgBoss } from "pg-boss";
import type { App } from "#src/context/app.ts";
import { impatientSocket } from "#src/db/connect.server.ts";
import { syncChats, tellDecisions } from "#src/features/chats/jobs.server.ts";
import { queueReminders } from "#src/features/events/jobs.server.ts";
import { clearUploads } from "#src/features/events/photos/jobs.server.ts";
import { keepRetention } from "#src/features/privacy/jobs.server.ts";
import { endMemberships } from "#src/features/membership/jobs.server.ts";
import { askForPayments } from "#src/features/payments/commands/bitcoin-cash.server.ts";
import { deliverMails } from "#src/mail/deliver.server.ts";
import { deleteOldStrangerMails } from "#src/mail/strangers.server.ts";
import { MAIL_RENDERERS } from "#src/server/mail-renderers.ts";
import { JOB_QUEUE_CONNECTIONS } from "#src/server/processes/connections.ts";

// The work that is done without anyone asking, by one process at a time, each on its clock (cron, UTC).
const SCHEDULED = [
  {
    name: "delete-old-stranger-mails",
    cron: "52 * * * *",
    run: ({ db, clock }: App) => deleteOldStrangerMails(db, clock.now()),
  },
  { name: "keep-retention", cron: "17 4 * * *", run: keepRetention },
  { name: "queue-reminders", cron: "*/5 * * * *", run: queueReminders },
  { name: "clear-uploads", cron: "7 * * * *", run: clearUploads },
  { name: "end-memberships", cron: "*/10 * * * *", run: endMemberships },
  { name: "ask-for-payments", cron: "*/5 * * * *", run: askForPayments },
  { name: "catch-up-with-the-user-pool", cron: "* * * * *", run: (app: App) => app.identity.catchUp() },
  { name: "sync-chats", cron: "* * * * *", run: syncChats },
  // Told at once as well; this is for what the provider could not hear.
  { name: "tell-join-decisions", cron: "* * * * *", run: tellDecisions },
  // New mails are sent at once (see `makePost`); this is for those that wait for another try.
  { name: "deliver-mails", cron: "* * * * *", run: (app: App) => deliverMails(app, MAIL_RENDERERS) },
] as const;

/** Work that is done as soon as it is announced: a round at a time, and another when one was announced meanwhile. */
type Rounds = { readonly begin: () => void; readonly stop: () => Promise<void> };

/** Sends mails as soon as they are announced. */
export const makePost = (app: App): Rounds =>
  makeRounds(app, (all) => deliverMails(all, MAIL_RENDERERS), "mails wait: they could not be sent now");

/** Tells the chats' provider who may join as soon as it is decided. */
export const makeTeller = (app: App): Rounds =>
  makeRounds(app, tellDecisions, "decisions on who may join wait: they could not be told now");

/** Makes our chats as their provider has them, before the first minute is over. */
export const makeChatReader = (app: App): Rounds => makeRounds(app, syncChats, "the chats are as they were last known");

function makeRounds(app: App, work: (app: App) => Promise<unknown>, waiting: string): Rounds {
  let round: Promise<void> | undefined;
  let isWanted = false;
  async function run(): Promise<void> {
    while (isWanted) {
      isWanted = false;
      await work(app);
    }
  }
  return {
    begin() {
      isWanted = true;
      round ??= run()
        .catch((error: unknown) => app.log.warn({ error: String(error) }, waiting))
        .finally(() => (round = undefined));
    },
    stop: async () => round,
  };
}

const START_AGAIN_MS = 1_000;

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

/**
 * Starts the worker and its schedule, which go on through a restart of the database. Visitors need not wait for it. A
 * start that the database cut off is tried again.
 */
export function startJobs(app: App, connectionString: string): Jobs {
  const stopping = new AbortController();
  const { signal } = stopping;
  let boss: PgBoss | undefined;
  const tryToBegin = async (): Promise<PgBoss | undefined> => {
    const options = {
      connectionString,
      application_name: "sandbar jobs",
      max: JOB_QUEUE_CONNECTIONS,
      stream: impatientSocket,
    };
    const fresh = new PgBoss(options);
    fresh.on("error", (error) => app.log.warn({ error: error.message }, "the job queue had a fault"));
    try {
      await begin(app, fresh);
      return fresh;
    } catch (error) {
      app.log.error({ error: String(error) }, "the job queue did not start; it is tried again");
      await fresh.stop({ graceful: false }).catch(() => undefined);
      await delay(START_AGAIN_MS, undefined, { ref: false, signal }).catch(() => undefined);
      return undefined;
    }
  };
  const started = (async () => {
    do boss = await tryToBegin();
    while (!(boss || signal.aborted));
  })();
  return {
    isRunning: () => boss !== undefined && !signal.aborted,
    async stop() {
      stopping.abort();
      // A start that is cut in the middle leaves connections behind.
      await started;
      // Lets what is under way finish.
      await boss?.stop({ graceful: true, timeout: 10_000 });
    },
  };
}
