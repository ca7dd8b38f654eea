import type { App } from "#src/context/app.ts";
import { startDueAnnouncements } from "#src/features/announcements/commands.server.ts";
import { runAutomations } from "#src/features/automation/jobs.server.ts";
import { syncChats, tellDecisions } from "#src/features/chats/jobs.server.ts";
import { settleHolds } from "#src/features/events/decision/commands.server.ts";
import { countUsual, queueReminders } from "#src/features/events/jobs.server.ts";
import { drawPlaces } from "#src/features/events/draw/commands.server.ts";
import { moveOffers } from "#src/features/events/waiting-list/commands/offers.server.ts";
import { clearUploads } from "#src/features/events/uploads/jobs.server.ts";
import { deliverPushes } from "#src/features/notifications/jobs.server.ts";
import { keepRetention } from "#src/features/privacy/jobs.server.ts";
import { endMemberships } from "#src/features/membership/jobs.server.ts";
import { askForPayments } from "#src/features/payments/commands/bitcoin-cash.server.ts";
import { deliverLane } from "#src/mail/deliver.server.ts";
import { deleteOldStrangerMails } from "#src/mail/strangers.server.ts";
import { keepZoneWhereAsked, saveBaseWhereAsked } from "#src/server/backup/archive-settings.ts";
import type { Schedule } from "#src/server/jobs/timers.ts";
import { MAIL_KINDS } from "#src/server/mail-kinds.ts";

/** A background job. It reads what is due from tables, so the next run completes an interrupted one. */
export type Job = Schedule & {
  /** Returns the number of items processed. The signal aborts when the process stops; long runs end early then. */
  readonly run: (app: App, signal: AbortSignal) => Promise<unknown>;
  /** The change that triggers a run at once; the timer covers missed changes and retries. */
  readonly wokenBy?: "mail_waiting" | "join_decision";
  /** Also runs at startup. */
  readonly isFirst?: boolean;
};

const HOUR = 60;
const DAY = 24 * HOUR;

export const JOBS: readonly Job[] = [
  {
    name: "deliver-urgent-mails",
    everyMinutes: 1,
    atMinute: 0,
    wokenBy: "mail_waiting",
    run: (app, signal) => deliverLane(app, MAIL_KINDS, "urgent", signal),
  },
  {
    name: "deliver-mails",
    everyMinutes: 1,
    atMinute: 0,
    wokenBy: "mail_waiting",
    run: (app, signal) => deliverLane(app, MAIL_KINDS, "normal", signal),
  },
  {
    name: "deliver-announcements",
    everyMinutes: 1,
    atMinute: 0,
    wokenBy: "mail_waiting",
    run: (app, signal) => deliverLane(app, MAIL_KINDS, "announcements", signal),
  },
  {
    name: "deliver-pushes",
    everyMinutes: 1,
    atMinute: 0,
    wokenBy: "mail_waiting",
    run: (app) => deliverPushes(app, MAIL_KINDS),
  },
  { name: "start-announcements", everyMinutes: 1, atMinute: 0, run: startDueAnnouncements },
  { name: "run-automations", everyMinutes: 1, atMinute: 0, run: runAutomations },
  { name: "tell-join-decisions", everyMinutes: 1, atMinute: 0, wokenBy: "join_decision", run: tellDecisions },
  { name: "sync-chats", everyMinutes: 1, atMinute: 0, isFirst: true, run: syncChats },
  { name: "catch-up-with-the-user-pool", everyMinutes: 1, atMinute: 0, run: ({ identity }) => identity.catchUp() },
  // At second 0 of each minute, when holds end.
  { name: "settle-holds", everyMinutes: 1, atMinute: 0, run: settleHolds },
  { name: "move-offers", everyMinutes: 1, atMinute: 0, run: moveOffers },
  { name: "draw-places", everyMinutes: 1, atMinute: 0, run: drawPlaces },
  { name: "queue-reminders", everyMinutes: 5, atMinute: 0, run: queueReminders },
  { name: "count-usual", everyMinutes: HOUR, atMinute: 11, isFirst: true, run: countUsual },
  { name: "ask-for-payments", everyMinutes: 5, atMinute: 0, run: askForPayments },
  { name: "end-memberships", everyMinutes: 10, atMinute: 0, run: endMemberships },
  { name: "clear-uploads", everyMinutes: HOUR, atMinute: 7, run: clearUploads },
  {
    name: "delete-old-stranger-mails",
    everyMinutes: HOUR,
    atMinute: 52,
    run: ({ db, clock }) => deleteOldStrangerMails(db, clock.now()),
  },
  // Runs at startup too, and skips if a recent base backup exists.
  { name: "save-base", everyMinutes: DAY, atMinute: 3 * HOUR + 41, isFirst: true, run: saveBaseWhereAsked },
  // Organizers may change the time zone in the console.
  { name: "keep-zone", everyMinutes: 5, atMinute: 0, isFirst: true, run: keepZoneWhereAsked },
  { name: "keep-retention", everyMinutes: DAY, atMinute: 4 * HOUR + 17, run: keepRetention },
];
