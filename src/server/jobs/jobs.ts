import type { App } from "#src/context/app.ts";
import { syncChats, tellDecisions } from "#src/features/chats/jobs.server.ts";
import { queueReminders } from "#src/features/events/jobs.server.ts";
import { clearUploads } from "#src/features/events/uploads/jobs.server.ts";
import { keepRetention } from "#src/features/privacy/jobs.server.ts";
import { endMemberships } from "#src/features/membership/jobs.server.ts";
import { askForPayments } from "#src/features/payments/commands/bitcoin-cash.server.ts";
import { deliverMails } from "#src/mail/deliver.server.ts";
import { deleteOldStrangerMails } from "#src/mail/strangers.server.ts";
import type { Schedule } from "#src/server/jobs/timers.ts";
import { MAIL_KINDS } from "#src/server/mail-kinds.ts";

/** Work that nobody waits for. It finds what is owed in tables, so a run that was cut off is made up by the next one. */
export type Job = Schedule & {
  /** Returns how many things were done. */
  readonly run: (app: App) => Promise<unknown>;
  /** The announcement upon which it runs at once; its timer is for what was not heard, and for retries. */
  readonly wokenBy?: "mail_waiting" | "join_decision";
  /** Runs at the start too. */
  readonly isFirst?: boolean;
};

const HOUR = 60;
const DAY = 24 * HOUR;

export const JOBS: readonly Job[] = [
  {
    name: "deliver-mails",
    everyMinutes: 1,
    atMinute: 0,
    wokenBy: "mail_waiting",
    run: (app) => deliverMails(app, MAIL_KINDS),
  },
  { name: "tell-join-decisions", everyMinutes: 1, atMinute: 0, wokenBy: "join_decision", run: tellDecisions },
  { name: "sync-chats", everyMinutes: 1, atMinute: 0, isFirst: true, run: syncChats },
  { name: "catch-up-with-the-user-pool", everyMinutes: 1, atMinute: 0, run: ({ identity }) => identity.catchUp() },
  { name: "queue-reminders", everyMinutes: 5, atMinute: 0, run: queueReminders },
  { name: "ask-for-payments", everyMinutes: 5, atMinute: 0, run: askForPayments },
  { name: "end-memberships", everyMinutes: 10, atMinute: 0, run: endMemberships },
  { name: "clear-uploads", everyMinutes: HOUR, atMinute: 7, run: clearUploads },
  {
    name: "delete-old-stranger-mails",
    everyMinutes: HOUR,
    atMinute: 52,
    run: ({ db, clock }) => deleteOldStrangerMails(db, clock.now()),
  },
  { name: "keep-retention", everyMinutes: DAY, atMinute: 4 * HOUR + 17, run: keepRetention },
];
