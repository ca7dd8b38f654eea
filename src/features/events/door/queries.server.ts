import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { hosts } from "#src/db/hosting.ts";
import { eventAttendance, eventGreeters } from "#src/db/tables/attendance.ts";
import { type SocialEventRow, socialEvents } from "#src/db/tables/events.ts";
import { eventRsvps } from "#src/db/tables/rsvps.ts";
import { CODE_NOT_YET, DOOR_CLOSED } from "#src/features/events/door/messages.ts";
import { isDoorOver, isSelfCheckInOpen } from "#src/features/events/door/rules.ts";
import type { CheckInCode, DoorView } from "#src/features/events/door/schema.ts";
import { courseOf, type DoorPersonRow, viewDoor } from "#src/features/events/door/view.ts";
import { EVENT_NOT_FOUND } from "#src/features/events/messages.ts";
import { canManageEvent, canSeeEvent, type DoorKeeper, requireDoorKeeper } from "#src/policy/events.ts";
import { mayDo } from "#src/policy/roles.ts";
import { personOf, type Viewer } from "#src/policy/viewer.ts";
import { isCleanText } from "#src/shared/fields.ts";
import { qrPath } from "#src/shared/qr.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** Limit of names on a door list. It is sent as one response, because it must be complete for offline use. */
export const MOST_AT_DOOR = 3000;
/** Leaves time to scan and sign in. The host's screen renews the code well before. */
const CODE_VALID_MS = 10 * 60_000;

/** Whether the viewer may greet at the event: assigned to it and going or maybe, or by a role that covers all events. */
export async function isGreeterOf(db: Pick<Transaction, "select">, eventId: string, viewer: Viewer): Promise<boolean> {
  const person = personOf(viewer);
  if (!person) return false;
  if (mayDo(viewer, "check_in")) return true;
  const rows = await db
    .select({ userId: eventGreeters.userId })
    .from(eventGreeters)
    .innerJoin(
      eventRsvps,
      and(eq(eventRsvps.eventId, eventGreeters.eventId), eq(eventRsvps.userId, eventGreeters.userId)),
    )
    .where(
      and(
        eq(eventGreeters.eventId, eventId),
        eq(eventGreeters.userId, person.userId),
        inArray(eventRsvps.answer, ["going", "maybe"]),
      ),
    );
  return rows.length > 0;
}

/** The event, with proof that the viewer may keep its door. Greeters may see every event that they greet at. */
async function openDoor(
  app: App,
  viewer: Viewer,
  eventId: string,
): Promise<Result<{ event: SocialEventRow; keeper: DoorKeeper }>> {
  if (!isCleanText(eventId)) return fail("not_found", EVENT_NOT_FOUND);
  const [event] = await app.db.select().from(socialEvents).where(eq(socialEvents.id, eventId));
  const isGreeter = await isGreeterOf(app.db, eventId, viewer);
  if (!event || !(isGreeter || canSeeEvent(viewer, event))) return fail("not_found", EVENT_NOT_FOUND);
  const keeper = requireDoorKeeper(viewer, event, isGreeter);
  if (!keeper.ok) return keeper;
  // Greeters need the names only while the door is open. Later the list is for the host and organizers.
  if (!canManageEvent(viewer, event) && isDoorOver(courseOf(event, viewer), app.clock.now()))
    return fail("forbidden", DOOR_CLOSED);
  return ok({ event, keeper: keeper.value });
}

/** Whether a viewer may follow the door of an event. */
export async function mayKeepDoor(app: App, viewer: Viewer, eventId: string): Promise<Result<DoorKeeper>> {
  const door = await openDoor(app, viewer, eventId);
  return door.ok ? ok(door.value.keeper) : door;
}

/** The door list of an event: everyone with an RSVP or a mark, and walk-ins. */
export async function getDoor(app: App, viewer: Viewer, eventId: string): Promise<Result<DoorView>> {
  const door = await openDoor(app, viewer, eventId);
  if (!door.ok) return door;
  const { event, keeper } = door.value;
  const { rows: people } = await app.db.execute<DoorPersonRow>(sql`
    select u.user_id as "userId", u.first_name as "firstName", u.last_name as "lastName", u.nickname,
      case when r.answer in ('going', 'maybe') then r.answer when w.user_id is not null then 'waiting' end as answer,
      a.presence, a.guests, case when r.answer = 'going' then r.guests when w.user_id is not null then w.guests end as brings, a.is_self as "isSelf", g.user_id is not null as "isGreeter",
      ${hosts(sql`u.user_id`, sql`${eventId}::text`, sql`${event.hostUserId}::text`)} as "isHost"
    from (
      select user_id from event_rsvps where event_id = ${eventId} and answer in ('going', 'maybe')
      union select user_id from waiting_list where event_id = ${eventId} and status = 'waiting'
      union select user_id from event_attendance where event_id = ${eventId} and user_id is not null
      union select user_id from event_greeters where event_id = ${eventId}) p
    join users u on u.user_id = p.user_id
    left join event_rsvps r on r.event_id = ${eventId} and r.user_id = p.user_id
    left join waiting_list w on w.event_id = ${eventId} and w.user_id = p.user_id and w.status = 'waiting'
    left join event_attendance a on a.event_id = ${eventId} and a.user_id = p.user_id
    left join event_greeters g on g.event_id = ${eventId} and g.user_id = p.user_id
    order by fold_name(u.first_name || ' ' || u.last_name), u.user_id limit ${MOST_AT_DOOR}`);
  const walkIns = await app.db
    .select()
    .from(eventAttendance)
    .where(and(eq(eventAttendance.eventId, eventId), isNull(eventAttendance.userId)))
    .orderBy(sql`fold_name(${eventAttendance.name})`, asc(eventAttendance.id))
    .limit(MOST_AT_DOOR);
  return ok(viewDoor({ event, people, walkIns }, keeper, app.clock.now()));
}

const aboutCode = (eventId: string) => `check-in:${eventId}`;

/** A check-in code for the host's screen. It opens only this event, for ten minutes, and only while people may arrive. */
export async function getCheckInCode(app: App, viewer: Viewer, eventId: string): Promise<Result<CheckInCode>> {
  const door = await openDoor(app, viewer, eventId);
  if (!door.ok) return door;
  const now = app.clock.now();
  if (!isSelfCheckInOpen(courseOf(door.value.event, viewer), now)) return fail("forbidden", CODE_NOT_YET);
  const validUntil = new Date(now.getTime() + CODE_VALID_MS);
  const code = await app.secrets.seal(validUntil.toISOString(), aboutCode(eventId));
  const path = `/events/${eventId}/check-in#${code}`;
  return ok({ path, qr: qrPath(app.publicUrl + path), validUntil: validUntil.toISOString() });
}

/** Whether a code is authentic, for this event and not expired. */
export async function isCurrentCode(app: App, eventId: string, code: string): Promise<boolean> {
  const validUntil = await app.secrets.unseal(code, aboutCode(eventId));
  return validUntil !== null && new Date(validUntil) > app.clock.now();
}
