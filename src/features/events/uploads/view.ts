import type { UploadedImageRow } from "#src/db/tables/images.ts";
import type { Uploaded } from "#src/features/events/uploads/schema.ts";
import { uploadFacts } from "#src/shared/pictures-uploaded.ts";

export function viewUpload({ key, kind, width, height, bytes }: UploadedImageRow): Uploaded {
  return { key, kind, width, height, bytes, sizes: [...(uploadFacts(key)?.widths ?? [])] };
}
