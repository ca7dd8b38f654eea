import { type SQL, sql } from "drizzle-orm";
import { moment } from "#src/db/instant.ts";
import { mailOutbox } from "#src/db/tables/mail.ts";
import type { PushKind } from "#src/shared/states.ts";

/**
 * Mails sent as a push notification first, to people who allow it. One outbox row covers both: once pushed, the mail is
 * due ten minutes later, unless the notification was opened. The value is the preference that controls it.
 */
const PUSHED_MAILS: Readonly<Record<string, PushKind>> = {
  promoted: "promotion",
  seat_offered: "offer",
  seat_free: "offer",
  event_changed: "change",
  event_cancelled: "cancellation",
  host_message: "message",
  share_reminder: "message",
  new_guests: "guests",
  next_on_court: "court",
  chat_mention: "mention",
};

/** Useless ten minutes later, so push only. */
const ONLY_PUSHED: readonly string[] = ["next_on_court"];

export const isOnlyPushed = (mail: string): boolean => ONLY_PUSHED.includes(mail);

/** SQL: {@link isOnlyPushed} of an outbox row. */
export const onlyPushed = sql`${mailOutbox.kind} = any(${sql.param(ONLY_PUSHED)}::text[])`;

/** How long a mail waits for its push before it is sent anyway, so a push outage never holds mail back. */
const WAITS_SECONDS = 60;

const { kind, data } = mailOutbox;

/** SQL: the preference that controls an outbox row. Changes of a hold alone do not count as event changes. */
const pushKind = sql`case when ${kind} = 'event_changed' and ${data} -> 'news' = '["decision"]'::jsonb then 'decision' ${sql.join(
  Object.entries(PUSHED_MAILS).map(([mail, push]) => sql`when ${kind} = ${mail} then ${push}`),
  sql` `,
)} end`;

type Notified = { readonly userId: SQL; readonly kind: SQL; readonly eventId: SQL };

/** SQL: whether the person has a browser subscribed to this kind of notification for this event. */
export function takesPush({ userId, kind: about, eventId }: Notified, now: Date): SQL {
  return sql`exists (
    select from accounts a
      join sessions x on x.sub = a.sub and x.expires_at > ${moment(now)}
      join push_subscriptions s on s.session_id = x.id
      left join push_preferences p on p.sub = a.sub
    where a.user_id = ${userId} and (p.sub is null or not (
      ${about} = any(p.muted_kinds)
      or exists (select from social_events e where e.id = ${eventId} and e.chat = any(p.muted_activities)))))`;
}

/** SQL: whether this row of `mail_outbox` still waits for its push. */
export function awaitsPush(now: Date): SQL {
  return sql`(${mailOutbox.pushedAt} is null and ${kind} = any(${sql.param(Object.keys(PUSHED_MAILS))}::text[])
    and ${mailOutbox.dueAt} > ${moment(now)} - make_interval(secs => ${WAITS_SECONDS}::int)
    and ${takesPush({ userId: sql`${data} ->> 'userId'`, kind: pushKind, eventId: sql`${data} ->> 'eventId'` }, now)})`;
}
