import type { PhotoRequestRow } from "#src/db/tables/images.ts";
import type { PhotoRequest } from "#src/features/events/takedowns/schema.ts";
import { isVideoKey } from "#src/shared/pictures-uploaded.ts";

/** A takedown request with the photo's current state. */
export function viewPhotoRequest({
  request,
  ...about
}: Omit<PhotoRequest, keyof PhotoRequestRow | "kind"> & { request: PhotoRequestRow }): PhotoRequest {
  const { id, eventId, key, reason, email, status } = request;
  const decidedAt = request.decidedAt?.toISOString() ?? null;
  return {
    id,
    eventId,
    key,
    kind: isVideoKey(key) ? "video" : "picture",
    reason,
    email,
    status,
    ...about,
    createdAt: request.createdAt.toISOString(),
    decidedAt,
  };
}
