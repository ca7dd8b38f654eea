import { sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { storedNames } from "#src/shared/pictures-uploaded.ts";

const BATCH = 100;

/** SQL condition: nothing uses the upload `u`. */
const isUnused = sql`not exists (select from event_photos p where p.key = u.key)
  and not exists (select from social_events e where e.img_key = u.key and starts_with(e.img_key, 'up-'))
  and not exists (select from event_changes c where c.change ->> 'imgKey' = u.key)
  and not exists (select from chat_pictures m where m.key = u.key)
  and not exists (select from group_settings s where s.name = 'logo' and s.value = to_jsonb(u.key))`;

/**
 * Deletes unused uploads that were not touched since `before`. Deletes the row first, so that no one can start using
 * the upload meanwhile.
 */
export async function deleteUnusedUploads(app: App, before: Date): Promise<number> {
  let count = 0;
  for (;;) {
    const { rows } = await app.db.execute<{ key: string }>(sql`
      delete from uploaded_images i using (
        select key from uploaded_images u
        where u.touched_at < ${before.toISOString()}::timestamptz and u.deleted_at is null and ${isUnused}
        order by u.touched_at limit ${BATCH} for update skip locked) unused
      where i.key = unused.key returning i.key`);
    await app.images.delete(rows.flatMap(({ key }) => storedNames(key)));
    count += rows.length;
    if (rows.length < BATCH) return count;
  }
}

/** Withdraws a person's unused upload: it is no longer served, and its bytes are deleted within a day. */
export async function dropUpload(tx: Transaction, key: string, ownerUserId: string): Promise<void> {
  await tx.execute(sql`delete from uploaded_images u
    where u.key = ${key} and u.owner_user_id = ${ownerUserId} and u.deleted_at is null and ${isUnused}`);
}
