import type { SocialEventRow } from "#src/db/tables/events.ts";
import type { UploadedImageRow } from "#src/db/tables/images.ts";
import type { EventPhotos, Uploaded } from "#src/features/events/photos/schema.ts";
import { isVideoKey, uploadFacts } from "#src/shared/pictures-uploaded.ts";

export function viewUpload({ key, kind, width, height, bytes }: UploadedImageRow): Uploaded {
  return { key, kind, width, height, bytes, sizes: [...(uploadFacts(key)?.widths ?? [])] };
}

/** The photos of an event, for who may see them. */
export function viewPhotos(
  { imgList, photoCaptions }: Pick<SocialEventRow, "imgList" | "photoCaptions">,
  canChange: boolean,
): EventPhotos {
  const photos = imgList.map((key) => ({
    key,
    kind: isVideoKey(key) ? ("video" as const) : ("picture" as const),
    caption: photoCaptions[key] ?? "",
  }));
  return { photos, canChange };
}
