import type { SocialEventRow } from "#src/db/tables/events.ts";
import type { EventPhotos } from "#src/features/events/photos/schema.ts";
import { isVideoKey } from "#src/shared/pictures-uploaded.ts";

/** An event's photos, for viewers who may see them. */
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
