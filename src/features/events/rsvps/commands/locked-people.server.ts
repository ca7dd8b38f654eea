import { sql } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import { isBlockedNow } from "#src/db/groups-now.ts";
import { moment } from "#src/db/instant.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { type UserRow, users } from "#src/db/tables/users.ts";
import { TryAgain } from "#src/db/retrying.server.ts";
import type { Change, Row } from "#src/db/row-changes.server.ts";
import { headsOf } from "#src/features/events/rsvps/rules.ts";
import { countKept, promoteWaiting } from "#src/features/events/waiting-list/commands/promote.server.ts";
import { UNLIMITED_SPACES } from "#src/shared/choices.ts";

type Ids = readonly string[];

/** Locked people, and the events and chats with counts that include them. */
export type Locked = {
  readonly records: ReadonlyMap<string, UserRow>;
  readonly eventIds: Ids;
  readonly chatIds: Ids;
};

const texts = (ids: Ids) => sql`${sql.param([...ids])}::text[]`;

async function idsOf(tx: Transaction, statement: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(statement);
  return rows.map(({ id }) => id);
}

function eventsOf(tx: Transaction, userIds: Ids): Promise<string[]> {
  return idsOf(
    tx,
    sql`select event_id as id from event_rsvps where user_id = any(${texts(userIds)})
      union select event_id from waiting_list where user_id = any(${texts(userIds)})
      union select event_id from event_attendance where user_id = any(${texts(userIds)})
      union select event_id from event_co_hosts where user_id = any(${texts(userIds)})
      union select id from social_events where host_user_id = any(${texts(userIds)})`,
  );
}

function chatsOf(tx: Transaction, userIds: Ids): Promise<string[]> {
  return idsOf(
    tx,
    sql`select chat_id as id from chat_members where user_id = any(${texts(userIds)})
      union select chat_id from chat_posts where author_id = any(${texts(userIds)})`,
  );
}

/**
 * Locks people's events, then their chats, then their records, each in the order of the ids. RSVPs and chat joins lock
 * the event or chat before the person, so this order cannot deadlock. Starts over if a person responds to another event
 * between the read and the lock.
 */
export async function lockPeople(
  tx: Transaction,
  userIds: Ids,
  more: { eventIds?: Ids; chatIds?: Ids } = {},
): Promise<Locked> {
  const eventIds = [...new Set([...(await eventsOf(tx, userIds)), ...(more.eventIds ?? [])])];
  const chatIds = [...new Set([...(await chatsOf(tx, userIds)), ...(more.chatIds ?? [])])];
  await tx.execute(sql`select from social_events where id = any(${texts(eventIds)}) order by id for update`);
  await tx.execute(sql`select from chats where id = any(${texts(chatIds)}) order by id for update`);
  const rows = await tx
    .select()
    .from(users)
    .where(sql`${users.userId} = any(${texts(userIds)})`)
    .orderBy(users.userId)
    .for("update");
  const isWhole =
    (await eventsOf(tx, userIds)).every((id) => eventIds.includes(id)) &&
    (await chatsOf(tx, userIds)).every((id) => chatIds.includes(id));
  if (!isWhole) throw new TryAgain();
  return { records: new Map(rows.map((row) => [row.userId, row])), eventIds, chatIds };
}

/**
 * Recounts people going and waiting at locked events. Blocked people keep waiting but are not counted, because a free seat
 * is not kept for them. Writes only wrong counts, because writes notify open pages.
 */
export async function recountEvents(tx: Transaction, eventIds: Ids, now: Date): Promise<void> {
  await tx.execute(sql`
    update social_events e set going_count = c.going, waiting_count = c.waiting
    from (select id,
        (select coalesce(sum(1 + r.guests), 0) from event_rsvps r where r.event_id = id and r.answer = 'going')::int as going,
        (select count(*) from waiting_list w where w.event_id = id and w.status = 'waiting'
          and not ${isBlockedNow(sql`w.user_id`, moment(now))})::int as waiting
      from unnest(${texts(eventIds)}) as id) c
    where e.id = c.id and (e.going_count, e.waiting_count) is distinct from (c.going, c.waiting)`);
}

/**
 * Gives freed places of locked events to their waiting lists, with the seats that were offered to people who are blocked
 * now. The counts must be correct.
 */
export async function fillPlaces(tx: Transaction, eventIds: Ids, now: Date): Promise<void> {
  // 'left' costs them no turn, should the block end.
  await tx.execute(sql`update seat_offers set outcome = 'left', ended_at = ${moment(now)}
    where event_id = any(${texts(eventIds)}) and outcome = 'open' and ${isBlockedNow(sql`seat_offers.user_id`, moment(now))}`);
  const events = await tx
    .select()
    .from(socialEvents)
    .where(sql`${socialEvents.id} = any(${texts(eventIds)}) and ${socialEvents.waitingCount} > 0`)
    .orderBy(socialEvents.id);
  for (const event of events) await promoteWaiting(tx, event, now);
}

/** Number of removed members by locked chat; `sign` -1 for restored ones. */
export async function countMembers(tx: Transaction, changes: readonly Change[], sign: 1 | -1): Promise<void> {
  const gone = changes.flatMap((change) =>
    change.kind === "removed" && change.table === "chat_members"
      ? change.rows.map((row) => String(row["chat_id"]))
      : [],
  );
  await tx.execute(sql`
    update chats c set member_count = greatest(c.member_count - ${sign}::int * g.gone, 0)
    from (select id, count(*)::int as gone from unnest(${texts(gone)}) as id group by id) g where c.id = g.id`);
}

/**
 * RSVPs that an undo is about to restore. If a place has been taken since, the RSVP becomes 'maybe'. Past events and
 * events without a limit restore everyone.
 */
export async function fitAnswers(
  tx: Transaction,
  rows: readonly Row[],
  now: Date,
): Promise<{ rows: Row[]; withoutPlace: number }> {
  const going = rows.filter((row) => row["answer"] === "going").map((row) => String(row["event_id"]));
  const people = [...new Set(rows.map((row) => String(row["user_id"])))];
  // Seats that these people have now are free for the restore.
  const { rows: events } = await tx.execute<{ id: string; free: number }>(sql`
    select e.id, e.capacity - (select coalesce(sum(1 + r.guests), 0) from event_rsvps r where r.event_id = e.id
      and r.answer = 'going' and r.user_id <> all(${texts(people)}))::int as free
    from social_events e
    where e.id = any(${texts(going)}) and e.capacity < ${UNLIMITED_SPACES} and e.starts_at > ${now.toISOString()}::timestamptz`);
  const free = new Map<string, number>();
  // Seats reserved by open offers are not free.
  for (const event of events) free.set(event.id, event.free - (await countKept(tx, event.id)));
  let withoutPlace = 0;
  const fitted = rows.map((row): Row => {
    const left = free.get(String(row["event_id"]));
    if (row["answer"] !== "going" || left === undefined) return row;
    const seats = headsOf({ guests: Number(row["guests"] ?? 0) });
    if (seats <= left) {
      free.set(String(row["event_id"]), left - seats);
      return row;
    }
    withoutPlace += 1;
    // Undo data of earlier releases has no guests.
    return { ...row, answer: "maybe", ...("guests" in row && { guests: 0 }) };
  });
  return { rows: fitted, withoutPlace };
}

/** Waiting places that an undo is about to restore. People who missed the draw wait behind those who were in it. */
export async function fitWaits(tx: Transaction, rows: readonly Row[]): Promise<Row[]> {
  const fitted: Row[] = [];
  for (const row of rows) {
    const isUndrawn = row["status"] === "waiting" && typeof row["draw_number"] !== "number";
    const missed = sql`update social_events set last_ticket = last_ticket + 1
      where id = ${String(row["event_id"])} and drawn_at > ${String(row["joined_at"])}::timestamptz
      returning last_ticket as ticket`;
    const { rows: tickets } = isUndrawn ? await tx.execute<{ ticket: number }>(missed) : { rows: [] };
    fitted.push({ ...row, ...tickets[0] });
  }
  return fitted;
}
