import { sql } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import { PERSON_COLUMNS, type PersonColumn } from "#src/db/person-columns.ts";
import { databaseCode } from "#src/db/retrying.server.ts";
import {
  type Change,
  changeRows,
  hasKey,
  isReal,
  readRows,
  removeRows,
  rewriteRows,
} from "#src/db/row-changes.server.ts";

// Moves what refers to a person to another record in a merge.

const UNIQUE_VIOLATION = "23505";

const isOf = (column: string, userId: string) => sql`t.${sql.identifier(column)} = ${userId}`;

/**
 * Of two RSVPs to one event the newer counts; the merged record's is deleted. If the newer is 'going' and both had
 * places, the larger party stays: it fits, because both had places.
 */
async function joinAnswers(tx: Transaction, from: string, to: string): Promise<Change[]> {
  const { rows } = await tx.execute<{
    event_id: string;
    is_newer: boolean;
    old: string;
    new: string;
    was: string;
    at: string;
    had: number;
    brings: number;
  }>(sql`
    select a.event_id, a.answered_at > b.answered_at as is_newer, b.answer as old, a.answer as new,
      b.guests as had, greatest(case when a.answer = 'going' then a.guests end,
        case when b.answer = 'going' then b.guests end, 0) as brings,
      to_jsonb(b.answered_at) #>> '{}' as was, to_jsonb(a.answered_at) #>> '{}' as at
    from event_rsvps a join event_rsvps b on b.event_id = a.event_id and b.user_id = ${to}
    where a.user_id = ${from} order by a.event_id`);
  const both = rows.map((row) => row.event_id);
  const changes = [
    await removeRows(tx, "event_rsvps", sql`${isOf("user_id", from)} and t.event_id = any(${sql.param(both)}::text[])`),
  ];
  for (const row of rows) {
    const where = sql`${isOf("user_id", to)} and t.event_id = ${row.event_id}`;
    const before = { answer: row.old, answered_at: row.was, guests: row.had };
    const counts = row.is_newer ? { answer: row.new, answered_at: row.at } : { answer: row.old, answered_at: row.was };
    const after = { ...counts, guests: counts.answer === "going" ? row.brings : 0 };
    if (row.is_newer || after.guests !== row.had)
      changes.push(await changeRows(tx, "event_rsvps", { before, after, where }));
  }
  return changes;
}

/** Two places on one waiting list become the earlier one. */
async function joinWaits(tx: Transaction, from: string, to: string): Promise<Change> {
  return removeRows(
    tx,
    "waiting_list",
    sql`t.status = 'waiting' and t.user_id in (${from}, ${to}) and exists (
      select from waiting_list o where o.event_id = t.event_id and o.status = 'waiting'
        and o.user_id in (${from}, ${to}) and o.ticket < t.ticket)`,
  );
}

/** A person with a place leaves the waiting list. */
async function endWaits(tx: Transaction, userId: string, now: Date): Promise<Change> {
  return changeRows(tx, "waiting_list", {
    before: { status: "waiting", ended_at: null },
    after: { status: "left", ended_at: now.toISOString() },
    where: sql`t.user_id = ${userId} and t.status = 'waiting' and exists (
      select from event_rsvps r where r.event_id = t.event_id and r.user_id = t.user_id and r.answer = 'going')`,
  });
}

/** Of two attendance marks for one event, "came" wins. */
async function joinAttendance(tx: Transaction, from: string, to: string): Promise<Change> {
  return removeRows(
    tx,
    "event_attendance",
    sql`t.user_id in (${from}, ${to}) and exists (
      select from event_attendance o where o.event_id = t.event_id and o.user_id in (${from}, ${to})
        and o.user_id <> t.user_id
        and (o.presence = 'here', o.presence = 'excused', o.user_id = ${to})
          > (t.presence = 'here', t.presence = 'excused', t.user_id = ${to}))`,
  );
}

/** Keeps one open offer of a place per event: the base's. */
async function joinSeatOffers(tx: Transaction, from: string, to: string): Promise<Change> {
  return removeRows(
    tx,
    "seat_offers",
    sql`t.user_id = ${from} and t.outcome = 'open' and exists (
      select from seat_offers o where o.event_id = t.event_id and o.user_id = ${to} and o.outcome = 'open')`,
  );
}

/** Of two blocks the longer one stays. */
async function joinBlocks(tx: Transaction, from: string, to: string): Promise<Change> {
  return removeRows(
    tx,
    "person_blocks",
    sql`t.user_id in (${from}, ${to}) and t.lifted_at is null and exists (
      select from person_blocks o where o.user_id in (${from}, ${to}) and o.user_id <> t.user_id and o.lifted_at is null
        and (coalesce(o.until, 'infinity'), o.user_id = ${to}) > (coalesce(t.until, 'infinity'), t.user_id = ${to}))`,
  );
}

/** Keeps one share of an event's cost: a paid one before an open one, then the base's. */
async function joinShares(tx: Transaction, from: string, to: string): Promise<Change> {
  return removeRows(
    tx,
    "event_shares",
    sql`t.user_id in (${from}, ${to}) and exists (
      select from event_shares o where o.event_id = t.event_id and o.user_id in (${from}, ${to})
        and o.user_id <> t.user_id
        and (o.status = 'paid', o.status = 'waived', o.user_id = ${to})
          > (t.status = 'paid', t.status = 'waived', t.user_id = ${to}))`,
  );
}

/** Keeps one vote per option, and only the newest vote if the poll allows one option. */
async function joinVotes(tx: Transaction, from: string, to: string): Promise<Change> {
  return removeRows(
    tx,
    "poll_votes",
    sql`t.user_id in (${from}, ${to}) and exists (
      select from poll_votes o
        join poll_options oo on oo.id = o.option_id
        join poll_options tt on tt.id = t.option_id
        join event_polls p on p.event_id = tt.event_id
      where o.user_id in (${from}, ${to}) and o.user_id <> t.user_id
        and (o.option_id = t.option_id or (oo.event_id = tt.event_id and not p.multiple))
        and (case when o.option_id = t.option_id then t.user_id = ${from}
          else (o.voted_at, o.user_id = ${to}) > (t.voted_at, t.user_id = ${to}) end))`,
  );
}

/** Two memberships of one chat become one. In our own chats the member id is the person's id, so it changes too. */
async function joinChats(tx: Transaction, from: string, to: string): Promise<Change[]> {
  return [
    await removeRows(
      tx,
      "chat_members",
      sql`t.user_id = ${from} and t.member_id = ${from} and exists (
        select from chat_members o where o.chat_id = t.chat_id and (o.user_id = ${to} or o.member_id = ${to}))`,
    ),
    await changeRows(tx, "chat_members", {
      before: { member_id: from },
      after: { member_id: to },
      where: sql`t.user_id = ${from} and t.member_id = ${from}`,
    }),
    // Two browsers may have used the same client id: such a message keeps the id it was sent under.
    await changeRows(tx, "chat_messages", {
      before: { author_id: from },
      after: { author_id: to },
      where: sql`t.user_id = ${from} and t.author_id = ${from} and not exists (
        select from chat_messages o where o.chat_id = t.chat_id and o.author_id = ${to} and o.client_id = t.client_id)`,
    }),
    // In-flight messages to a provider's chat must come back as theirs.
    await changeRows(tx, "chat_posts", {
      before: { author_id: from },
      after: { author_id: to },
      where: isOf("author_id", from),
    }),
  ];
}

/** Keys of mails and automations contain the person's id, and prevent duplicates. */
async function moveKeys(tx: Transaction, table: "mail_outbox" | "automation_log", from: string, to: string) {
  const moved = sql`replace(':' || t.key || ':', ${`:${from}:`}, ${`:${to}:`})`;
  const key = sql`substr(${moved}, 2, length(${moved}) - 2)`;
  const isSame = table === "mail_outbox" ? sql`o.key = ${key}` : sql`o.key = ${key} and o.kind = t.kind`;
  return rewriteRows(tx, table, {
    set: { key },
    where: sql`':' || t.key || ':' like ${`%:${from}:%`}
      and not exists (select from ${sql.identifier(table)} o where ${isSame})`,
  });
}

/** Queued mails load their content by the person's id. */
async function moveMails(tx: Transaction, from: string, to: string): Promise<Change[]> {
  return [
    ...(await rewriteRows(tx, "mail_outbox", {
      set: { data: sql`jsonb_set(t.data, '{userId}', to_jsonb(${to}::text))` },
      where: sql`t.status = 'waiting' and t.data ->> 'userId' = ${from}`,
    })),
    ...(await moveKeys(tx, "mail_outbox", from, to)),
    ...(await moveKeys(tx, "automation_log", from, to)),
  ];
}

/** Moves one row in a savepoint. If the other record already has such a row, deletes this one. */
async function moveRow(tx: Transaction, table: string, move: Parameters<typeof changeRows>[2]): Promise<Change> {
  try {
    return await tx.transaction((inner) => changeRows(inner, table, move));
  } catch (error) {
    if (databaseCode(error) !== UNIQUE_VIOLATION) throw error;
    return removeRows(tx, table, move.where);
  }
}

async function moveColumn(
  tx: Transaction,
  { table, column }: PersonColumn,
  from: string,
  to: string,
): Promise<Change[]> {
  const [before, after] = [{ [column]: from }, { [column]: to }];
  try {
    return [await tx.transaction((inner) => changeRows(inner, table, { before, after, where: isOf(column, from) }))];
  } catch (error) {
    if (databaseCode(error) !== UNIQUE_VIOLATION) throw error;
  }
  // A unique constraint failed: move row by row.
  const changes: Change[] = [];
  for (const { key } of await readRows(tx, table, isOf(column, from)))
    changes.push(await moveRow(tx, table, { before, after, where: hasKey(table, key) }));
  return changes;
}

/** Moves everything that refers to one record to another. Locks events and chats; the caller updates their counts. */
export async function moveBelongings(tx: Transaction, from: string, to: string, now: Date): Promise<Change[]> {
  const changes = [
    ...(await joinAnswers(tx, from, to)),
    await joinWaits(tx, from, to),
    await joinAttendance(tx, from, to),
    await joinSeatOffers(tx, from, to),
    await joinBlocks(tx, from, to),
    await joinShares(tx, from, to),
    await joinVotes(tx, from, to),
    ...(await joinChats(tx, from, to)),
  ];
  for (const column of PERSON_COLUMNS) changes.push(...(await moveColumn(tx, column, from, to)));
  changes.push(await endWaits(tx, to, now), ...(await moveMails(tx, from, to)));
  return changes.filter(isReal);
}
