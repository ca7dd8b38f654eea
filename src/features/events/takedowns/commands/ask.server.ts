import { and, eq, gte, isNotNull, lte, ne, sql } from "drizzle-orm";
import type { z } from "zod";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { type SocialEventRow, socialEvents } from "#src/db/tables/events.ts";
import { eventPhotos, photoRequests, uploadedImages } from "#src/db/tables/images.ts";
import { eventRsvps } from "#src/db/tables/rsvps.ts";
import { users } from "#src/db/tables/users.ts";
import { hidePhoto, type PhotoOfEvent } from "#src/features/events/photos/commands/hiding.server.ts";
import { takedownMails } from "#src/features/events/takedowns/mails.server.ts";
import { PHOTO_NOT_FOUND } from "#src/features/events/photos/messages.ts";
import { REQUEST_RECEIVED, TAKEN_DOWN_NOW } from "#src/features/events/takedowns/messages.ts";
import type { Takedown, takedownAnswerSchema } from "#src/features/events/takedowns/schema.ts";
import { listOrganizerAddresses } from "#src/features/identity/queries.server.ts";
import { enqueueStrangerMails } from "#src/mail/strangers.server.ts";
import { canSeeEvent, canSeePhotos, hidesAtOnce } from "#src/policy/events.ts";
import { personOf, type Viewer } from "#src/policy/viewer.ts";
import { isCleanText } from "#src/shared/fields.ts";
import { uuidv7, uuidv7Start } from "#src/shared/ids.ts";
import { isUploadKey } from "#src/shared/pictures-uploaded.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** Photos that a person can hide per day without review. Further requests hide nothing. */
const MOST_HIDDEN_A_DAY = 5;
const DAY_MS = 86_400_000;

type Asked = { readonly key: string; readonly event: SocialEventRow; readonly now: Date };

/** The hosts of the other events that would lose the photo. */
async function hostsElsewhere(tx: Transaction, { key, event }: Asked): Promise<(string | null)[]> {
  if (!isUploadKey(key)) return [];
  const shows = sql`(${socialEvents.id} in (select p.event_id from event_photos p where p.key = ${key} and p.hidden_at is null)
    or (${socialEvents.imgKey} = ${key} and starts_with(${socialEvents.imgKey}, 'up-')))`;
  const rows = await tx
    .selectDistinct({ hostUserId: socialEvents.hostUserId })
    .from(socialEvents)
    .where(and(ne(socialEvents.id, event.id), shows));
  return rows.map(({ hostUserId }) => hostUserId);
}

/** The person's ties to the requested photo. */
async function tiesOf(tx: Transaction, userId: string, { key, event, now }: Asked) {
  const [person] = await tx.select({ status: users.status }).from(users).where(eq(users.userId, userId));
  const hasBegun = event.startsAt <= now;
  const came = and(
    eq(eventRsvps.eventId, event.id),
    eq(eventRsvps.userId, userId),
    eq(eventRsvps.answer, "going"),
    lte(eventRsvps.answeredAt, event.startsAt),
  );
  const sent = and(eq(uploadedImages.key, key), eq(uploadedImages.ownerUserId, userId));
  // Identical files are one upload, so its first uploader may not be the person who added it here.
  const added = and(eq(eventPhotos.eventId, event.id), eq(eventPhotos.key, key), eq(eventPhotos.addedByUserId, userId));
  return {
    isApproved: person?.status === "approved",
    wasThere: hasBegun && (await tx.$count(eventRsvps, came)) > 0,
    isOwn: (await tx.$count(uploadedImages, sent)) > 0 && (await tx.$count(eventPhotos, added)) > 0,
  };
}

/** Whether this request hides the photo without review. */
async function mayHide(tx: Transaction, viewer: Viewer, asked: Asked): Promise<boolean> {
  const { key, event, now } = asked;
  const person = personOf(viewer);
  if (!person) return false;
  const others = await hostsElsewhere(tx, asked);
  // A held event is seen only by its host and organizers, so a request there must not hide photos of visible events.
  if (event.held && others.length > 0) return false;
  const isElsewhere = others.some((hostUserId) => hostUserId !== event.hostUserId);
  if (!hidesAtOnce(viewer, event, { ...(await tiesOf(tx, person.userId, asked)), isElsewhere })) return false;
  const isIt = isUploadKey(key) ? undefined : eq(eventPhotos.eventId, event.id);
  const kept = and(eq(eventPhotos.key, key), isNotNull(eventPhotos.keptAt), isIt);
  if ((await tx.$count(eventPhotos, kept)) > 0) return false;
  const since = uuidv7Start(now.getTime() - DAY_MS);
  const hidden = await tx.$count(
    photoRequests,
    and(eq(photoRequests.userId, person.userId), eq(photoRequests.hid, true), gte(photoRequests.id, since)),
  );
  return hidden < MOST_HIDDEN_A_DAY;
}

/** Stores a takedown request, notifies the organizers, and hides the photo if allowed. */
export async function askForTakedown(
  app: App,
  viewer: Viewer,
  photo: PhotoOfEvent,
  { reason, email }: Takedown,
): Promise<Result<z.infer<typeof takedownAnswerSchema>>> {
  const deciders = await listOrganizerAddresses(app, "manage_photos");
  return app.db.transaction(async (tx) => {
    const now = app.clock.now();
    if (!isCleanText(photo.eventId)) return fail("not_found", PHOTO_NOT_FOUND);
    // Not locked: hiding a photo locks every event that shows it, in order.
    const [event] = await tx.select().from(socialEvents).where(eq(socialEvents.id, photo.eventId));
    const isSeen = event && event.showPhotos && canSeeEvent(viewer, event) && canSeePhotos(viewer, event);
    if (!isSeen || !event.imgList.includes(photo.key)) return fail("not_found", PHOTO_NOT_FOUND);
    const { title } = event;
    const id = uuidv7(now.getTime());
    const hid = (await mayHide(tx, viewer, { key: photo.key, event, now })) && (await hidePhoto(tx, photo, now));
    const userId = personOf(viewer)?.userId ?? null;
    await tx.insert(photoRequests).values({ id, ...photo, reason, email, userId, hid, createdAt: now });
    const toReaders = deciders.map((decider) =>
      takedownMails.photo_request.owed(`${id}:${decider}`, decider, { title, hid }),
    );
    await enqueueStrangerMails(tx, { toReaders }, now);
    return ok({ success: true as const, message: hid ? TAKEN_DOWN_NOW : REQUEST_RECEIVED, hidden: hid });
  });
}

/** Locks the request with this id; undefined if there is none. */
export async function lockRequest(tx: Transaction, id: string) {
  const [request] = await tx.select().from(photoRequests).where(eq(photoRequests.id, id)).for("update");
  return request;
}

/**
 * Closes every open request about a photo of this event, because one decision answers them all. A deleted upload is gone
 * from every event, so requests of other events close too. Returns their ids.
 */
export async function closeRequests(
  tx: Transaction,
  { eventId, key }: PhotoOfEvent,
  status: "kept" | "deleted",
  now: Date,
): Promise<string[]> {
  const isOfEvent = status === "deleted" && isUploadKey(key) ? undefined : eq(photoRequests.eventId, eventId);
  const ended = await tx
    .update(photoRequests)
    .set({ status, decidedAt: now })
    .where(and(eq(photoRequests.key, key), isOfEvent, sql`${photoRequests.status} = 'open'`))
    .returning({ id: photoRequests.id });
  return ended.map(({ id }) => id);
}
