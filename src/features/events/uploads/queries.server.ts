import { eq, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { prepareOnce } from "#src/db/prepared.server.ts";
import { chatMessages, chatPictures } from "#src/db/tables/chats.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { eventPhotos, uploadedImages } from "#src/db/tables/images.ts";
import { uploadOf } from "#src/shared/pictures-uploaded.ts";

/** One file of an upload, public to anyone who knows its name. */
export type ShownUpload = {
  readonly stored: string;
  readonly type: string;
  /** Size in bytes, for a video; pictures get it from the store. */
  readonly bytes: number | null;
};

/** SQL condition: the upload is only in hidden or deleted chat messages, and in no event. */
const isInHiddenMessages = sql`coalesce((select bool_and(m.hidden_at is not null or m.removed_at is not null)
    from ${chatPictures} c join ${chatMessages} m on m.chat_id = c.chat_id and m.seq = c.seq
    where c.key = uploaded_images.key)
  and not exists (select from ${eventPhotos} p where p.key = uploaded_images.key)
  and not exists (select from ${socialEvents} e where e.img_key = uploaded_images.key
    and starts_with(e.img_key, 'up-')), false)`;

function prepareUpload(app: App, name: string) {
  // Written out, because the builder would emit an unqualified "key", which the subquery resolves to the photo's.
  const isHidden = sql<boolean>`(exists (select from ${eventPhotos} p
    where p.key = uploaded_images.key and p.hidden_at is not null) or ${isInHiddenMessages})`;
  return app.db
    .select({ kind: uploadedImages.kind, bytes: uploadedImages.bytes, deletedAt: uploadedImages.deletedAt, isHidden })
    .from(uploadedImages)
    .where(eq(uploadedImages.key, sql.placeholder("key")))
    .prepare(name);
}

/**
 * Finds the file at `/images/{name}`. The name is a capability: it has 128 random bits, and only responses to people who
 * may see the event's photos or read the chat contain it. Null if there is no such file or it is hidden.
 */
export async function findShownUpload(app: App, name: string): Promise<ShownUpload | null> {
  const upload = uploadOf(name);
  if (!upload) return null;
  const query = prepareOnce(app.db, "shown_upload", (as) => prepareUpload(app, as));
  const [row] = await query.execute({ key: upload.key });
  if (!row || row.deletedAt !== null || row.isHidden) return null;
  return { stored: upload.stored, type: upload.type, bytes: row.kind === "video" ? row.bytes : null };
}
