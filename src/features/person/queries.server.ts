import { sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { readTagsOf } from "#src/features/notes/queries.server.ts";
import { getUser } from "#src/features/people/queries/users.server.ts";
import type { PersonEvent, PersonEvents, PersonPage } from "#src/features/person/schema.ts";
import { BAD_PAGE, decodeCursor, pageOf } from "#src/http/cursor.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { isDay } from "#src/shared/dates.ts";
import { isCleanText } from "#src/shared/fields.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

const EVENTS_A_PAGE = 20;

type Attended = { readonly times: number; readonly last: PersonPage["lastAttended"] };

/** The number of events a person attended, and the last one. */
async function readAttended(app: App, userId: string): Promise<Attended> {
  const { rows } = await app.db.execute<{ times: number; eventId: string; title: string; day: string }>(sql`
    select count(*) over ()::int as times, e.id as "eventId", e.title, e.day::text
    from event_attendance a join social_events e on e.id = a.event_id
    where a.user_id = ${userId} and a.presence = 'here' and not e.held
    order by e.starts_at desc, e.id desc limit 1`);
  const [row] = rows;
  if (!row) return { times: 0, last: null };
  const { times, ...last } = row;
  return { times, last };
}

/** Whether announcements reach a person. */
async function readMails(app: App, userId: string): Promise<PersonPage["mails"]> {
  const { rows } = await app.db.execute<{ mails: PersonPage["mails"] }>(sql`
    select case when is_unsubscribed then 'unsubscribed' when mail_to is null then 'no_address' else 'wanted' end as mails
    from person_facts where user_id = ${userId}`);
  return rows[0]?.mails ?? "no_address";
}

/** A person's data for the head of their page. */
export async function getPerson(app: App, admin: Admin, userId: string): Promise<Result<PersonPage>> {
  const [user, tags, mails, { times, last }] = await Promise.all([
    getUser(app, admin, userId),
    readTagsOf(app, userId),
    readMails(app, userId),
    readAttended(app, userId),
  ]);
  return user.ok ? ok({ ...user.value, tags, mails, timesAttended: times, lastAttended: last }) : user;
}

/** Pagination position in a list of events. */
function isEventPosition(value: unknown): value is [day: string, id: string] {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [day, id] = value as unknown[];
  return typeof day === "string" && isDay(day) && typeof id === "string" && isCleanText(id);
}

/** A person's events, newest first: RSVP, waiting list, and whether they came. */
export async function listPersonEvents(
  app: App,
  _admin: Admin,
  { userId, after }: { userId: string; after: string | undefined },
): Promise<Result<PersonEvents>> {
  const key = after === undefined ? undefined : decodeCursor(after, isEventPosition);
  if (key === null) return fail("bad_request", BAD_PAGE);
  const { rows } = await app.db.execute<PersonEvent>(sql`
    select e.id as "eventId", e.title, e.day::text, e.status = 'cancelled' as "isCancelled",
      r.answer, coalesce(a.guests, r.guests, 0)::int as guests, w.user_id is not null as "isWaiting", a.presence
    from (select event_id from event_rsvps where user_id = ${userId}
        union select event_id from event_attendance where user_id = ${userId}
        union select event_id from waiting_list where user_id = ${userId} and status = 'waiting') their
      join social_events e on e.id = their.event_id and not e.held
      left join event_rsvps r on r.event_id = e.id and r.user_id = ${userId}
      left join event_attendance a on a.event_id = e.id and a.user_id = ${userId}
      left join waiting_list w on w.event_id = e.id and w.user_id = ${userId} and w.status = 'waiting'
    where ${key ? sql`(e.day, e.id) < (${key[0]}::date, ${key[1]})` : sql`true`}
    order by e.day desc, e.id desc limit ${EVENTS_A_PAGE + 1}`);
  const { shown, next } = pageOf(rows, EVENTS_A_PAGE, (last) => [last.day, last.eventId]);
  return ok({ events: shown, next });
}
