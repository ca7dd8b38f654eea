import { sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { eventMails } from "#src/features/events/mails.server.ts";
import { addressOf } from "#src/mail/address.server.ts";
import { mailsOwed } from "#src/mail/outbox.server.ts";
import { addDays } from "#src/shared/dates.ts";
import { dayInZone } from "#src/shared/zones.server.ts";

const REMIND_HOURS_BEFORE = 24;

/**
 * Queues reminders for everyone going to an event in the next 24 hours. Idempotent: one mail per person, event and start,
 * so that a moved event reminds again. Skips people whose RSVP came after the reminder was due, because they just got
 * the confirmation. Returns how many were queued.
 */
export async function queueReminders(app: App): Promise<number> {
  const now = app.clock.now();
  const moment = sql`${now.toISOString()}::timestamptz`;
  const ahead = sql`interval '1 hour' * ${REMIND_HOURS_BEFORE}::int`;
  // Also bounded by day, which has an index; wide enough for every zone.
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

/** Minimum number of past events for an estimate. */
const FEWEST_PAST_EVENTS = 3;
const MOST_PAST_EVENTS = 10;

/**
 * Updates every upcoming event's attendance estimate: the minimum and maximum of the last ten events within a year of
 * the same series, else of the same activity, by door marks. Returns how many events changed.
 */
export async function countUsual(app: Pick<App, "db" | "clock">): Promise<number> {
  const now = sql`${app.clock.now().toISOString()}::timestamptz`;
  const { rowCount } = await app.db.execute(sql`
    with past as (
      select series_id, chat, starts_at, came_count as came
      from social_events
      where starts_at between ${now} - interval '1 year' and ${now} - interval '1 day'
        and status = 'scheduled' and not held and came_count > 0),
    recent as (
      select *, row_number() over (partition by series_id order by starts_at desc) as in_series,
        row_number() over (partition by chat order by starts_at desc) as in_kind
      from past),
    of_series as (
      select series_id, min(came) as low, max(came) as high from recent
      where series_id is not null and in_series <= ${MOST_PAST_EVENTS}
      group by series_id having count(*) >= ${FEWEST_PAST_EVENTS}),
    of_kind as (
      select chat, min(came) as low, max(came) as high from recent where in_kind <= ${MOST_PAST_EVENTS}
      group by chat having count(*) >= ${FEWEST_PAST_EVENTS}),
    usual as (
      select e.id, coalesce(s.low, k.low) as low, coalesce(s.high, k.high) as high
      from social_events e left join of_series s using (series_id) left join of_kind k on k.chat = e.chat
      where e.starts_at > ${now}
      union all
      -- Past events show no estimate.
      select id, null, null from social_events where starts_at <= ${now} and usual_low is not null)
    update social_events e set usual_low = u.low, usual_high = u.high from usual u
    where u.id = e.id and (e.usual_low, e.usual_high) is distinct from (u.low, u.high)`);
  return rowCount ?? 0;
}
