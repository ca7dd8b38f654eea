import { and, desc, eq, lt, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { photoRequests } from "#src/db/tables/images.ts";
import { chatPictures } from "#src/db/tables/chats.ts";
import { users } from "#src/db/tables/users.ts";
import { BAD_PAGE, decodeCursor, isIdPosition, pageOf } from "#src/http/cursor.ts";
import { eventsWithUpload } from "#src/features/events/photos/commands/hiding.server.ts";
import { NOT_TO_BE_SHOWN, PHOTO_REQUEST_NOT_FOUND } from "#src/features/events/takedowns/messages.ts";
import type { PhotoRequest, PhotoRequests, PhotoRequestsQuery } from "#src/features/events/takedowns/schema.ts";
import { viewPhotoRequest } from "#src/features/events/takedowns/view.ts";
import { FileAnswer } from "#src/http/endpoint.server.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { StoreUnavailable } from "#src/ports/image-store/port.ts";
import { isUploadKey, isVideoKey, uploadFacts } from "#src/shared/pictures-uploaded.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

const REQUESTS_A_PAGE = 30;
/** Width in pixels of a hidden photo for review. */
const LOOK_WIDTH = 480;
/** Limit of other events listed for a request. */
const MOST_OTHER_EVENTS = 20;

const isOther = sql`e.id <> ${photoRequests.eventId} and e.id in ${eventsWithUpload(sql`${photoRequests.key}`)}`;

/** Takedown requests, newest first. */
export async function listPhotoRequests(
  app: App,
  _admin: Admin,
  { status, after }: PhotoRequestsQuery,
): Promise<Result<PhotoRequests>> {
  const position = after === undefined ? undefined : decodeCursor(after, isIdPosition);
  if (position === null) return fail("bad_request", BAD_PAGE);
  const rows = await app.db
    .select({
      request: photoRequests,
      eventTitle: socialEvents.title,
      isShown: sql<boolean>`${photoRequests.key} = any(${socialEvents.imgList})`,
      isHidden: sql<boolean>`exists (select from event_photos p where p.event_id = ${photoRequests.eventId}
        and p.key = ${photoRequests.key} and p.hidden_at is not null)`,
      otherEvents: sql<PhotoRequest["otherEvents"]>`(
        select coalesce(json_agg(json_build_object('eventId', o.id, 'title', o.title)), '[]') from (
          select e.id, e.title from social_events e where ${isOther}
          order by e.day desc, e.id limit ${MOST_OTHER_EVENTS}) o)`,
      otherEventCount: sql<number>`(select count(*)::int from social_events e where ${isOther})`,
      isInChat: sql<boolean>`exists (select from ${chatPictures} c where c.key = ${photoRequests.key}
        and starts_with(c.key, 'up-'))`,
      askedBy: sql<string>`trim(coalesce(${users.firstName} || ' ' || ${users.lastName}, ''))`,
    })
    .from(photoRequests)
    .innerJoin(socialEvents, eq(socialEvents.id, photoRequests.eventId))
    .leftJoin(users, eq(users.userId, photoRequests.userId))
    .where(
      and(
        // A literal, so that the partial index on open requests applies.
        status === "open" ? sql`${photoRequests.status} = 'open'` : undefined,
        status !== undefined && status !== "open" ? eq(photoRequests.status, status) : undefined,
        position && lt(photoRequests.id, position[0]),
      ),
    )
    .orderBy(desc(photoRequests.id))
    .limit(REQUESTS_A_PAGE + 1);
  const { shown, next } = pageOf(rows, REQUESTS_A_PAGE, (last) => [last.request.id]);
  return ok({ requests: shown.map(viewPhotoRequest), next });
}

/** A small version of a hidden photo, or a hidden video, for review. No URL serves it to others. */
export async function lookAtPhoto(app: App, _admin: Admin, id: string): Promise<Result<FileAnswer>> {
  const [request] = await app.db.select().from(photoRequests).where(eq(photoRequests.id, id));
  if (!request) return fail("not_found", PHOTO_REQUEST_NOT_FOUND);
  const { key } = request;
  const width = uploadFacts(key)?.widths.findLast((each) => each <= LOOK_WIDTH);
  const [name, type] = isVideoKey(key) ? [key, "video/mp4"] : [`${key}-${width}.webp`, "image/webp"];
  const found = isUploadKey(key) ? await unlessAway(app.images.get(name)) : null;
  return found ? ok(new FileAnswer(found.body, { type, name })) : fail("not_found", NOT_TO_BE_SHOWN);
}

async function unlessAway<T>(work: Promise<T>): Promise<T | null> {
  return work.catch((error: unknown) => {
    if (error instanceof StoreUnavailable) return null;
    throw error;
  });
}
