import { type SQL, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { moment } from "#src/db/instant.ts";
import type { Audience } from "#src/features/announcements/schema.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { ok, type Result } from "#src/shared/result.ts";
import type { Segment } from "#src/shared/segments.ts";

/** Counting stops here; a larger segment shows as "or more". */
const MOST_COUNTED = 5000;
/** Rows read for that count: more than the limit, because some people share an address. */
const MOST_READ = 5500;

/** SQL: whether the person of the facts `f` belongs to the segment. */
function belongs(segment: Segment, now: Date): SQL {
  switch (segment.kind) {
    case "everyone":
      return sql`true`;
    case "members":
      return sql`f.member_until > ${moment(now)}`;
    case "lapsed":
      return sql`f.member_until <= ${moment(now)}`;
    case "never_came":
      return sql`f.last_attended is null`;
    case "interested":
      return sql`f.interests @> array[${segment.interest}]::text[]`;
    case "going":
      return sql`f.user_id in (select r.user_id from event_rsvps r
        where r.event_id = ${segment.eventId} and r.answer = 'going')`;
  }
}

/** SQL: FROM and WHERE for the facts `f` of a segment's people with a verified address. */
const reachable = (segment: Segment, now: Date): SQL =>
  sql`from person_facts f where f.mail_to is not null and ${belongs(segment, now)}`;

/** Counts the people of a segment without a verified address, up to the limit. */
async function countUnreachable(app: App, segment: Segment): Promise<number> {
  const { rows } = await app.db.execute<{ people: number }>(sql`select count(*)::int as people from (
    select from person_facts f where f.mail_to is null and ${belongs(segment, app.clock.now())}
    limit ${MOST_COUNTED}) as found`);
  return rows[0]?.people ?? 0;
}

/** SQL: the distinct addresses of a segment, without unsubscribed ones. */
export function audienceSql(segment: Segment, now: Date): SQL {
  return sql`select distinct f.mail_to as email ${reachable(segment, now)} and not f.is_unsubscribed`;
}

/** Counts the distinct addresses of a segment, and the people who get no mail. */
export async function countAudience(app: App, _admin: Admin, segment: Segment): Promise<Result<Audience>> {
  const { rows } = await app.db.execute<{ read: number; people: number; unsubscribed: number }>(sql`
    select coalesce(sum(records), 0)::int as read, (count(*) filter (where not is_unsubscribed))::int as people,
      (count(*) filter (where is_unsubscribed))::int as unsubscribed
    from (select is_unsubscribed, count(*) as records
      from (select f.mail_to, f.is_unsubscribed ${reachable(segment, app.clock.now())} limit ${MOST_READ}) as found
      group by mail_to, is_unsubscribed) as addresses`);
  const { read, people, unsubscribed } = rows[0] ?? { read: 0, people: 0, unsubscribed: 0 };
  const isMore = read === MOST_READ || people > MOST_COUNTED;
  if (isMore) return ok({ people: MOST_COUNTED, isMore, unsubscribed: 0, unreachable: 0 });
  return ok({ people, isMore, unsubscribed, unreachable: await countUnreachable(app, segment) });
}

/** Whether the address may still get this mail: it may have been deleted or changed since it was queued. */
export async function isStillProven(app: App, email: string): Promise<boolean> {
  const { rows } = await app.db.execute<{ known: boolean }>(sql`
    select exists (select from (select user_id from accounts where email = ${email}
      union all select user_id from users where email = ${email}) as named
      join person_facts f on f.user_id = named.user_id where f.mail_to = ${email}) as known`);
  return rows[0]?.known ?? false;
}
