import { sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { ChatReader } from "#src/policy/chats.ts";

/** Counting stops here. */
const MOST_UNREAD = 100;

/**
 * A reader's unread messages by others, per chat; chats without any are omitted. In chats never opened, messages since
 * the account's creation count.
 */
export async function countUnread(
  app: App,
  reader: ChatReader,
  chatIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await app.db.execute<{ id: string; unread: number }>(sql`
    select c.id, count(*)::int as unread
    from chats c
    join accounts a on a.sub = ${reader.sub}
    left join chat_reads r on r.chat_id = c.id and r.sub = a.sub
    cross join lateral (
      select user_id, removed_at, hidden_at, created_at from chat_messages
      where chat_id = c.id and seq > coalesce(r.seq, 0) order by seq desc limit ${MOST_UNREAD}) m
    where c.id = any(${sql.param([...chatIds])}::text[]) and m.removed_at is null and m.hidden_at is null
      and m.user_id is distinct from ${reader.userId} and (r.seq is not null or m.created_at > a.created_at)
    group by c.id`);
  return new Map(rows.map(({ id, unread }) => [id, unread]));
}
