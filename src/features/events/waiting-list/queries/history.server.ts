import { sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { EVENT_NOT_FOUND } from "#src/features/events/messages.ts";
import { getEvent } from "#src/features/events/queries.server.ts";
import type { WaitingHistory } from "#src/features/events/waiting-list/schema.ts";
import type { Person } from "#src/policy/viewer.ts";
import { weekdayName } from "#src/shared/dates.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import { wallTime, zonedClock } from "#src/shared/zones.server.ts";

type Entry = { what: WaitingHistory["entries"][number]["what"]; at: string };

/** A person's history on an event's waiting list. */
export async function readWaitingHistory(app: App, person: Person, eventId: string): Promise<Result<WaitingHistory>> {
  const event = await getEvent(app, person, eventId);
  if (!event.ok) return fail("not_found", EVENT_NOT_FOUND);
  const mine = sql`event_id = ${eventId} and user_id = ${person.userId}`;
  const { rows } = await app.db.execute<Entry>(sql`
    select what, at from (
      select 'joined' as what, joined_at as at, 0 as rank from waiting_list where ${mine}
      union all select 'drawn', drawn_at, 0 from waiting_list w join social_events e on e.id = w.event_id
        where ${mine} and draw_number is not null and (w.status = 'waiting' or w.ended_at > e.drawn_at)
      union all select case kind when 'offer' then 'offered' else 'told' end, offered_at, 1 from seat_offers where ${mine}
      union all select outcome, ended_at, 2 from seat_offers where ${mine} and outcome in ('accepted', 'expired', 'taken')
      union all select status, ended_at, 3 from waiting_list w where ${mine} and status <> 'waiting' and not exists (
        select from seat_offers o where o.event_id = w.event_id and o.user_id = w.user_id
          and o.outcome = 'accepted' and o.ended_at = w.ended_at)) as entries
    order by at, rank`);
  const { timeZone } = event.value;
  return ok({
    entries: rows.map(({ what, at }) => {
      const wall = wallTime(new Date(at), timeZone);
      return {
        what,
        at: new Date(at).toISOString(),
        time: `${weekdayName(wall.day)}, ${zonedClock(new Date(at), timeZone)}`,
      };
    }),
  });
}
