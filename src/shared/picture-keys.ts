import { pictures } from "#src/shared/pictures.generated.ts";
import { isUploadKey } from "#src/shared/pictures-uploaded.ts";

/**
 * Whether a name is empty, one of the site's pictures, or shaped like an upload key; the write checks that an upload
 * exists.
 */
export function isPictureKey(name: string): boolean {
  return name === "" || Object.hasOwn(pictures, name) || isUploadKey(name);
}
