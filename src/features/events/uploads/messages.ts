import { PICTURE_MB, VIDEO_MB } from "#src/features/events/uploads/rules.ts";

export const PICTURE_TOO_LARGE = `This picture is too large: at most ${PICTURE_MB} MB. Send a smaller copy of it.`;
export const VIDEO_TOO_LARGE = `This video is too large: at most ${VIDEO_MB} MB. Cut it shorter, or export it smaller.`;
export const UPLOAD_TOO_LARGE = `This file is too large: at most ${PICTURE_MB} MB for a picture, ${VIDEO_MB} MB for a video.`;
export const NOT_A_PICTURE = "This is neither a picture (JPEG, PNG, WebP or AVIF) nor an .mp4 video.";
export const HEIC_UNREADABLE =
  "This is a HEIC picture, which browsers cannot show. Send it as a JPEG: most phones make one when you share it.";
export const PICTURE_BROKEN = "This picture is damaged and cannot be read. Nothing was kept.";
export const PICTURE_TOO_MANY_PIXELS =
  "This picture has too many pixels: at most 50 million. Send a smaller copy of it.";
export const PICTURE_TOO_SMALL = "This picture is too small to show: at least 32 pixels a side.";
export const VIDEO_BROKEN = "This video cannot be read. Export it as an .mp4 (H.264) and send that.";
export const UPLOADS_BUSY = "Too many pictures are being uploaded right now. Try again in a few seconds.";
export const STORE_AWAY = "Pictures cannot be saved right now. Try again in a minute.";
export const PERSON_FULL =
  "Your uploads take all the space that one person has here. Delete photos that nobody needs, or ask an organizer.";
export const SITE_FULL = "There is no space left for uploads on this site. Please tell an organizer.";
export const WAS_TAKEN_DOWN = "An organizer took this picture down, so it cannot be uploaded again.";
export const LOGO_OF_ANOTHER = "Someone else uploaded this picture. Choose another file.";
export const COVER_NOT_A_PICTURE = "A video cannot be the picture of an event. Choose a picture.";

export const PICTURE_AWAY = "This picture cannot be fetched at this moment. Try again in a minute.";
export const PICTURE_NOT_FOUND = "This picture does not exist, or it was taken down.";
export const UPLOAD_GONE = "This picture is not here anymore. Send it once more, or choose another.";
