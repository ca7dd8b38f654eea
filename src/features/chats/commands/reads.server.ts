import { sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { getLastSeq } from "#src/features/chats/queries.server.ts";
import { countUnread } from "#src/features/chats/queries/unread.server.ts";
import type { ChatReader } from "#src/policy/chats.ts";
import { ok, type Result } from "#src/shared/result.ts";

/** Advances a reader's read position; never moves it back. Returns the number of unread messages after it. */
export async function markChatRead(app: App, reader: ChatReader, chatId: string, seq: number): Promise<Result<number>> {
  const lastSeq = await getLastSeq(app, reader, chatId);
  if (!lastSeq.ok) return lastSeq;
  const upTo = Math.min(Math.max(0, seq), lastSeq.value);
  await app.db.execute(sql`
    insert into chat_reads (sub, chat_id, seq) select sub, ${chatId}, ${upTo} from accounts where sub = ${reader.sub}
    on conflict (sub, chat_id) do update set seq = excluded.seq where chat_reads.seq < excluded.seq`);
  return ok((await countUnread(app, reader, [chatId])).get(chatId) ?? 0);
}
