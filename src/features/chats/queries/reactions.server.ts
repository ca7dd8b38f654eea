import { sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { NAMELESS } from "#src/features/chats/messages.ts";
import type { ReactionView } from "#src/features/chats/schema.ts";
import { type Reaction, REACTIONS } from "#src/shared/states.ts";

/** Maximum number of names listed per reaction; the rest are counted. */
const MOST_NAMES = 30;

type Place = { readonly chatId: string; readonly seq: number };
type Row = { chat_id: string; seq: number; emoji: Reaction; count: number; mine: boolean; names: string[] };

/** The people who reacted to messages, by current name. Returns a lookup by message, in emoji order. */
export async function readReactions(
  app: App,
  places: readonly Place[],
  readerId: string | null,
): Promise<(place: Place) => ReactionView[]> {
  if (places.length === 0) return () => [];
  const isOther = sql`r.user_id is distinct from ${readerId}::text`;
  const { rows } = await app.db.execute<Row>(sql`
    select r.chat_id, r.seq, r.emoji, count(*)::int as count, bool_or(not (${isOther})) as mine,
      coalesce((array_agg(coalesce(nullif(u.nickname, ''), nullif(trim(u.first_name || ' ' || u.last_name), ''), ${NAMELESS})
        order by r.reacted_at, r.user_id) filter (where ${isOther}))[1:${sql.raw(String(MOST_NAMES))}], '{}') as names
    from unnest(${sql.param(places.map(({ chatId }) => chatId))}::text[], ${sql.param(places.map(({ seq }) => seq))}::int[])
      as place (chat_id, seq)
    join chat_reactions r on r.chat_id = place.chat_id and r.seq = place.seq
    join users u on u.user_id = r.user_id
    group by r.chat_id, r.seq, r.emoji`);
  return ({ chatId, seq }) =>
    REACTIONS.flatMap((emoji) => {
      const row = rows.find((each) => each.chat_id === chatId && each.seq === seq && each.emoji === emoji);
      return row ? [{ emoji, count: row.count, mine: row.mine, names: row.names }] : [];
    });
}
