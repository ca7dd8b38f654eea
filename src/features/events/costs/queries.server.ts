import { and, asc, desc, eq, gt, sql, type SQL } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Db } from "#src/db/connect.server.ts";
import { moment } from "#src/db/instant.ts";
import { eventAttendance } from "#src/db/tables/attendance.ts";
import { type EventShareRow, eventCosts, eventShares } from "#src/db/tables/costs.ts";
import { type SocialEventRow, socialEvents } from "#src/db/tables/events.ts";
import { users } from "#src/db/tables/users.ts";
import { MOST_REMINDERS, REMINDER_DAYS } from "#src/features/events/costs/messages.ts";
import type { Costs, Owed, OwnShares } from "#src/features/events/costs/schema.ts";
import { viewCosts, viewOwed, viewOwnShare } from "#src/features/events/costs/view.ts";
import { MOST_AT_DOOR } from "#src/features/events/door/queries.server.ts";
import { EVENT_NOT_FOUND } from "#src/features/events/messages.ts";
import { BAD_PAGE, decodeCursor, isIdPosition, pageOf } from "#src/http/cursor.ts";
import { addressOf } from "#src/mail/address.server.ts";
import { canSeeCosts, type CostKeeper, requireCostKeeper } from "#src/policy/events.ts";
import type { Person } from "#src/policy/viewer.ts";
import { isCleanText } from "#src/shared/fields.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import type { SPLIT_OVER } from "#src/shared/states.ts";

/** More open shares than a person ever has. */
const MOST_OWN = 50;
const A_PAGE = 50;

const isOwed = and(eq(eventShares.status, "open"), gt(eventShares.amountCents, 0));

export type Head = { readonly userId: string | null; readonly walkIn: string | null; readonly heads: number };
type Heads = { readonly over: (typeof SPLIT_OVER)[number]; readonly list: readonly Head[] };

/** The people who share a cost: those marked at the door, or, if nobody was marked, those going. */
export async function readHeads(db: Pick<Db, "execute">, eventId: string): Promise<Heads> {
  const came = await db.execute<Head>(sql`
    select user_id as "userId", case when user_id is null then id end as "walkIn", 1 + guests as heads
    from event_attendance where event_id = ${eventId} and presence = 'here' order by user_id, id limit ${MOST_AT_DOOR}`);
  if (came.rows.length > 0) return { over: "came", list: came.rows };
  const going = await db.execute<Head>(sql`
    select user_id as "userId", null as "walkIn", 1 + guests as heads
    from event_rsvps where event_id = ${eventId} and answer = 'going' order by user_id limit ${MOST_AT_DOOR}`);
  return { over: "going", list: going.rows };
}

/** SQL: the open shares of an event whose people a reminder would go to now. */
export function remindable(eventId: string, now: Date): SQL {
  return sql`event_id = ${eventId} and status = 'open' and amount_cents > 0 and reminders < ${MOST_REMINDERS}
    and (reminded_at is null or reminded_at <= ${moment(now)} - make_interval(days => ${REMINDER_DAYS}::int))
    and ${addressOf(sql`event_shares.user_id`)} <> ''`;
}

/** The event, with proof that the person may split its cost. */
export async function openCosts(
  db: Pick<Db, "select">,
  person: Person,
  eventId: string,
  isLocking = false,
): Promise<Result<{ event: SocialEventRow; keeper: CostKeeper }>> {
  if (!isCleanText(eventId)) return fail("not_found", EVENT_NOT_FOUND);
  const query = db.select().from(socialEvents).where(eq(socialEvents.id, eventId));
  const [event] = await (isLocking ? query.for("update") : query);
  if (!event || !canSeeCosts(person, event)) return fail("not_found", EVENT_NOT_FOUND);
  const keeper = requireCostKeeper(person, event);
  return keeper.ok ? ok({ event, keeper: keeper.value }) : keeper;
}

/** An event's cost and everyone's share. */
export async function readCosts(app: App, person: Person, eventId: string): Promise<Result<Costs>> {
  const opened = await openCosts(app.db, person, eventId);
  if (!opened.ok) return opened;
  const { event } = opened.value;
  const now = app.clock.now();
  const [[cost], rows, { over, list }, counted] = await Promise.all([
    app.db.select().from(eventCosts).where(eq(eventCosts.eventId, eventId)),
    selectShares(app)
      .where(eq(eventShares.eventId, eventId))
      // Walk-ins come after people with a record.
      .orderBy(
        sql`fold_name(${users.firstName} || ' ' || ${users.lastName})`,
        sql`fold_name(${eventAttendance.name})`,
        asc(eventShares.id),
      )
      .limit(2 * MOST_AT_DOOR),
    readHeads(app.db, eventId),
    app.db.$count(eventShares, remindable(eventId, now)),
  ]);
  const people = list.reduce((sum, { heads }) => sum + heads, 0);
  return ok(viewCosts({ event, cost, rows, heads: { over, people }, remindable: counted }));
}

const named = { firstName: users.firstName, lastName: users.lastName, nickname: users.nickname };

const selectShares = (app: App) =>
  app.db
    .select({ share: eventShares, person: named, walkIn: eventAttendance.name })
    .from(eventShares)
    .leftJoin(users, eq(users.userId, eventShares.userId))
    .leftJoin(
      eventAttendance,
      and(eq(eventAttendance.eventId, eventShares.eventId), eq(eventAttendance.id, eventShares.walkIn)),
    );

/** The caller's open shares of all events. */
export async function readOwnShares(app: App, person: Person): Promise<Result<OwnShares>> {
  const rows = await app.db
    .select({ share: eventShares, what: eventCosts.what, event: socialEvents })
    .from(eventShares)
    .innerJoin(eventCosts, eq(eventCosts.eventId, eventShares.eventId))
    .innerJoin(socialEvents, eq(socialEvents.id, eventShares.eventId))
    .where(and(eq(eventShares.userId, person.userId), isOwed))
    .orderBy(desc(eventShares.id))
    .limit(MOST_OWN);
  return ok({ shares: rows.map((row) => viewOwnShare(row, person)) });
}

/** A share with what it is for, for its mail; undefined once it is gone. */
export async function readShare(app: App, id: string): Promise<{ share: EventShareRow; what: string } | undefined> {
  const [row] = await app.db
    .select({ share: eventShares, what: eventCosts.what })
    .from(eventShares)
    .innerJoin(eventCosts, eq(eventCosts.eventId, eventShares.eventId))
    .where(eq(eventShares.id, id));
  return row;
}

/** Open shares of all events, newest first. */
export async function listOwed(app: App, after: string | undefined): Promise<Result<Owed>> {
  const key = after === undefined ? undefined : decodeCursor(after, isIdPosition);
  if (key === null) return fail("bad_request", BAD_PAGE);
  const [rows, [all]] = await Promise.all([
    app.db
      .select({
        share: eventShares,
        person: named,
        walkIn: eventAttendance.name,
        title: socialEvents.title,
        day: socialEvents.day,
      })
      .from(eventShares)
      .innerJoin(socialEvents, eq(socialEvents.id, eventShares.eventId))
      .leftJoin(users, eq(users.userId, eventShares.userId))
      .leftJoin(
        eventAttendance,
        and(eq(eventAttendance.eventId, eventShares.eventId), eq(eventAttendance.id, eventShares.walkIn)),
      )
      .where(and(isOwed, key && sql`${eventShares.id} < ${key[0]}`))
      .orderBy(desc(eventShares.id))
      .limit(A_PAGE + 1),
    app.db
      .select({ cents: sql<number>`coalesce(sum(${eventShares.amountCents}), 0)::float8` })
      .from(eventShares)
      .where(isOwed),
  ]);
  const { shown, next } = pageOf(rows, A_PAGE, (last) => [last.share.id]);
  return ok({
    shares: shown.map(viewOwed),
    next,
    openCents: all?.cents ?? 0,
  });
}
