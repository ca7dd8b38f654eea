import { sql, type SQL } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { groupsNow } from "#src/db/groups-now.ts";
import { HIGHEST_LEVEL, LOWEST_LEVEL } from "#src/features/events/court-plan/rules/formats.ts";
import { START_LEVEL } from "#src/features/events/ladder/rules/level.ts";
import { seasonOf, seasonsAt } from "#src/features/events/ladder/rules/season.ts";
import type { Ladder, LadderQuery, OwnResults } from "#src/features/events/ladder/schema.ts";
import { type OwnRow, type LadderRow, viewLadder, viewOwnResults } from "#src/features/events/ladder/view.ts";
import { BAD_PAGE, decodeCursor, isTimePosition, pageOf } from "#src/http/cursor.ts";
import type { LadderReader } from "#src/policy/ladder.ts";
import type { Person } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import { dayInZone } from "#src/shared/zones.server.ts";

const MOST_LISTED = 100;
const RESULTS_A_PAGE = 20;

/** Results with their player and event. */
const RESULTS = sql`court_results r join court_players p on p.event_id = r.event_id and p.player = r.player
  join social_events e on e.id = r.event_id`;

/** {@link RESULTS} summed by player and event before any join, in primary key order. */
const TALLIES = sql`(
    select event_id, player, count(*) as games, count(*) filter (where points > against) as won,
      count(*) filter (where points = against) as drawn, sum(points - against) as difference, sum(change) as change
    from court_results group by event_id, player) r
  join court_players p on p.event_id = r.event_id and p.player = r.player
  join social_events e on e.id = r.event_id`;

/** SQL: the level after changes that add up to `sum`, on the published scale. */
const levelAfter = (sum: SQL) =>
  sql`greatest(${LOWEST_LEVEL}::float8, least(${HIGHEST_LEVEL}::float8, ${START_LEVEL}::float8 + ${sum}))`;

/** SQL condition: the account opted out of the ladder. */
const isAbsent = (sub: SQL) => sql`exists (select from ladder_absences l where l.sub = ${sub})`;

/** SQL equivalent of `guestIdOf`. */
export const guestPlayer = (attendanceId: SQL, guest: SQL) => sql`${guest} || left(right(${attendanceId}, 12), 7)`;

/** People's current levels in an activity. Omits people without results. */
export async function levelsOf(
  db: Pick<Transaction, "execute">,
  activity: string,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ user_id: string; level: number }>(sql`
    select p.user_id, ${levelAfter(sql`sum(r.change)`)} as level from ${RESULTS}
    where p.user_id = any(${sql.param([...userIds])}::text[]) and e.chat = ${activity} group by p.user_id`);
  return new Map(rows.map(({ user_id: userId, level }) => [userId, level]));
}

/** {@link levelsOf} without people who opted out of the ladder. */
export async function sharedLevelsOf(
  db: Pick<Transaction, "execute">,
  activity: string,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ user_id: string }>(sql`
    select a.user_id from accounts a where a.user_id = any(${sql.param([...userIds])}::text[]) and ${isAbsent(sql`a.sub`)}`);
  const levels = await levelsOf(db, activity, userIds);
  for (const { user_id: userId } of rows) levels.delete(userId);
  return levels;
}

/** Players' objections to scores of an event, for its hosts. */
export async function doubtsAbout(
  app: App,
  eventId: string,
): Promise<{ game: string; player: string; words: string }[]> {
  const { rows } = await app.db.execute<{ game: string; player: string; words: string }>(sql`
    select game, player, doubt as words from court_results
    where event_id = ${eventId} and doubt is not null order by game, player`);
  return rows;
}

const ORDER = {
  ladder: sql`level desc, points desc, difference desc`,
  round_robin: sql`points desc, difference desc, level desc`,
} as const;

/** The table of an activity in a season: members and organizers with results who did not opt out. */
export async function getLadder(app: App, reader: LadderReader, query: LadderQuery): Promise<Ladder> {
  const now = app.clock.now();
  const seasons = seasonsAt(dayInZone(now, app.config.group.timeZone));
  const [current] = seasons;
  const season = seasonOf(query.season ?? current?.id ?? "");
  const inSeason = sql`e.day >= ${season.from}::date and e.day < ${season.before}::date and not e.held`;
  const { rows: played } = await app.db.execute<{ activity: string }>(sql`
    select e.chat as activity from court_results r join social_events e on e.id = r.event_id
    where ${inSeason} group by e.chat order by count(*) desc, e.chat`);
  const activities = played.map(({ activity }) => activity);
  const activity = query.activity ?? activities[0] ?? null;
  const table = query.table ?? "ladder";
  const isListed = sql`exists (select from accounts where accounts.user_id = s.user_id
    and (${groupsNow(sql`${now.toISOString()}`)} && array['Members', 'Admins']
      or (accounts.email_verified and accounts.email = any(${sql.param([...app.config.adminEmails])}::text[])))
    and not ${isAbsent(sql`accounts.sub`)})`;
  const { rows } = await app.db.execute<LadderRow>(sql`
    with season as (
      select p.user_id, coalesce(sum(r.games) filter (where ${inSeason}), 0)::int as games,
        coalesce(sum(r.won) filter (where ${inSeason}), 0)::int as won,
        coalesce(sum(r.drawn) filter (where ${inSeason}), 0)::int as drawn,
        coalesce(sum(r.difference) filter (where ${inSeason}), 0)::int as difference,
        ${levelAfter(sql`sum(r.change)`)} as level
      from ${TALLIES}
      where e.chat = ${activity} and e.day < ${season.before}::date and p.user_id is not null group by p.user_id),
    listed as (
      select s.*, 2 * s.won + s.drawn as points from season s where s.games > 0 and ${isListed}),
    ranked as (
      select *, rank() over (order by ${ORDER[table]})::int as rank,
        row_number() over (order by ${ORDER[table]}, user_id) as place
      from listed)
    select r.*, u.first_name, u.last_name, u.nickname, coalesce(r.user_id = ${reader.userId}, false) as is_you
    from ranked r join users u on u.user_id = r.user_id
    where r.place <= ${MOST_LISTED} or r.user_id = ${reader.userId} order by r.place`);
  return viewLadder({ activities, activity, season, seasons, table }, rows);
}

/** A person's own results, newest first, with the level after each. */
export async function getOwnResults(
  app: App,
  { sub, userId }: Person,
  after: string | undefined,
): Promise<Result<OwnResults>> {
  const key = after === undefined ? undefined : decodeCursor(after, isTimePosition);
  if (key === null) return fail("bad_request", BAD_PAGE);
  const { rows } = await app.db.execute<OwnRow>(sql`
    with own as (
      select r.*, concat_ws('/', r.event_id, r.game, r.player) as id, e.chat as activity, e.title, e.day,
        ${levelAfter(sql`sum(r.change) over (
          partition by e.chat order by r.ended_at, concat_ws('/', r.event_id, r.game, r.player))`)} as level
      from ${RESULTS} where p.user_id = ${userId})
    select o.id, o.ended_at, o.event_id, o.title, o.day::text as day, o.activity, o.points, o.against, o.change, o.level, o.doubt,
      (select coalesce(json_agg(json_build_object('isPartner', m.side = o.side, 'person', u.first_name, 'walkIn', a.name,
          'guestOf', (select coalesce(b.first_name, g.name) from event_attendance g
            left join users b on b.user_id = g.user_id
            where g.event_id = m.event_id and mp.user_id is null
              and m.player in (select ${guestPlayer(sql`g.id`, sql`k`)} from generate_series(1, g.guests) k) limit 1))
          order by m.player), '[]')
        from court_results m
        join court_players mp on mp.event_id = m.event_id and mp.player = m.player
        left join users u on u.user_id = mp.user_id
        left join event_attendance a on a.event_id = m.event_id and right(a.id, 8) = m.player and a.user_id is null
        where m.event_id = o.event_id and m.game = o.game and m.player <> o.player) as others
    from own o
    where ${key ? sql`(o.ended_at, o.id) < (${key[0]}::timestamptz, ${key[1]})` : sql`true`}
    order by o.ended_at desc, o.id desc limit ${RESULTS_A_PAGE + 1}`);
  const { rows: levels } = await app.db.execute<{ activity: string; level: number; games: number }>(sql`
    select e.chat as activity, ${levelAfter(sql`sum(r.change)`)} as level, count(*)::int as games
    from ${RESULTS} where p.user_id = ${userId} group by e.chat order by count(*) desc, e.chat`);
  const { rows: absences } = await app.db.execute(sql`select from ladder_absences where sub = ${sub}`);
  const { shown, next } = pageOf(rows, RESULTS_A_PAGE, (last) => [new Date(last.ended_at).toISOString(), last.id]);
  return ok(viewOwnResults(shown, { levels, isListed: absences.length === 0, next }));
}
