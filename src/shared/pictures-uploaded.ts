// An upload's name contains its dimensions, so that lists and previews can reserve room without a query: `up-<32 random
// hex digits>-<width>x<height>-<color>`, or `up-<random>-<width>x<height>.mp4`.

/** Stored widths, up to the original's; the widest is the largest ever shown. */
const PICTURE_WIDTHS = [240, 480, 960, 1920] as const;
/** Maximum side length stored. */
export const LONGEST_SIDE = 1920;

const PICTURE_KEY = /^up-[0-9a-f]{32}-([1-9]\d{0,3})x([1-9]\d{0,3})-([0-9a-f]{6})$/;
const VIDEO_KEY = /^up-[0-9a-f]{32}-([1-9]\d{0,3})x([1-9]\d{0,3})\.mp4$/;
const SIZED = /^(.+)-(\d+)\.(avif|webp)$/;

export type UploadFacts = {
  readonly kind: "picture" | "video";
  readonly width: number;
  readonly height: number;
  /** For a picture: each is stored as AVIF and WebP. */
  readonly widths: readonly number[];
  /** Placeholder color while loading. */
  readonly color: string;
};

/** The stored widths for a picture of this width. */
export function keptWidths(width: number): number[] {
  return [...PICTURE_WIDTHS.filter((each) => each < width), width];
}

/** Parses an upload key; null for any other name, such as an illustration's. */
export function uploadFacts(key: string): UploadFacts | null {
  const [, width, height, color] = PICTURE_KEY.exec(key) ?? VIDEO_KEY.exec(key) ?? [];
  if (width === undefined) return null;
  const isPicture = color !== undefined;
  return {
    kind: isPicture ? "picture" : "video",
    width: Number(width),
    height: Number(height),
    widths: isPicture ? keptWidths(Number(width)) : [],
    color: isPicture ? `#${color}` : "#14212b",
  };
}

export function isUploadKey(key: string): boolean {
  return uploadFacts(key) !== null;
}

/** Whether event media is a video, by its extension. */
export function isVideoKey(key: string): boolean {
  return key.toLowerCase().endsWith(".mp4");
}

/** The stored names of an upload's variants. */
export function storedNames(key: string): string[] {
  const facts = uploadFacts(key);
  if (facts === null) return [];
  if (facts.kind === "video") return [key];
  return facts.widths.flatMap((width) => [`${key}-${width}.avif`, `${key}-${width}.webp`]);
}

/** The upload that a stored name or a path under /images/ belongs to; null if none. */
export function uploadOf(
  name: string,
): { readonly key: string; readonly stored: string; readonly type: string } | null {
  const facts = uploadFacts(name);
  if (facts?.kind === "video") return { key: name, stored: name, type: "video/mp4" };
  // The bare key is the full picture in the universal format.
  if (facts) return { key: name, stored: `${name}-${facts.width}.webp`, type: "image/webp" };
  const [, key = "", width, format] = SIZED.exec(name) ?? [];
  if (!uploadFacts(key)?.widths.includes(Number(width))) return null;
  return { key, stored: name, type: `image/${format}` };
}
