import { inArray } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { uploadedImages } from "#src/db/tables/images.ts";
import { deleteUnusedUploads } from "#src/features/events/uploads/commands/unused.server.ts";
import { uploadOf } from "#src/shared/pictures-uploaded.ts";

/** How long unused uploads and orphaned bytes are kept. */
const UNUSED_MS = 86_400_000;
const NAMES_A_PAGE = 500;

/** Deletes bytes without a row, from interrupted uploads and from ones that an organizer deleted. */
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

/** Deletes unused uploads and orphaned bytes. Safe to run at any time. Returns how many were deleted. */
export async function clearUploads(app: App): Promise<number> {
  const before = new Date(app.clock.now().getTime() - UNUSED_MS);
  return (await deleteUnusedUploads(app, before)) + (await deleteStray(app, before));
}
