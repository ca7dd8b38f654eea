import { eq, sql } from "drizzle-orm";
import { logChange } from "#src/db/change-log.server.ts";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { moment } from "#src/db/instant.ts";
import { attendanceMarks } from "#src/db/tables/attendance.ts";
import { type SocialEventRow, socialEvents } from "#src/db/tables/events.ts";
import { CODE_NOT_YET, CODE_OLD, DOOR_FULL } from "#src/features/events/door/messages.ts";
import { getDoor, isCurrentCode, isGreeterOf, MOST_AT_DOOR } from "#src/features/events/door/queries.server.ts";
import {
  applyMarks,
  type DoorState,
  isSelfCheckInOpen,
  markKey,
  whyDoorClosed,
} from "#src/features/events/door/rules.ts";
import type { CheckedIn, DoorView, Mark } from "#src/features/events/door/schema.ts";
import { courseOf } from "#src/features/events/door/view.ts";
import { EVENT_NOT_FOUND } from "#src/features/events/messages.ts";
import { readMine } from "#src/features/events/rsvps/commands/places.server.ts";
import { nameOf } from "#src/features/events/rsvps/view.ts";
import { canSeeEvent, requireDoorKeeper } from "#src/policy/events.ts";
import type { Person, Viewer } from "#src/policy/viewer.ts";
import { users } from "#src/db/tables/users.ts";
import { isCleanText } from "#src/shared/fields.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import type { Presence } from "#src/shared/states.ts";

/** Locks an event, which serializes marks of several phones. Greeters may see every event that they greet at. */
async function lockDoor(
  tx: Transaction,
  viewer: Viewer,
  eventId: string,
): Promise<Result<{ event: SocialEventRow; isGreeter: boolean }>> {
  if (!isCleanText(eventId)) return fail("not_found", EVENT_NOT_FOUND);
  const [event] = await tx.select().from(socialEvents).where(eq(socialEvents.id, eventId)).for("update");
  const isGreeter = await isGreeterOf(tx, eventId, viewer);
  const isKnown = event && (isGreeter || canSeeEvent(viewer, event));
  return isKnown ? ok({ event, isGreeter }) : fail("not_found", EVENT_NOT_FOUND);
}

type Saved = { readonly key: string; readonly id: string; readonly presence: Presence; readonly guests: number };

/** Reads the stored state of the people in these marks, and the row id of each key. */
async function readState(tx: Transaction, eventId: string, marks: readonly Mark[]) {
  const list = (ids: readonly (string | undefined)[]) => sql`${sql.param(ids.filter(Boolean))}::text[]`;
  const { rows } = await tx.execute<Saved & { name: string }>(sql`
    select coalesce('user:' || user_id, 'walk-in:' || id) as key, id, presence, guests, name from event_attendance
    where event_id = ${eventId} and (user_id = any(${list(marks.map(({ userId }) => userId))})
      or (user_id is null and id = any(${list(marks.map(({ walkIn }) => walkIn?.id))})))`);
  const { rows: seen } = await tx.execute<{ id: string }>(sql`
    select id from attendance_marks where event_id = ${eventId} and id = any(${list(marks.map(({ id }) => id))})`);
  const state: DoorState = {
    entries: new Map(rows.map(({ key, presence, guests, name }) => [key, { presence, guests, name }])),
    applied: new Set(seen.map(({ id }) => id)),
  };
  return { state, rowIds: new Map(rows.map(({ key, id }) => [key, id])) };
}

/** The people in these marks who are on the list: a phone may still show a person who was deleted or merged. */
async function peopleOnList(tx: Transaction, eventId: string, marks: readonly Mark[]): Promise<Set<string>> {
  const ids = sql`${sql.param(marks.flatMap(({ userId }) => userId ?? []))}::text[]`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select u.user_id as id from users u where u.user_id = any(${ids}) and (
      exists (select from event_rsvps r where r.event_id = ${eventId} and r.user_id = u.user_id)
      or exists (select from waiting_list w where w.event_id = ${eventId} and w.user_id = u.user_id)
      or exists (select from event_attendance a where a.event_id = ${eventId} and a.user_id = u.user_id)
      or exists (select from event_greeters g where g.event_id = ${eventId} and g.user_id = u.user_id))`);
  return new Set(rows.map(({ id }) => id));
}

type Writing = { readonly eventId: string; readonly isSelf: boolean; readonly now: Date };

/** Writes marks of people and walk-ins. The caller must have locked the event. Returns false if the list is full. */
async function saveMarks(tx: Transaction, marks: readonly Mark[], { eventId, isSelf, now }: Writing): Promise<boolean> {
  const { state, rowIds } = await readState(tx, eventId, marks);
  const after = applyMarks(state, marks);
  const touched = new Map(marks.map((mark) => [markKey(mark), mark]));
  const rows = [...touched].flatMap(([key, { userId = null, walkIn }]) => {
    const entry = after.entries.get(key);
    if (!entry || entry === state.entries.get(key)) return [];
    const id = rowIds.get(key) ?? walkIn?.id ?? uuidv7(now.getTime());
    return { id, user_id: userId, name: entry.name, presence: entry.presence, guests: entry.guests };
  });
  const { rows: counted } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from event_attendance where event_id = ${eventId}`,
  );
  if ((counted[0]?.count ?? 0) + rows.filter(({ id }) => ![...rowIds.values()].includes(id)).length > MOST_AT_DOOR)
    return false;
  await tx.execute(sql`
    insert into event_attendance (event_id, id, user_id, name, presence, guests, is_self, marked_at)
    select ${eventId}, id, user_id, name, presence, guests, ${isSelf}, ${moment(now)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as m(id text, user_id text, name text, presence text, guests smallint)
    on conflict (event_id, id) do update set presence = excluded.presence, guests = excluded.guests,
      name = excluded.name, is_self = excluded.is_self, marked_at = excluded.marked_at`);
  await tx
    .insert(attendanceMarks)
    .values(marks.map(({ id }) => ({ eventId, id, markedAt: now })))
    .onConflictDoNothing();
  await logChange(tx, "attendance_changed", eventId);
  return true;
}

/** Applies a phone's marks in order. Idempotent by mark id. Returns the resulting list. */
export async function markAttendance(
  app: App,
  person: Person,
  eventId: string,
  marks: readonly Mark[],
): Promise<Result<DoorView>> {
  const now = app.clock.now();
  const done = await app.db.transaction(async (tx): Promise<Result<void>> => {
    const door = await lockDoor(tx, person, eventId);
    if (!door.ok) return door;
    const { event, isGreeter } = door.value;
    const keeper = requireDoorKeeper(person, event, isGreeter);
    if (!keeper.ok) return keeper;
    const why = whyDoorClosed(courseOf(event, person), now);
    if (why !== "") return fail("conflict", why);
    const listed = await peopleOnList(tx, eventId, marks);
    const known = marks.filter(({ userId }) => userId === undefined || listed.has(userId));
    if (known.length === 0) return ok(undefined);
    const isSaved = await saveMarks(tx, known, { eventId, isSelf: false, now });
    return isSaved ? ok(undefined) : fail("conflict", DOOR_FULL);
  });
  return done.ok ? getDoor(app, person, eventId) : done;
}

/** Checks the caller in with the code from the host's screen. Idempotent. */
export async function checkIn(app: App, person: Person, eventId: string, code: string): Promise<Result<CheckedIn>> {
  const now = app.clock.now();
  const isCurrent = await isCurrentCode(app, eventId, code);
  return app.db.transaction(async (tx): Promise<Result<CheckedIn>> => {
    const door = await lockDoor(tx, person, eventId);
    if (!door.ok) return door;
    const { event } = door.value;
    if (!isSelfCheckInOpen(courseOf(event, person), now)) return fail("conflict", CODE_NOT_YET);
    if (!isCurrent) return fail("forbidden", CODE_OLD);
    const { answer, guests } = await readMine(tx, eventId, person.userId, now);
    const mark: Mark = { id: uuidv7(now.getTime()), userId: person.userId, presence: "here", guests };
    const { state } = await readState(tx, eventId, [mark]);
    const isHere = state.entries.get(markKey(mark))?.presence === "here";
    if (!isHere && !(await saveMarks(tx, [mark], { eventId, isSelf: true, now }))) return fail("conflict", DOOR_FULL);
    const [self] = await tx.select().from(users).where(eq(users.userId, person.userId));
    return ok({ title: event.title, name: self ? nameOf(self) : "", hasPlace: answer === "going" });
  });
}
