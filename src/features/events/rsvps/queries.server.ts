import { and, eq, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Db, Transaction } from "#src/db/connect.server.ts";
import { isBlockedNow } from "#src/db/groups-now.ts";
import { prepareOnce } from "#src/db/prepared.server.ts";
import { eventCoHosts, eventGreeters } from "#src/db/tables/attendance.ts";
import { courtBoards } from "#src/db/tables/courts.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { eventRsvps, waitingList } from "#src/db/tables/rsvps.ts";
import { users } from "#src/db/tables/users.ts";
import { EVENT_NOT_FOUND } from "#src/features/events/messages.ts";
import { pollColumn } from "#src/features/events/polls/queries.server.ts";
import type { PollView } from "#src/features/events/polls/schema.ts";
import { BAD_ATTENDEE_CURSOR } from "#src/features/events/rsvps/messages.ts";
import type { Answer, AttendeePage, RsvpState } from "#src/features/events/rsvps/schema.ts";
import { turnOf } from "#src/features/events/waiting-list/queries/in-turn.server.ts";
import {
  nameOf,
  type OpenOffer,
  type OpenOffers,
  type RsvpStateRow,
  viewRsvpState,
} from "#src/features/events/rsvps/view.ts";
import { decodeCursor, pageOf } from "#src/http/cursor.ts";
import { canSeeEvent, requireAttendeeReader } from "#src/policy/events.ts";
import { personOf, type SignedIn, type Viewer } from "#src/policy/viewer.ts";
import { isCleanText } from "#src/shared/fields.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** The names of an event's co-hosts. */
const CO_HOSTS = sql<RsvpStateRow["coHosts"]>`array(select json_build_object(
    'firstName', u.first_name, 'lastName', u.last_name, 'nickname', u.nickname)
  from ${eventCoHosts} c join ${users} u on u.user_id = c.user_id
  where c.event_id = ${socialEvents.id} order by c.named_at, c.user_id)`;

const EVENT_COLUMNS = {
  id: socialEvents.id,
  generalPublic: socialEvents.generalPublic,
  held: socialEvents.held,
  hostUserId: socialEvents.hostUserId,
  capacity: socialEvents.capacity,
  goingCount: socialEvents.goingCount,
  waitingCount: socialEvents.waitingCount,
  lastTicket: socialEvents.lastTicket,
  guestsPerPerson: socialEvents.guestsPerPerson,
  status: socialEvents.status,
  decision: socialEvents.decision,
  holdReason: socialEvents.holdReason,
  decidesAt: socialEvents.decidesAt,
  decisionDefault: socialEvents.decisionDefault,
  minimumGoing: socialEvents.minimumGoing,
  timeZone: socialEvents.timeZone,
  startsAt: socialEvents.startsAt,
  drawAt: socialEvents.drawAt,
  drawnAt: socialEvents.drawnAt,
};

/** SQL: whether the event has a saved court board. */
const HAS_BOARD = sql<boolean>`exists (select from ${courtBoards}
  where ${courtBoards.eventId} = ${socialEvents.id} and ${courtBoards.version} > 0)`;

function prepareRsvpState(db: Db | Transaction, name: string) {
  const userId = sql.placeholder("userId");
  // Computed only for waiting people, because it numbers the whole list.
  const turn = turnOf(sql`${socialEvents.id}`, sql`${waitingList.userId}`, sql`${sql.placeholder("now")}`);
  const place = sql<number>`case when ${waitingList.ticket} is not null then ${turn} end`;
  const offer = sql<OpenOffer | null>`(select json_build_object('kind', o.kind, 'expiresAt', o.expires_at) from seat_offers o
    where o.event_id = ${socialEvents.id} and o.user_id = ${userId} and o.outcome = 'open'
      and o.expires_at > ${sql.placeholder("now")}::timestamptz)`;
  const offers = sql<OpenOffers | null>`(
    select json_build_object('kind', max(o.kind), 'expiresAt', max(o.expires_at), 'people', count(*)) from seat_offers o
    where o.event_id = ${socialEvents.id} and o.outcome = 'open' and o.expires_at > ${sql.placeholder("now")}::timestamptz
    having count(*) > 0)`;
  return db
    .select({
      event: EVENT_COLUMNS,
      answer: sql<Answer | null>`${eventRsvps.answer}`,
      guests: sql<number>`coalesce(${waitingList.guests}, case when ${eventRsvps.answer} = 'going' then ${eventRsvps.guests} end, 0)`,
      ticket: sql<number | null>`${waitingList.ticket}`,
      place,
      offer,
      offers,
      hasBegun: sql<boolean>`${socialEvents.startsAt} <= ${sql.placeholder("now")}::timestamptz`,
      isBlocked: isBlockedNow(sql`${userId}`, sql`${sql.placeholder("now")}`),
      isNameless: sql<boolean>`exists (select from ${users} where ${users.userId} = ${userId} and ${users.firstName} = '' and ${users.lastName} = '')`,
      isGreeter: sql<boolean>`exists (select from ${eventGreeters}
        where ${eventGreeters.eventId} = ${socialEvents.id} and ${eventGreeters.userId} = ${userId})`,
      hasBoard: HAS_BOARD,
      isHere: sql<boolean>`exists (select from event_attendance a
        where a.event_id = ${socialEvents.id} and a.user_id = ${userId} and a.presence = 'here')`,
      coHosts: CO_HOSTS,
      poll: sql<PollView | null>`${pollColumn(sql`${socialEvents.id}`, sql`${userId}`)}`,
    })
    .from(socialEvents)
    .leftJoin(eventRsvps, and(eq(eventRsvps.eventId, socialEvents.id), eq(eventRsvps.userId, userId)))
    .leftJoin(
      waitingList,
      and(
        eq(waitingList.eventId, socialEvents.id),
        eq(waitingList.userId, userId),
        // A literal, so that the partial index on waiting entries applies.
        sql`${waitingList.status} = 'waiting'`,
      ),
    )
    .where(eq(socialEvents.id, sql.placeholder("eventId")))
    .prepare(name);
}

/** An event's RSVP state for this viewer; undefined if there is no such event. The caller must check the policy. */
export async function readRsvpState(
  db: Db | Transaction,
  viewer: Viewer,
  eventId: string,
  now: Date,
): Promise<RsvpStateRow | undefined> {
  const query = prepareOnce(db, "event_rsvp_state", (name) => prepareRsvpState(db, name));
  // No id is empty, so callers without a person match no RSVP.
  const userId = personOf(viewer)?.userId ?? "";
  const [row] = await query.execute({ eventId, userId, now: now.toISOString() });
  return row;
}

/** An event's current RSVP state for this viewer. `not_found` also if they may not see the event. */
export async function getRsvpState(app: App, viewer: Viewer, eventId: string): Promise<Result<RsvpState>> {
  if (!isCleanText(eventId)) return fail("not_found", EVENT_NOT_FOUND);
  const row = await readRsvpState(app.db, viewer, eventId, app.clock.now());
  if (!row || !canSeeEvent(viewer, row.event)) return fail("not_found", EVENT_NOT_FOUND);
  return ok(viewRsvpState(row, viewer, app.config.freeChatAccess));
}

const ATTENDEES_A_PAGE = 50;

type Position = readonly [rank: number, answeredMicroseconds: number, userId: string];

function isPosition(value: unknown): value is Position {
  if (!Array.isArray(value) || value.length !== 3) return false;
  const [rank, answered, userId] = value as unknown[];
  const areNumbers = (rank === 0 || rank === 1) && Number.isSafeInteger(answered);
  return areNumbers && typeof userId === "string" && isCleanText(userId);
}

/** People going, then maybe, each in RSVP order. Names only. */
export async function listAttendees(
  app: App,
  viewer: SignedIn,
  eventId: string,
  after?: string,
): Promise<Result<AttendeePage>> {
  if (!isCleanText(eventId)) return fail("not_found", EVENT_NOT_FOUND);
  const position = after === undefined ? undefined : decodeCursor(after, isPosition);
  if (position === null) return fail("bad_request", BAD_ATTENDEE_CURSOR);
  const comes = sql`${eventRsvps.eventId} = ${eventId} and ${eventRsvps.answer} in ('going', 'maybe')`;
  const [event] = await app.db
    .select({
      id: socialEvents.id,
      generalPublic: socialEvents.generalPublic,
      held: socialEvents.held,
      hostUserId: socialEvents.hostUserId,
      total: sql<number>`(select count(*)::int from ${eventRsvps} where ${comes})`,
    })
    .from(socialEvents)
    .where(eq(socialEvents.id, eventId));
  if (!event || !canSeeEvent(viewer, event)) return fail("not_found", EVENT_NOT_FOUND);
  const reader = requireAttendeeReader(viewer, event, app.config.freeChatAccess);
  if (!reader.ok) return reader;
  const rank = sql<number>`(${eventRsvps.answer} = 'maybe')::int`;
  // In microseconds, finer than a JavaScript date, so that RSVPs of one millisecond keep their order.
  const answered = sql<string>`(extract(epoch from ${eventRsvps.answeredAt}) * 1000000)::bigint`;
  const rows = await app.db
    .select({ rank, answered, guests: eventRsvps.guests, person: users })
    .from(eventRsvps)
    .innerJoin(users, eq(users.userId, eventRsvps.userId))
    .where(
      and(
        comes,
        position &&
          sql`(${rank}, ${answered}, ${eventRsvps.userId}) > (${position[0]}::int, ${position[1]}::bigint, ${position[2]}::text)`,
      ),
    )
    .orderBy(rank, answered, eventRsvps.userId)
    .limit(ATTENDEES_A_PAGE + 1);
  const { shown, next } = pageOf(rows, ATTENDEES_A_PAGE, (last) => [
    last.rank,
    Number(last.answered),
    last.person.userId,
  ]);
  return ok({
    attendees: shown.map(({ person, rank: nr, guests }) =>
      nr === 1
        ? { name: nameOf(person), answer: "maybe", guests: 0 }
        : { name: nameOf(person), answer: "going", guests },
    ),
    total: event.total,
    next,
  });
}
