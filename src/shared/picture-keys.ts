import { pictures } from "#src/shared/pictures.generated.ts";
import { isUploadKey } from "#src/shared/pictures-uploaded.ts";

/** Whether a name is empty, a picture of the site, or shaped like an upload, whose existence the write checks. */
export function isPictureKey(name: string): boolean {
  return name === "" || Object.hasOwn(pictures, name) || isUploadKey(name);
}
