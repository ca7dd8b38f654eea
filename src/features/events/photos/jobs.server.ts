import { inArray, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { uploadedImages } from "#src/db/tables/images.ts";
import { storedNames, uploadOf } from "#src/shared/pictures-uploaded.ts";

/** An upload that nothing uses, and bytes that no upload has, are kept so long. */
const UNUSED_MS = 86_400_000;
const BATCH = 100;
const NAMES_A_PAGE = 500;

/** Uploads that nobody put to use go after a day; first the row, so that nobody takes them up meanwhile. */
async function deleteUnused(app: App, before: Date): Promise<number> {
  let count = 0;
  for (;;) {
    const { rows } = await app.db.execute<{ key: string }>(sql`
      delete from uploaded_images i using (
        select key from uploaded_images u
        where u.touched_at < ${before.toISOString()}::timestamptz and u.deleted_at is null
          and not exists (select from event_photos p where p.key = u.key)
          and not exists (select from social_events e where e.img_key = u.key and starts_with(e.img_key, 'up-'))
        order by u.touched_at limit ${BATCH} for update skip locked) unused
      where i.key = unused.key returning i.key`);
    await app.images.delete(rows.flatMap(({ key }) => storedNames(key)));
    count += rows.length;
    if (rows.length < BATCH) return count;
  }
}

/** Bytes without a row: of an upload that was cut short, and of one that an organiser deleted. */
async function deleteStray(app: App, before: Date): Promise<number> {
  let [after, count] = ["", 0];
  for (;;) {
    const page = await app.images.list(after, NAMES_A_PAGE);
    const keys = [...new Set(page.flatMap(({ name }) => uploadOf(name)?.key ?? []))];
    const known = await app.db
      .select({ key: uploadedImages.key, deletedAt: uploadedImages.deletedAt })
      .from(uploadedImages)
      .where(inArray(uploadedImages.key, keys));
    const living = new Set(known.filter(({ deletedAt }) => deletedAt === null).map(({ key }) => key));
    const gone = new Set(known.filter(({ deletedAt }) => deletedAt !== null).map(({ key }) => key));
    const stray = page
      .filter(({ name, storedAt }) => {
        const key = uploadOf(name)?.key ?? "";
        return !living.has(key) && (gone.has(key) || storedAt < before);
      })
      .map(({ name }) => name);
    await app.images.delete(stray);
    count += stray.length;
    after = page.at(-1)?.name ?? "";
    if (page.length < NAMES_A_PAGE) return count;
  }
}

/** Clears away what nobody uses. May run at any time. Returns how many uploads and stray parts went. */
export async function clearUploads(app: App): Promise<number> {
  const before = new Date(app.clock.now().getTime() - UNUSED_MS);
  return (await deleteUnused(app, before)) + (await deleteStray(app, before));
}
