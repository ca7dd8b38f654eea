import { type SQL, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { SocialEventRow } from "#src/db/tables/events.ts";
import { hosts } from "#src/db/hosting.ts";
import { moment } from "#src/db/instant.ts";
import { forecastOf, type History, PRIOR_EVENTS } from "#src/features/events/forecast/rules.ts";
import type { Forecast, ShowRate } from "#src/features/events/forecast/schema.ts";
import { EVENT_NOT_FOUND } from "#src/features/events/messages.ts";
import { canSeeEvent, requireEventManager } from "#src/policy/events.ts";
import type { Admin, Person } from "#src/policy/viewer.ts";
import { isCleanText } from "#src/shared/fields.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/**
 * Common table expressions at a given time. `counted`: events of the last six months that took place and have door
 * marks. `record`: people who were going before the start, and whether they came, without excused people, hosts and
 * co-hosts. Events on hold for weather count in forecasts, but never against a person.
 */
function records(now: Date): SQL {
  const at = moment(now);
  return sql`counted as (
      select e.id, e.host_user_id, e.starts_at, e.hold_reason is not distinct from 'weather' as by_weather from social_events e
      where e.starts_at < ${at} and e.starts_at >= ${at} - interval '6 months'
        and e.day between (${at} - interval '7 months')::date and (${at} + interval '2 days')::date
        and not e.held and e.status = 'scheduled'
        and exists (select from event_attendance a where a.event_id = e.id and a.presence = 'here')),
    record as (
      select c.id as event_id, c.by_weather, r.user_id, coalesce(a.presence = 'here', false)::int as came,
        1 + r.guests as heads,
        case when a.presence = 'here' then 1 + least(a.guests, r.guests) else 0 end as heads_came,
        case when a.presence = 'here' then greatest(a.guests - r.guests, 0) else 0 end as more
      from counted c
      join event_rsvps r on r.event_id = c.id and r.answer = 'going' and r.answered_at <= c.starts_at
      left join event_attendance a on a.event_id = c.id and a.user_id = r.user_id
      where a.presence is distinct from 'excused' and not ${hosts(sql`r.user_id`, sql`c.id`, sql`c.host_user_id`)})`;
}

/** People's show rates, smoothed toward the group's with a Beta prior that weighs {@link PRIOR_EVENTS} events. */
const RATES = sql`
    overall as (select coalesce(avg(came), 0.5)::float8 as rate from record where not by_weather),
    rates as (
      select user_id, ((sum(came) + ${PRIOR_EVENTS}::float8 * o.rate) / (count(*) + ${PRIOR_EVENTS}::float8)) as rate
      from record cross join overall o where not by_weather group by user_id, o.rate)`;

/** The attendance history behind an event's forecast. */
export async function readHistory(app: App, eventId: string, now: Date): Promise<History> {
  const { rows } = await app.db.execute<History>(sql`with ${records(now)}, ${RATES},
    past as (
      select c.id, sum(p.rate * p.heads) as expected, sum(p.rate * (1 - p.rate) * p.heads ^ 2) as variance,
        sum(p.heads_came) as came,
        sum(p.more) + (select coalesce(sum(1 + a.guests), 0) from event_attendance a
          where a.event_id = c.id and a.presence = 'here' and not ${hosts(sql`a.user_id`, sql`c.id`, sql`c.host_user_id`)}
            and not exists (select from record r2 where r2.event_id = c.id and r2.user_id = a.user_id)) as walk_ins
      from counted c join (
        select r.event_id, r.heads, r.heads_came, r.more, coalesce(s.rate, o.rate) as rate
        from record r cross join overall o left join rates s on s.user_id = r.user_id) p on p.event_id = c.id
      group by c.id, c.host_user_id),
    coming as (
      select case when ${hosts(sql`r.user_id`, sql`e.id`, sql`e.host_user_id`)} then 1 else coalesce(p.rate, o.rate) end as rate,
        1 + r.guests as heads
      from event_rsvps r join social_events e on e.id = r.event_id cross join overall o
      left join rates p on p.user_id = r.user_id
      where r.event_id = ${eventId} and r.answer = 'going')
    select
      (select coalesce(sum(heads), 0)::int from coming) as going,
      (select coalesce(sum(rate * heads), 0)::float8 from coming) as expected,
      (select coalesce(sum(rate * (1 - rate) * heads ^ 2), 0)::float8 from coming) as variance,
      count(*)::int as events,
      coalesce(avg((came - expected) ^ 2 / nullif(variance, 0)), 1)::float8 as dispersion,
      coalesce(avg(walk_ins), 0)::float8 as "walkIns",
      coalesce(var_samp(walk_ins), 0)::float8 as "walkInVariance"
    from past`);
  const [history] = rows;
  if (!history) throw new Error("An aggregate has one row.");
  return history;
}

/** The attendance forecast of an event, for its hosts and organizers. */
export async function readForecast(app: App, person: Person, eventId: string): Promise<Result<Forecast>> {
  if (!isCleanText(eventId)) return fail("not_found", EVENT_NOT_FOUND);
  const { rows } = await app.db.execute<Pick<SocialEventRow, "id" | "generalPublic" | "held" | "hostUserId">>(
    sql`select id, general_public as "generalPublic", held, host_user_id as "hostUserId" from social_events where id = ${eventId}`,
  );
  const [event] = rows;
  if (!event || !canSeeEvent(person, event)) return fail("not_found", EVENT_NOT_FOUND);
  const manager = requireEventManager(person, event);
  if (!manager.ok) return manager;
  return ok(forecastOf(await readHistory(app, eventId, app.clock.now())));
}

async function showRateOf(app: App, userId: string): Promise<ShowRate> {
  const { rows } = await app.db.execute<ShowRate>(sql`with ${records(app.clock.now())}
    select coalesce(sum(came), 0)::int as came, count(*)::int as of from record where user_id = ${userId} and not by_weather`);
  return rows[0] ?? { came: 0, of: 0 };
}

/** The caller's own show rate. */
export function readOwnShowRate(app: App, { userId }: Person): Promise<ShowRate> {
  return showRateOf(app, userId);
}

/** A person's show rate, for organizers. */
export function readShowRate(app: App, _admin: Admin, userId: string): Promise<ShowRate> {
  return showRateOf(app, userId);
}
