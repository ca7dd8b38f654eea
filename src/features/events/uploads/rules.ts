// Which files may be uploaded, and how large.

const MB = 1024 * 1024;
export const PICTURE_MB = 15;
export const VIDEO_MB = 30;
export const MOST_PICTURE_BYTES = PICTURE_MB * MB;
export const MOST_VIDEO_BYTES = VIDEO_MB * MB;
/** The largest phone pictures have 48 million. More is a mistake, or an attempt to exhaust memory. */
export const MOST_PIXELS = 50_000_000;
export const FEWEST_PIXELS_A_SIDE = 32;
/** The maximum that a video's key can encode; more than phones record. */
export const MOST_PIXELS_A_SIDE = 8192;
export const LONGEST_VIDEO_SECONDS = 2 * 60 * 60;

/** The file types that a file picker offers. */
export const ACCEPTED = {
  pictures: "image/jpeg,image/png,image/webp,image/avif",
  photos: "image/jpeg,image/png,image/webp,image/avif,video/mp4",
} as const;
