import { sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { moment } from "#src/db/instant.ts";
import { attended, boundsOf, type Days, SIGN_UPS, startOf } from "#src/features/insights/queries/attended.server.ts";
import { monthsBetween, periodsOf } from "#src/features/insights/rules.ts";
import type { Insights, Span } from "#src/features/insights/schema.ts";
import { type AttendanceRow, type GrowthRow, type RevenueRow, viewInsights } from "#src/features/insights/view.ts";
import { FileAnswer } from "#src/http/endpoint.server.ts";
import { streamTable } from "#src/http/table-file.server.ts";
import { mayDo } from "#src/policy/roles.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { addDays, type Day } from "#src/shared/dates.ts";
import { dayInZone } from "#src/shared/zones.server.ts";

/** Attendance per period, and the total in the row without a period. */
async function readAttendance(app: App, periods: readonly Days[]): Promise<AttendanceRow[]> {
  const bounds = boundsOf(app, periods);
  const { rows } = await app.db.execute<AttendanceRow>(sql`with ${attended(app, periods)}, ${SIGN_UPS},
    came as (
      select h.period, count(distinct h.user_id) as people,
        count(distinct h.user_id) filter (where f.first_at >= (${bounds})[h.period]) as newcomers,
        count(*) filter (where h.user_id is null) as walk_ins, coalesce(sum(h.guests), 0) as guests
      from here h left join firsts f on f.user_id = h.user_id group by h.period
      union all
      select null, count(distinct h.user_id),
        count(distinct h.user_id) filter (where f.first_at >= (${bounds})[1]),
        count(*) filter (where h.user_id is null), coalesce(sum(h.guests), 0)
      from here h left join firsts f on f.user_id = h.user_id),
    held as (select period, count(*) as events from happened group by rollup (period)),
    signed as (
      select period, count(*) as sign_ups, count(*) filter (where missed) as missed from sign_ups group by rollup (period))
    select held.period, held.events::int, coalesce(people, 0)::int as people, coalesce(newcomers, 0)::int as newcomers,
      coalesce(walk_ins, 0)::int as "walkIns", coalesce(guests, 0)::int as guests,
      coalesce(sign_ups, 0)::int as "signUps", coalesce(missed, 0)::int as missed
    from held
    left join came on came.period is not distinct from held.period
    left join signed on signed.period is not distinct from held.period`);
  return rows;
}

/** New people and new members by period, and the current number of members. */
async function readGrowth(app: App, periods: readonly Days[]): Promise<{ rows: GrowthRow[]; members: number }> {
  const bounds = boundsOf(app, periods);
  const { from = "", to = "" } = { from: periods[0]?.from, to: periods.at(-1)?.to };
  const [first, end] = [moment(startOf(app, from)), moment(startOf(app, addDays(to, 1)))];
  const [added, joined, now] = await Promise.all([
    app.db.execute<{ period: number; added: number }>(sql`
      select width_bucket(date_added, ${bounds}) as period, count(*)::int as added from users
      where date_added >= ${first} and date_added < ${end} group by 1`),
    app.db.execute<{ period: number; newMembers: number }>(sql`
      select width_bucket(m.created_at, ${bounds}) as period, count(*)::int as "newMembers" from memberships m
      where m.created_at >= ${first} and m.created_at < ${end} and m.user_id is not null and m.member_until is not null
        and not exists (select from memberships o where o.user_id = m.user_id and o.member_until is not null
          and (o.created_at, o.id) < (m.created_at, m.id))
      group by 1`),
    // Current memberships are indexed; expired ones are closed soon after.
    app.db.execute<{ members: number }>(sql`
      select count(distinct user_id)::int as members from memberships
      where closed_at is null and member_until > ${moment(app.clock.now())}`),
  ]);
  const rows = periods.map((_, index) => ({
    added: added.rows.find(({ period }) => period === index + 1)?.added ?? 0,
    newMembers: joined.rows.find(({ period }) => period === index + 1)?.newMembers ?? 0,
  }));
  return { rows, members: now.rows[0]?.members ?? 0 };
}

/** Ledger totals by month and currency. Demonstrations are not counted. */
async function readRevenue(app: App, months: readonly string[]): Promise<RevenueRow[]> {
  const { timeZone } = app.config.group;
  const [first = "", last = ""] = [months[0], months.at(-1)];
  // Day 35 counted from a month's first is in the next month.
  const end = `${addDays(`${last}-01`, 35).slice(0, 7)}-01`;
  const { rows } = await app.db.execute<RevenueRow>(sql`
    select to_char(paid_at at time zone ${timeZone}, 'YYYY-MM') as month, currency,
      sum(amount_cents)::float8 as cents
    from payments
    where paid_at >= ${moment(startOf(app, `${first}-01`))} and paid_at < ${moment(startOf(app, end))}
      and provider <> 'demonstration'
    group by 1, 2 order by 1, 2`);
  return rows;
}

const today = (app: App): Day => dayInZone(app.clock.now(), app.config.group.timeZone);

/** The group's numbers for a span, limited to those whose lists the caller may open. */
export async function getInsights(app: App, admin: Admin, span: Span): Promise<Insights> {
  const periods = periodsOf(span, today(app));
  const days = { from: periods[0]?.from ?? "", to: periods.at(-1)?.to ?? "" };
  const months = monthsBetween(days.from, days.to);
  const [attendance, growth, revenue] = await Promise.all([
    readAttendance(app, periods),
    mayDo(admin, "read_people") ? readGrowth(app, periods) : null,
    mayDo(admin, "read_money")
      ? readRevenue(
          app,
          months.map(({ month }) => month),
        )
      : null,
  ]);
  return viewInsights({ periods, days, months }, { attendance, growth, revenue });
}

const FILE_COLUMNS = [
  { key: "from", header: "From" },
  { key: "to", header: "To" },
  { key: "events", header: "Events" },
  { key: "people", header: "People who came" },
  { key: "newcomers", header: "New" },
  { key: "returning", header: "Returning" },
  { key: "signUps", header: "Signed up" },
  { key: "missed", header: "Did not come" },
];
const GROWTH_COLUMNS = [
  { key: "added", header: "People added" },
  { key: "newMembers", header: "New paid members" },
];

async function* readFileRows({ periods }: Insights): AsyncGenerator<readonly object[]> {
  yield periods.map(({ growth, ...period }) => ({ ...period, ...growth }));
}

/** The numbers per period as a CSV file, without names. */
export async function exportInsights(app: App, admin: Admin, span: Span): Promise<FileAnswer> {
  const insights = await getInsights(app, admin, span);
  const columns = insights.growth ? [...FILE_COLUMNS, ...GROWTH_COLUMNS] : FILE_COLUMNS;
  const name = `insights-${insights.to}.csv`;
  return new FileAnswer(streamTable(app, columns, readFileRows(insights)), { type: "text/csv; charset=utf-8", name });
}
