import { type SQL, sql } from "drizzle-orm";
import { moment } from "#src/db/instant.ts";
import { mailOutbox } from "#src/db/tables/mail.ts";
import type { PushKind } from "#src/shared/states.ts";

// Some mails are sent as a notification first, to people who allow that. The outbox row stands for both: once pushed, the
// mail is due ten minutes later, and never if the notification was opened.

/** The kinds of mail that are also notifications, and how people choose them. */
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

/** Of no use ten minutes later, so never mailed. */
const ONLY_PUSHED: readonly string[] = ["next_on_court"];

export const isOnlyPushed = (mail: string): boolean => ONLY_PUSHED.includes(mail);

/** SQL: {@link isOnlyPushed} of an outbox row. */
export const onlyPushed = sql`${mailOutbox.kind} = any(${sql.param(ONLY_PUSHED)}::text[])`;

/** A mail waits this long for its notification; then it is sent without: no failure of pushes holds a mail back. */
const WAITS_SECONDS = 60;

const { kind, data } = mailOutbox;

/** SQL: how people choose an outbox row; a hold that ends or begins is no other change. */
const pushKind = sql`case when ${kind} = 'event_changed' and ${data} -> 'news' = '["decision"]'::jsonb then 'decision' ${sql.join(
  Object.entries(PUSHED_MAILS).map(([mail, push]) => sql`when ${kind} = ${mail} then ${push}`),
  sql` `,
)} end`;

type Notified = { readonly userId: SQL; readonly kind: SQL; readonly eventId: SQL };

/** SQL: this person has a browser that takes notifications of this kind, about this event. */
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

/** SQL: this row of `mail_outbox` is pushed before it is mailed. */
export function awaitsPush(now: Date): SQL {
  return sql`(${mailOutbox.pushedAt} is null and ${kind} = any(${sql.param(Object.keys(PUSHED_MAILS))}::text[])
    and ${mailOutbox.dueAt} > ${moment(now)} - make_interval(secs => ${WAITS_SECONDS}::int)
    and ${takesPush({ userId: sql`${data} ->> 'userId'`, kind: pushKind, eventId: sql`${data} ->> 'eventId'` }, now)})`;
}
