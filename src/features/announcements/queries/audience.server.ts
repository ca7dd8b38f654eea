import { type SQL, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Audience } from "#src/features/announcements/schema.ts";
import { hashedAddressOf } from "#src/mail/preferences.server.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { ok, type Result } from "#src/shared/result.ts";
import type { Segment } from "#src/shared/segments.ts";

/** SQL: whether the row `person` of users belongs to the segment. */
function belongs(segment: Segment, now: SQL): SQL {
  const isMember = sql`(exists (select from memberships m where m.user_id = person.user_id and m.member_until > ${now})
    or exists (select from accounts a where a.user_id = person.user_id and a.groups && array['Members', 'Admins']))`;
  switch (segment.kind) {
    case "everyone":
      return sql`true`;
    case "members":
      return isMember;
    case "lapsed":
      return sql`(exists (select from memberships m where m.user_id = person.user_id and m.member_until <= ${now}) and not ${isMember})`;
    case "never_came":
      return sql`not exists (select from event_attendance t where t.user_id = person.user_id and t.presence = 'here')`;
    case "interested":
      return sql`exists (select from unnest(person.re_interested_in_events) i where lower(i) = ${segment.interest})`;
    case "going":
      return sql`exists (select from event_rsvps r
        where r.user_id = person.user_id and r.event_id = ${segment.eventId} and r.answer = 'going')`;
  }
}

/**
 * SQL: the address that the group may write to, of the row `person` of users; null if there is none. The confirmed
 * sign-in email, else the address of a person whom an organizer approved: a stranger may have typed any other.
 */
export const PROVEN_ADDRESS = sql`coalesce(
  (select a.email from accounts a where a.user_id = person.user_id and a.email_verified
    order by a.created_at, a.sub limit 1),
  case when person.status = 'approved' then nullif(person.email, '') end)`;

/** SQL: whether the inbox of `e.email` unsubscribed, by any of its spellings or after its owner's deletion. */
export const IS_UNSUBSCRIBED = sql`(exists (select from mail_preferences p
        where mail_inbox(p.email) = mail_inbox(e.email) and p.unsubscribed_at is not null)
      or exists (select from mail_preferences p where p.email = ${hashedAddressOf(sql`e.email`)}))`;

/** SQL: the addresses of a segment, each once, and whether their inbox unsubscribed. */
export function audienceSql(segment: Segment, now: Date): SQL {
  const moment = sql`${now.toISOString()}::timestamptz`;
  return sql`select distinct on (e.email) e.email, ${IS_UNSUBSCRIBED} as is_unsubscribed
    from users person cross join lateral (select ${PROVEN_ADDRESS} as email) e
    where e.email is not null and ${belongs(segment, moment)} order by e.email`;
}

/** How many people a segment has now. */
export async function countAudience(app: App, _admin: Admin, segment: Segment): Promise<Result<Audience>> {
  const { rows } = await app.db.execute<{ people: number; unsubscribed: number }>(sql`
    select (count(*) filter (where not is_unsubscribed))::int as people,
      (count(*) filter (where is_unsubscribed))::int as unsubscribed
    from (${audienceSql(segment, app.clock.now())}) as audience`);
  return ok(rows[0] ?? { people: 0, unsubscribed: 0 });
}

/** Whether the address is still one that the group may write to. It may have been deleted or changed since it was queued. */
export async function isStillProven(app: App, email: string): Promise<boolean> {
  const { rows } = await app.db.execute<{ known: boolean }>(sql`
    select exists (select from accounts a where a.email = ${email} and a.email_verified and a.user_id is not null)
      or exists (select from users person where person.email = ${email} and ${PROVEN_ADDRESS} = ${email}) as known`);
  return rows[0]?.known ?? false;
}
