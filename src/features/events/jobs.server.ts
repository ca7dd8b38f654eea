import { sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { eventMails } from "#src/features/events/mails.server.ts";
import { addressOf } from "#src/mail/address.server.ts";
import { mailsOwed } from "#src/mail/outbox.server.ts";
import { addDays } from "#src/shared/dates.ts";
import { dayInZone } from "#src/shared/zones.server.ts";

const REMIND_HOURS_BEFORE = 24;

/**
 * Queues a reminder for everyone who goes to an event of the next 24 hours. May run at any time and as often as it
 * likes: one mail a person, event and start, so that a moved event reminds again. Who answered when the reminder was due
 * already was told enough by the confirmation. Returns how many were queued.
 */
export async function queueReminders(app: App): Promise<number> {
  const now = app.clock.now();
  const moment = sql`${now.toISOString()}::timestamptz`;
  const ahead = sql`interval '1 hour' * ${REMIND_HOURS_BEFORE}::int`;
  // By the day too, which has an index: wide enough for every zone.
  const today = dayInZone(now, "UTC");
  const start = sql`to_char(e.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
  const key = sql`e.id || ':' || r.user_id || ':' || ${start}`;
  const data = { eventId: sql`e.id`, userId: sql`r.user_id`, startsAt: start };
  const from = sql`from social_events e join event_rsvps r on r.event_id = e.id and r.answer = 'going'
    where e.day between ${addDays(today, -1)}::date and ${addDays(today, 2)}::date and e.status = 'scheduled'
      and e.starts_at > ${moment} and e.starts_at <= ${moment} + ${ahead} and r.answered_at < e.starts_at - ${ahead}`;
  const { rowCount } = await app.db.execute(
    mailsOwed(eventMails.reminder, { key, email: addressOf(sql`r.user_id`), data, from }, now),
  );
  return rowCount ?? 0;
}
