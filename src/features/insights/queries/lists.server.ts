import { type SQL, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { moment } from "#src/db/instant.ts";
import { attended, SIGN_UPS, startOf } from "#src/features/insights/queries/attended.server.ts";
import type {
  Between,
  CameList,
  CameQuery,
  EventList,
  MemberList,
  MembersQuery,
  SignUpList,
  SignUpsQuery,
} from "#src/features/insights/schema.ts";
import {
  type CameRow,
  type MemberRow,
  type SignUpRow,
  viewCame,
  viewMember,
  viewSignUp,
} from "#src/features/insights/view.ts";
import { BAD_PAGE, decodeCursor, pageOf } from "#src/http/cursor.ts";
import { addDays } from "#src/shared/dates.ts";
import { isCleanText } from "#src/shared/fields.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

const ROWS_A_PAGE = 50;

/** Pagination position: the list's sort keys. */
function isPosition(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((part) => typeof part === "string" && isCleanText(part));
}

/** Reads a page of a list; `select` gets the condition that skips earlier pages, and the end of its statement. */
async function readPage<R>(
  after: string | undefined,
  { keys, isDescending = false }: { keys: readonly SQL[]; isDescending?: boolean },
  {
    select,
    keyOf,
  }: { select: (isBeyond: SQL, end: SQL) => Promise<{ rows: R[] }>; keyOf: (row: R) => readonly string[] },
): Promise<Result<{ rows: R[]; next: string | null }>> {
  const position = after === undefined ? undefined : decodeCursor(after, isPosition);
  if (position === null || (position && position.length !== keys.length)) return fail("bad_request", BAD_PAGE);
  const listed = (parts: readonly SQL[]) => sql.join([...parts], sql`, `);
  const compared = isDescending ? sql`<` : sql`>`;
  const direction = isDescending ? sql`desc` : sql`asc`;
  const isBeyond = position
    ? sql`(${listed(keys)}) ${compared} (${listed(position.map((part) => sql`${part}`))})`
    : sql`true`;
  const end = sql`order by ${listed(keys.map((key) => sql`${key} ${direction}`))} limit ${ROWS_A_PAGE + 1}`;
  const { rows } = await select(isBeyond, end);
  const { shown, next } = pageOf(rows, ROWS_A_PAGE, keyOf);
  return ok({ rows: shown, next });
}

const NAMES = sql`u.user_id as "userId", u.first_name as "firstName", u.last_name as "lastName", u.nickname`;
const SORT_NAME = sql`fold_name(u.first_name || ' ' || u.last_name)`;

/** The people who came, by name. */
export async function listCame(app: App, { from, to, which, after }: CameQuery): Promise<Result<CameList>> {
  const start = moment(startOf(app, from));
  const isWanted = { newcomers: sql`f.first_at >= ${start}`, returning: sql`f.first_at < ${start}` };
  const page = await readPage(
    after,
    { keys: [SORT_NAME, sql`u.user_id`] },
    {
      select: (isBeyond, end) =>
        app.db.execute<CameRow & { sortName: string }>(sql`with ${attended(app, [{ from, to }])}
        select ${NAMES}, ${SORT_NAME} as "sortName", count(*)::int as events, max(h.day)::text as "lastDay",
          f.first_day::text as "firstDay"
        from here h join firsts f on f.user_id = h.user_id join users u on u.user_id = h.user_id
        where ${which === undefined ? sql`true` : isWanted[which]} and ${isBeyond}
        group by u.user_id, f.first_day ${end}`),
      keyOf: ({ sortName, userId }) => [sortName, userId],
    },
  );
  return page.ok ? ok({ items: page.value.rows.map(viewCame), next: page.value.next }) : page;
}

/** People who were going, newest event first. */
export async function listSignUps(app: App, { from, to, missed, after }: SignUpsQuery): Promise<Result<SignUpList>> {
  const page = await readPage(
    after,
    { keys: [sql`s.day::text`, sql`s.event_id`, sql`s.user_id`], isDescending: true },
    {
      select: (isBeyond, end) =>
        app.db.execute<SignUpRow>(sql`with ${attended(app, [{ from, to }])}, ${SIGN_UPS}
        select ${NAMES}, s.event_id as "eventId", s.title, s.day::text, not s.missed as came
        from sign_ups s join users u on u.user_id = s.user_id
        where ${missed === undefined ? sql`true` : sql`s.missed`} and ${isBeyond} ${end}`),
      keyOf: ({ day, eventId, userId }) => [day, eventId, userId],
    },
  );
  return page.ok ? ok({ items: page.value.rows.map(viewSignUp), next: page.value.next }) : page;
}

/** Past events and their attendance, newest first. */
export async function listEventNumbers(app: App, { from, to, after }: Between): Promise<Result<EventList>> {
  const page = await readPage(
    after,
    { keys: [sql`e.day::text`, sql`e.id`], isDescending: true },
    {
      select: (isBeyond, end) =>
        app.db.execute<EventList["items"][number]>(sql`with ${attended(app, [{ from, to }])}
        select e.id as "eventId", e.title, e.day::text, count(h.user_id)::int as people,
          (count(h.user_id) filter (where f.first_at = h.starts_at))::int as newcomers,
          (count(*) filter (where h.event_id is not null and h.user_id is null))::int as "walkIns",
          coalesce(sum(h.guests), 0)::int as guests
        from happened e left join here h on h.event_id = e.id left join firsts f on f.user_id = h.user_id
        where ${isBeyond} group by e.id, e.title, e.day ${end}`),
      keyOf: ({ day, eventId }) => [day, eventId],
    },
  );
  return page.ok ? ok({ items: page.value.rows, next: page.value.next }) : page;
}

/** People with a membership now, or whose first one began between two days; by name. */
export async function listMembers(app: App, { from, to, now, after }: MembersQuery): Promise<Result<MemberList>> {
  const [start, end] = [moment(startOf(app, from)), moment(startOf(app, addDays(to, 1)))];
  const isWanted =
    now === undefined ? sql`since >= ${start} and since < ${end}` : sql`is_open and until > ${moment(app.clock.now())}`;
  const page = await readPage(
    after,
    { keys: [SORT_NAME, sql`u.user_id`] },
    {
      select: (isBeyond, ending) =>
        app.db.execute<MemberRow & { sortName: string }>(sql`
        select ${NAMES}, ${SORT_NAME} as "sortName", m.since::text, m.until::text
        from (select user_id, min(created_at) as since, max(member_until) as until, bool_or(closed_at is null) as is_open
          from memberships where user_id is not null and member_until is not null group by user_id) m
        join users u on u.user_id = m.user_id
        where ${isWanted} and ${isBeyond} ${ending}`),
      keyOf: ({ sortName, userId }) => [sortName, userId],
    },
  );
  if (!page.ok) return page;
  const { timeZone } = app.config.group;
  return ok({ items: page.value.rows.map((row) => viewMember(row, timeZone)), next: page.value.next });
}
