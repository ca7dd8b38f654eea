import { sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { PictureView } from "#src/features/chat-pictures/schema.ts";

type Place = { readonly chatId: string; readonly seq: number };

/** Loads the pictures of messages. Returns a lookup by message, null without a picture. */
export async function readPictures(app: App, places: readonly Place[]): Promise<(place: Place) => PictureView | null> {
  if (places.length === 0) return () => null;
  const { rows } = await app.db.execute<{ chat_id: string; seq: number; key: string; alt: string }>(sql`
    select p.chat_id, p.seq, p.key, p.alt
    from unnest(${sql.param(places.map(({ chatId }) => chatId))}::text[], ${sql.param(places.map(({ seq }) => seq))}::int[])
      as place (chat_id, seq)
    join chat_pictures p on p.chat_id = place.chat_id and p.seq = place.seq`);
  return ({ chatId, seq }) => {
    const row = rows.find((each) => each.chat_id === chatId && each.seq === seq);
    return row ? { key: row.key, alt: row.alt } : null;
  };
}
