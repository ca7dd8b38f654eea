import { sql } from "drizzle-orm";
import type { Db } from "#src/db/connect.server.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { executePrepared } from "#src/db/prepared.server.ts";
import type { OwedMail } from "#src/mail/kinds.server.ts";
import { uuidv7 } from "#src/shared/ids.ts";

// Anyone can type any address into a public form, so these limits protect the inbox's owner. They count inboxes, not
// senders, and RATE_LIMIT_FACTOR does not raise them.
const MOST_AN_HOUR = 3;
const MOST_A_DAY = 10;

/** How long a busy inbox gets no more of these mails. */
export const BUSY_SECONDS = 3600;

type StrangerMails = {
  /** To the address that was typed into the form. */
  readonly receipt?: OwedMail | undefined;
  /** To the organizers who read the form. */
  readonly toReaders?: readonly OwedMail[];
};

/**
 * Queues the mails that a public form causes, in the form's transaction. Drops a mail if its inbox has unsubscribed, or
 * got 3 of these mails within an hour or 10 within a day. Queues at most one mail per inbox and call. Returns whether
 * forms may still send a receipt to the typed address. That limit is separate and counts only the typed address, so it
 * does not reveal who reads forms or has unsubscribed.
 */
export async function enqueueStrangerMails(
  tx: Transaction,
  { receipt, toReaders = [] }: StrangerMails,
  now: Date,
): Promise<boolean> {
  const mails = receipt ? [receipt, ...toReaders] : toReaders;
  if (mails.length === 0) return true;
  const moment = sql`${now.toISOString()}::timestamptz`;
  const list = (values: readonly string[]) => sql`${sql.param([...values])}::text[]`;
  const since = (from: string) => sql`(select count(*) from unnest(c.sent_at) as t(at)
    where t.at > ${moment} - ${from}::interval)`;
  // One statement, ordered by hash: row locks serialize concurrent forms, and the order prevents deadlocks.
  const statement = sql`
    with mails as (
      select * from unnest(${list(mails.map(() => uuidv7(now.getTime())))}, ${list(mails.map(({ key }) => key))},
        ${list(mails.map(({ kind }) => kind))}, ${list(mails.map(({ email }) => email))},
        ${list(mails.map(({ data }) => JSON.stringify(data)))}) with ordinality as m(id, key, kind, email, data, position)),
    inboxes as (
      select distinct on (inbox) inbox, position, encode(sha256(convert_to(inbox, 'UTF8')), 'hex') as hash,
        case when position = ${receipt ? 1 : 0}::int then encode(sha256(convert_to('typed:' || inbox, 'UTF8')), 'hex') end as typed
      from (select mail_inbox(email) as inbox, position from mails where email <> '') as e
      order by inbox, position),
    owed as (
      select * from inboxes i
      where not exists (select from mail_preferences p
        where mail_inbox(p.email) = i.inbox and p.unsubscribed_at is not null)
        and not exists (select from mail_preferences p where p.email = 'sha256:' || i.hash)),
    counted as (
      insert into stranger_mails as c (inbox_hash, sent_at)
      select hash, array[${moment}] from (
        select hash from owed union select typed from inboxes where typed is not null) as hashes order by hash
      on conflict (inbox_hash) do update set sent_at =
        array(select at from unnest(c.sent_at) as t(at) where at > ${moment} - interval '1 day' order by at) || ${moment}
      where ${since("1 hour")} < ${MOST_AN_HOUR}::int and ${since("1 day")} < ${MOST_A_DAY}::int
      returning inbox_hash),
    busy as (select inbox from inboxes where typed is not null and typed not in (select inbox_hash from counted)),
    queued as (
      insert into mail_outbox (id, key, kind, email, data, due_at, created_at)
      select m.id, m.key, m.kind, m.email, m.data::jsonb, ${moment}, ${moment}
      from owed join counted on counted.inbox_hash = owed.hash join mails m on m.position = owed.position
      where owed.inbox not in (select inbox from busy)
      order by m.key on conflict (key) do nothing)
    select not exists (select from busy) as "isOpen"`;
  const { rows } = await executePrepared<{ isOpen: boolean }>(tx, "enqueue_stranger_mails", statement);
  return rows[0]?.isOpen ?? true;
}

/** The inbox that mail to an address arrives in, as these limits count it: without a +tag, and at Gmail without dots. */
export async function inboxOf(db: Pick<Db, "execute">, email: string): Promise<string> {
  const { rows } = await db.execute<{ inbox: string }>(sql`select mail_inbox(${email}) as inbox`);
  return rows[0]?.inbox ?? email;
}

/** Deletes counts that no limit needs anymore. Returns how many. */
export async function deleteOldStrangerMails(tx: Pick<Transaction, "execute">, now: Date): Promise<number> {
  const { rowCount } = await tx.execute(sql`delete from stranger_mails
    where sent_at[cardinality(sent_at)] < ${now.toISOString()}::timestamptz - interval '1 day'`);
  return rowCount ?? 0;
}
