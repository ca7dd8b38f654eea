import { and, eq, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { eventCoHosts } from "#src/db/tables/attendance.ts";
import type { UserRow } from "#src/db/tables/users.ts";
import type { CoHosts } from "#src/features/events/co-hosts/schema.ts";
import { MOST_AT_DOOR } from "#src/features/events/door/queries.server.ts";
import { findManagedEvent } from "#src/features/events/queries.server.ts";
import { nameOf } from "#src/features/events/rsvps/view.ts";
import { canNameCoHosts } from "#src/policy/events.ts";
import type { Person } from "#src/policy/viewer.ts";
import { ok, type Result } from "#src/shared/result.ts";

type NamedRow = Pick<UserRow, "userId" | "firstName" | "lastName" | "nickname">;

const names = sql`u.user_id as "userId", u.first_name as "firstName", u.last_name as "lastName", u.nickname`;

/** The co-hosts of an event, and the guests who can be named. */
export async function getCoHosts(app: App, person: Person, eventId: string): Promise<Result<CoHosts>> {
  const managed = await findManagedEvent(app, person, eventId);
  if (!managed.ok) return managed;
  const { event } = managed.value;
  const canName = canNameCoHosts(person, event);
  const { rows } = await app.db.execute<NamedRow>(sql`
    select ${names} from event_co_hosts c join users u on u.user_id = c.user_id
    where c.event_id = ${eventId} order by c.named_at, c.user_id`);
  const others = await app.db.execute<NamedRow>(sql`
    select ${names} from event_rsvps r join users u on u.user_id = r.user_id
    where r.event_id = ${eventId} and r.answer in ('going', 'maybe') and r.user_id is distinct from ${event.hostUserId}
      and not exists (select from event_co_hosts c where c.event_id = r.event_id and c.user_id = r.user_id)
    order by fold_name(u.first_name || ' ' || u.last_name), u.user_id limit ${canName ? MOST_AT_DOOR : 0}`);
  return ok({
    coHosts: rows.map((row) => ({ userId: row.userId, name: nameOf(row), isMe: row.userId === person.userId })),
    canName,
    guests: others.rows.map((row) => ({ userId: row.userId, name: nameOf(row) })),
  });
}

/** Whether a person co-hosts an event now. */
export async function isCoHost(app: App, about: { eventId: string; userId: string }): Promise<boolean> {
  const isTheirs = and(eq(eventCoHosts.eventId, about.eventId), eq(eventCoHosts.userId, about.userId));
  return (await app.db.$count(eventCoHosts, isTheirs)) > 0;
}
