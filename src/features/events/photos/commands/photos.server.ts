import { and, eq } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { type SocialEventRow, socialEvents } from "#src/db/tables/events.ts";
import { eventPhotos } from "#src/db/tables/images.ts";
import { EVENT_NOT_FOUND } from "#src/features/events/messages.ts";
import { takeUpload } from "#src/features/events/uploads/commands/upload.server.ts";
import { PHOTO_NOT_FOUND, TOO_MANY_PHOTOS } from "#src/features/events/photos/messages.ts";
import { UPLOAD_GONE } from "#src/features/events/uploads/messages.ts";
import { hasHostId } from "#src/features/events/photos/queries.server.ts";
import { inOrder, MOST_PHOTOS } from "#src/features/events/photos/rules.ts";
import type { EventPhotos } from "#src/features/events/photos/schema.ts";
import { viewPhotos } from "#src/features/events/photos/view.ts";
import { lockEvent } from "#src/features/events/rsvps/commands/places.server.ts";
import { canSeePhotos, type PhotoKeeper, requirePhotoKeeper } from "#src/policy/events.ts";
import type { Person } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import { isUploadKey } from "#src/shared/pictures-uploaded.ts";

type Photos = Pick<SocialEventRow, "imgList" | "photoCaptions" | "showPhotos">;
type Change = (tx: Transaction, event: SocialEventRow, keeper: PhotoKeeper) => Promise<Result<Partial<Photos>>>;

/** Changes an event's photos under its lock, so that concurrent changes queue and none is lost. */
async function changing(app: App, person: Person, eventId: string, change: Change): Promise<Result<EventPhotos>> {
  return app.db.transaction(async (tx): Promise<Result<EventPhotos>> => {
    const event = await lockEvent(tx, person, eventId);
    if (!event.ok) return event;
    if (!canSeePhotos(person, event.value)) return fail("not_found", EVENT_NOT_FOUND);
    const keeper = requirePhotoKeeper(person, event.value, await hasHostId(tx, person));
    if (!keeper.ok) return keeper;
    const changed = await change(tx, event.value, keeper.value);
    if (!changed.ok) return changed;
    const after = { ...event.value, ...changed.value };
    await tx
      .update(socialEvents)
      .set({ ...changed.value, updatedAt: app.clock.now() })
      .where(eq(socialEvents.id, eventId));
    return ok(viewPhotos(after, true));
  });
}

function withCaption(captions: Photos["photoCaptions"], key: string, caption: string): Photos["photoCaptions"] {
  const { [key]: _, ...others } = captions;
  return caption === "" ? others : { ...others, [key]: caption };
}

/** Appends an upload to the photos, unless it is already there, and turns on the event's photos. */
export async function addPhoto(
  app: App,
  person: Person,
  eventId: string,
  { key, caption }: { key: string; caption: string },
): Promise<Result<EventPhotos>> {
  return changing(app, person, eventId, async (tx, { imgList, photoCaptions }, keeper) => {
    const now = app.clock.now();
    if (!isUploadKey(key)) return fail("invalid", UPLOAD_GONE, { fields: { key: UPLOAD_GONE } });
    if (imgList.includes(key)) return ok({ showPhotos: true });
    if (imgList.length >= MOST_PHOTOS) return fail("conflict", TOO_MANY_PHOTOS);
    const used = await takeUpload(tx, key, now);
    if (!used.ok) return used;
    const row = { eventId, key, addedByUserId: keeper.userId, createdAt: now };
    const [kept] = await tx
      .insert(eventPhotos)
      .values(row)
      .onConflictDoUpdate({ target: [eventPhotos.eventId, eventPhotos.key], set: { key } })
      .returning({ hiddenAt: eventPhotos.hiddenAt });
    // It was hidden for review, so adding it again must not show it.
    if (kept?.hiddenAt) return fail("conflict", PHOTO_NOT_FOUND);
    return ok({
      imgList: [...imgList, key],
      photoCaptions: withCaption(photoCaptions, key, caption),
      showPhotos: true,
    });
  });
}

export async function orderPhotos(
  app: App,
  person: Person,
  eventId: string,
  order: readonly string[],
): Promise<Result<EventPhotos>> {
  return changing(app, person, eventId, async (_tx, { imgList }) => ok({ imgList: inOrder(imgList, order) }));
}

/** Sets a photo's caption; an empty one removes it. */
export async function describePhoto(
  app: App,
  person: Person,
  eventId: string,
  { key, caption }: { key: string; caption: string },
): Promise<Result<EventPhotos>> {
  return changing(app, person, eventId, async (_tx, { imgList, photoCaptions }) =>
    imgList.includes(key)
      ? ok({ photoCaptions: withCaption(photoCaptions, key, caption) })
      : fail("not_found", PHOTO_NOT_FOUND),
  );
}

/** Removes a photo from the event. Idempotent. Its bytes are deleted a day later unless something else uses them. */
export async function deletePhoto(
  app: App,
  person: Person,
  eventId: string,
  key: string,
): Promise<Result<EventPhotos>> {
  return changing(app, person, eventId, async (tx, { imgList, photoCaptions }) => {
    if (!imgList.includes(key)) return ok({});
    await tx.delete(eventPhotos).where(and(eq(eventPhotos.eventId, eventId), eq(eventPhotos.key, key)));
    return ok({
      imgList: imgList.filter((each) => each !== key),
      photoCaptions: withCaption(photoCaptions, key, ""),
    });
  });
}
