import { sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { chatPictures } from "#src/db/tables/chats.ts";
import type { PictureView } from "#src/features/chat-pictures/schema.ts";

type Place = { readonly chatId: string; readonly seq: number };

/** The pictures of messages. Returns that of one, or null. */
export async function readPictures(app: App, places: readonly Place[]): Promise<(place: Place) => PictureView | null> {
  if (places.length === 0) return () => null;
  const wanted = sql`select * from unnest(${sql.param(places.map(({ chatId }) => chatId))}::text[],
    ${sql.param(places.map(({ seq }) => seq))}::int[])`;
  const rows = await app.db
    .select()
    .from(chatPictures)
    .where(sql`(${chatPictures.chatId}, ${chatPictures.seq}) in (${wanted})`);
  return ({ chatId, seq }) => {
    const row = rows.find((each) => each.chatId === chatId && each.seq === seq);
    return row ? { key: row.key, alt: row.alt } : null;
  };
}
