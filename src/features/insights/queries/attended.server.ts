import { type SQL, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { hosts } from "#src/db/hosting.ts";
import { moment } from "#src/db/instant.ts";
import { addDays, type Day } from "#src/shared/dates.ts";
import { instantOf } from "#src/shared/zones.server.ts";

/**
 * Days from `from` through `to` in the group's time zone. The expressions below are shared by the numbers and their
 * lists, so that they agree.
 */
export type Days = { readonly from: Day; readonly to: Day };

/** The first moment of a day in the group's time zone. */
export const startOf = (app: App, day: Day) => instantOf(day, "00:00:00", app.config.group.timeZone);

/** The boundaries of consecutive periods: each start, and the last end. */
export function boundsOf(app: App, periods: readonly Days[]): SQL {
  const last = periods.at(-1)?.to;
  const days = [...periods.map(({ from }) => from), ...(last === undefined ? [] : [addDays(last, 1)])];
  return sql`array[${sql.join(
    days.map((day) => moment(startOf(app, day))),
    sql`, `,
  )}]`;
}

const TOOK_PLACE = sql`not e.held and e.status = 'scheduled'`;

/**
 * SQL: `happened`: events that took place, with the number of their period from 1. `marks`: their door lists, read
 * once. `here`: people checked in. `firsts`: each person's first attendance ever.
 */
export function attended(app: App, periods: readonly Days[]): SQL {
  const { from = "", to = "" } = { from: periods[0]?.from, to: periods.at(-1)?.to };
  const now = moment(app.clock.now());
  return sql`
    happened as materialized (
      select e.id, e.title, e.day, e.starts_at, e.hold_reason, e.host_user_id, width_bucket(e.starts_at, ${boundsOf(app, periods)}) as period
      from social_events e
      where e.starts_at >= ${moment(startOf(app, from))} and e.starts_at < ${moment(startOf(app, addDays(to, 1)))}
        and e.starts_at < ${now} and ${TOOK_PLACE}
        -- An event's own zone may be a day away from the group's.
        and e.day between ${addDays(from, -2)}::date and ${addDays(to, 2)}::date),
    marks as materialized (
      select h.id as event_id, h.period, h.starts_at, h.day, a.user_id, a.guests, a.presence
      from happened h join event_attendance a on a.event_id = h.id),
    here as materialized (select * from marks where presence = 'here'),
    firsts as materialized (
      select p.user_id, min(e.starts_at) as first_at, min(e.day) as first_day
      from (select distinct user_id from here where user_id is not null) p
      join event_attendance a on a.user_id = p.user_id and a.presence = 'here'
      join social_events e on e.id = a.event_id and ${TOOK_PLACE} group by p.user_id)`;
}

/**
 * SQL: `sign_ups`, after {@link attended}: people who were going when an event with a door list began, and whether they
 * were no-shows. Excludes weather holds, excused people, hosts and co-hosts, as the show rate does.
 */
export const SIGN_UPS = sql`
    sign_ups as (
      select h.id as event_id, h.title, h.day, h.period, r.user_id, a.presence is distinct from 'here' as missed
      from happened h
      join event_rsvps r on r.event_id = h.id and r.answer = 'going' and r.answered_at <= h.starts_at
      left join marks a on a.event_id = r.event_id and a.user_id = r.user_id
      where h.hold_reason is distinct from 'weather' and a.presence is distinct from 'excused'
        and not ${hosts(sql`r.user_id`, sql`h.id`, sql`h.host_user_id`)}
        and exists (select from here where here.event_id = h.id))`;
