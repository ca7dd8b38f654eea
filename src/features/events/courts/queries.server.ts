import { and, eq, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { eventAttendance } from "#src/db/tables/attendance.ts";
import { courtBoards, courtPlayers } from "#src/db/tables/courts.ts";
import { type SocialEventRow, socialEvents } from "#src/db/tables/events.ts";
import { users } from "#src/db/tables/users.ts";
import { endOfRow } from "#src/features/events/chat-calendar/rules.ts";
import { NO_LINK } from "#src/features/events/courts/messages.ts";
import type { Board } from "#src/features/events/court-plan/rules/board.ts";
import type { CourtsView, FollowedByLink } from "#src/features/events/courts/schema.ts";
import { type AttendeeRow, viewFollowed, viewHosted, viewLink } from "#src/features/events/courts/view.ts";
import { doubtsAbout, sharedLevelsOf } from "#src/features/events/ladder/queries.server.ts";
import { EVENT_NOT_FOUND } from "#src/features/events/messages.ts";
import { findEvent } from "#src/features/events/queries.server.ts";
import { canManageEvent, mayFollowCourts } from "#src/policy/events.ts";
import type { SignedIn, Viewer } from "#src/policy/viewer.ts";
import { personOf, signedInOf } from "#src/policy/viewer.ts";
import { isCleanText } from "#src/shared/fields.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** Links show names, so they expire this long after the event's start. */
const LINK_LIFE_MS = 24 * 3_600_000;
const MOST_PEOPLE = 3000;

/** Everyone marked at the door, including people who left, because the board may have their games. */
async function readPeople(app: App, eventId: string): Promise<AttendeeRow[]> {
  return app.db
    .select({
      // A merge may delete the attendance row whose id a board player still has.
      id: sql<string>`coalesce(${courtPlayers.player}, ${eventAttendance.id})`,
      attendanceId: eventAttendance.id,
      guests: eventAttendance.guests,
      userId: eventAttendance.userId,
      name: eventAttendance.name,
      firstName: users.firstName,
      lastName: users.lastName,
      nickname: users.nickname,
      presence: eventAttendance.presence,
    })
    .from(eventAttendance)
    .leftJoin(users, eq(users.userId, eventAttendance.userId))
    .leftJoin(courtPlayers, and(eq(courtPlayers.eventId, eventId), eq(courtPlayers.userId, eventAttendance.userId)))
    .where(eq(eventAttendance.eventId, eventId))
    .orderBy(eventAttendance.markedAt, eventAttendance.id)
    .limit(MOST_PEOPLE);
}

/** The saved board, with the secret of its link; null before its host opened it. */
export async function readBoard(app: App, eventId: string) {
  const [row] = await app.db.select().from(courtBoards).where(eq(courtBoards.eventId, eventId));
  // Validated when it was written.
  return row ? { version: row.version, board: row.board as Board, followToken: row.followToken } : null;
}

type BoardEvent = Pick<SocialEventRow, "id" | "title" | "startsAt" | "lengthMinutes">;

/** The data of an event's board, with the secret of its link. */
async function readRows(app: App, event: BoardEvent) {
  const [people, saved] = await Promise.all([readPeople(app, event.id), readBoard(app, event.id)]);
  const now = app.clock.now();
  const rows = {
    title: event.title,
    isPast: endOfRow(event) <= now,
    serverTime: now.toISOString(),
    people,
    // Version 0: the row has only a link, no saved board.
    saved: saved && saved.version > 0 ? saved : null,
  };
  return { rows, followToken: saved?.followToken ?? null };
}

/** Whether a person is at an event now, by its door list. */
async function isAtDoor(app: App, eventId: string, viewer: Viewer): Promise<boolean> {
  const person = personOf(viewer);
  if (!person) return false;
  const [row] = await app.db
    .select({ presence: eventAttendance.presence })
    .from(eventAttendance)
    .where(and(eq(eventAttendance.eventId, eventId), eq(eventAttendance.userId, person.userId)));
  return row?.presence === "here";
}

/** The event, if the viewer may follow its board. */
async function findBoardEvent(app: App, viewer: Viewer, eventId: string): Promise<Result<SocialEventRow>> {
  const event = await findEvent(app, viewer, eventId);
  if (!event.ok) return event;
  const account = signedInOf(viewer);
  if (!account) return fail("not_found", EVENT_NOT_FOUND);
  const isHere = await isAtDoor(app, eventId, viewer);
  const reader = mayFollowCourts(account, event.value, app.config.freeChatAccess, isHere);
  return reader.ok ? event : reader;
}

export async function mayFollowBoard(app: App, viewer: Viewer, eventId: string): Promise<Result<{ id: string }>> {
  return findBoardEvent(app, viewer, eventId);
}

/** An event's board. Hosts and organizers get everything to run it in one response, because it works offline. */
export async function getBoard(app: App, viewer: SignedIn, eventId: string): Promise<Result<CourtsView>> {
  const event = await findBoardEvent(app, viewer, eventId);
  if (!event.ok) return event;
  const { rows, followToken } = await readRows(app, event.value);
  const followed = viewFollowed(rows, viewer.userId);
  if (!canManageEvent(viewer, event.value)) return ok({ ...followed, host: null });
  const { chat: activity } = event.value;
  const link = viewLink(app.publicUrl, followToken);
  const players = rows.people.flatMap(({ userId }) => userId ?? []);
  const levels = await sharedLevelsOf(app.db, activity, players);
  const host = viewHosted({ ...rows, activity, levels, doubts: await doubtsAbout(app, eventId) }, link);
  return ok({ ...followed, host });
}

/** The event behind a follow link. Fails once the link has ended. */
export async function findFollowedEvent(app: App, token: string): Promise<Result<BoardEvent>> {
  if (!isCleanText(token)) return fail("not_found", NO_LINK);
  const since = new Date(app.clock.now().getTime() - LINK_LIFE_MS).toISOString();
  const [event] = await app.db
    .select({
      id: socialEvents.id,
      title: socialEvents.title,
      startsAt: socialEvents.startsAt,
      lengthMinutes: socialEvents.lengthMinutes,
    })
    .from(courtBoards)
    .innerJoin(socialEvents, eq(socialEvents.id, courtBoards.eventId))
    .where(
      sql`${courtBoards.followToken} = ${token} and not ${socialEvents.held} and ${socialEvents.startsAt} > ${since}::timestamptz`,
    );
  return event ? ok(event) : fail("not_found", NO_LINK);
}

/** The board behind a link, for anyone who has it. */
export async function getFollowed(app: App, token: string): Promise<Result<FollowedByLink>> {
  const event = await findFollowedEvent(app, token);
  if (!event.ok) return event;
  const { rows } = await readRows(app, event.value);
  return ok({ ...viewFollowed(rows, null), eventId: event.value.id, ...viewLink(app.publicUrl, token) });
}
