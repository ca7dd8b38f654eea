import { type SQL, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { isBlockedNow } from "#src/db/groups-now.ts";
import { moment } from "#src/db/instant.ts";
import { AMOUNTS, type MailAutomation } from "#src/shared/automation.ts";
import { addDays } from "#src/shared/dates.ts";
import { dayInZone } from "#src/shared/zones.server.ts";

/** Automations that mail people; the digest goes to organizers. */
export type PeopleMail = Exclude<MailAutomation, "digest">;

/** Occasions after `from` until `to`. */
export type Span = {
  readonly kind: PeopleMail;
  readonly amount: number | null;
  readonly from: Date;
  readonly to: Date;
};

const TOOK_PLACE = sql`e.status = 'scheduled' and not e.held`;
const CHECKED_IN = sql`event_attendance a join social_events e on e.id = a.event_id and a.presence = 'here' and ${TOOK_PLACE}`;
/**
 * SQL: attendance, as \`user_id\` and \`day\`: people checked in at the door, or without a door list, people who were
 * going.
 */
const CAME = sql`(select a.user_id, e.day from ${CHECKED_IN}
  union all
  select r.user_id, e.day from event_rsvps r join social_events e on e.id = r.event_id and ${TOOK_PLACE}
    where r.answer = 'going' and not exists (
      select from event_attendance m where m.event_id = e.id and m.presence = 'here'))`;
/** Mails that invite people to something a block excludes them from. */
const INVITES: readonly PeopleMail[] = ["welcome", "thanks", "come_back"];

/**
 * SQL: the people due a mail, as `key`, `user_id` and `at`, the moment it is for. Shared by the job, the preview and
 * the check before sending, so that they agree.
 */
function occasionsOf(app: App, { kind, amount, from, to }: Span): SQL {
  const { timeZone } = app.config.group;
  const least = amount ?? AMOUNTS[kind]?.usual ?? 0;
  /** 10 AM of a day by the group's clock. */
  const tenOf = (day: SQL) => sql`((${day})::date + time '10:00') at time zone ${timeZone}::text`;
  // Filters by day too, for the index; the event's zone may be a day off the group's.
  const days = (back: number) =>
    sql`between ${addDays(dayInZone(from, timeZone), -back - 2)}::date and ${addDays(dayInZone(to, timeZone), -back + 1)}::date`;
  switch (kind) {
    case "welcome":
      return sql`select r.id as key, r.user_id, r.decided_at as at from chat_join_requests r
        where r.decision = 'approved' and r.decided_at between ${moment(from)} and ${moment(to)}
          and not exists (select from chat_join_requests o
            where o.user_id = r.user_id and o.decision = 'approved' and (o.decided_at, o.id) < (r.decided_at, r.id))`;
    case "thanks":
      return sql`select a.user_id as key, a.user_id, ${tenOf(sql`min(e.day) + 1`)} as at from ${CHECKED_IN}
        where a.user_id in (select a.user_id from ${CHECKED_IN} where e.day ${days(1)}) group by a.user_id`;
    case "come_back":
      return sql`select c.user_id || ':' || max(c.day) as key, c.user_id, ${tenOf(sql`max(c.day) + ${least * 7}::int`)} as at
        from ${CAME} as c where c.user_id in (select user_id from ${CAME} as o where o.day ${days(least * 7)})
          and not exists (select from event_rsvps r join social_events n on n.id = r.event_id
            where r.user_id = c.user_id and r.answer = 'going' and n.starts_at > ${moment(to)} and n.status = 'scheduled')
        group by c.user_id`;
    case "membership_ending": {
      // Its last day; the membership ends at the midnight after it.
      const ends = sql`((m.member_until - interval '1 millisecond') at time zone ${timeZone}::text)::date`;
      return sql`select m.id || ':' || ${ends} as key, m.user_id, ${tenOf(sql`${ends} - ${least}::int`)} as at from memberships m
        where m.closed_at is null and (not m.is_recurring or m.cancel_at_period_end) and m.user_id is not null
          and m.member_until > ${moment(to)} and m.member_until <= ${moment(to)} + interval '1 day' * ${least + 2}::int
          and not exists (select from memberships o where o.user_id = m.user_id and o.member_until > m.member_until)`;
    }
  }
}

/**
 * SQL: the recipients of an automation: `key`, `user_id`, `email`, `name`. Only verified addresses that did not
 * unsubscribe, and no invitation to people who are blocked.
 */
export function recipientsSql(app: App, span: Span): SQL {
  const isInvited = INVITES.includes(span.kind) ? sql`not ${isBlockedNow(sql`o.user_id`, moment(span.to))}` : sql`true`;
  return sql`select o.key, o.user_id, o.at, f.mail_to as email, person.first_name,
      coalesce(nullif(trim(person.first_name || ' ' || person.last_name), ''), person.nickname) as name
    from (${occasionsOf(app, span)}) as o join users person on person.user_id = o.user_id
      join person_facts f on f.user_id = o.user_id
    where o.at > ${moment(span.from)} and o.at <= ${moment(span.to)} and f.mail_to is not null and not f.is_unsubscribed
      and ${isInvited}`;
}

const WEEK_MS = 7 * 86_400_000;
const MOST_NAMES = 10;

/** The people it would have mailed in the last 7 days. */
export async function previewMails(
  app: App,
  { kind, amount }: Pick<Span, "kind" | "amount">,
): Promise<{ count: number; names: string[] }> {
  const to = app.clock.now();
  const span = { kind, amount, from: new Date(to.getTime() - WEEK_MS), to };
  const { rows } = await app.db.execute<{ name: string; count: number }>(sql`
    select name, count(*) over ()::int as count from (${recipientsSql(app, span)}) as found order by fold_name(name), key limit ${MOST_NAMES}`);
  return { count: rows[0]?.count ?? 0, names: rows.map(({ name }) => name) };
}

/**
 * The recipient of a queued mail if its reason still holds: the rule is on, and the person hasn't come, paid or left
 * since.
 */
export async function stillOwed(
  app: App,
  { kind, key, userId, email }: { kind: PeopleMail; key: string; userId: string; email: string },
): Promise<{ firstName: string } | null> {
  const { rows: rules } = await app.db.execute<{ amount: number | null }>(
    sql`select amount from automations where kind = ${kind} and is_on`,
  );
  const to = app.clock.now();
  const span = { kind, amount: rules[0]?.amount ?? null, from: new Date(to.getTime() - WEEK_MS), to };
  if (rules.length === 0) return null;
  const { rows } = await app.db.execute<{ firstName: string }>(sql`
    select first_name as "firstName" from (${recipientsSql(app, span)}) as found
    where key = ${key} and user_id = ${userId} and email = ${email}`);
  return rows[0] ?? null;
}
