// The name of an upload says what its room is before it arrives, so that every list and every preview can show it
// without asking: `up-<32 random hex digits>-<width>x<height>-<color>`, or `up-<random>-<width>x<height>.mp4`.

/** How wide pictures are kept, as far as the picture itself is; the widest is the largest that anything shows. */
const PICTURE_WIDTHS = [240, 480, 960, 1920] as const;
/** No side of what is kept is longer. */
export const LONGEST_SIDE = 1920;

const PICTURE_KEY = /^up-[0-9a-f]{32}-([1-9]\d{0,3})x([1-9]\d{0,3})-([0-9a-f]{6})$/;
const VIDEO_KEY = /^up-[0-9a-f]{32}-([1-9]\d{0,3})x([1-9]\d{0,3})\.mp4$/;
const SIZED = /^(.+)-(\d+)\.(avif|webp)$/;

export type UploadFacts = {
  readonly kind: "picture" | "video";
  readonly width: number;
  readonly height: number;
  /** Of a picture: each is there as AVIF and WebP. */
  readonly widths: readonly number[];
  /** Shown until the picture is there. */
  readonly color: string;
};

/** The widths in which a picture of this width is kept. */
export function keptWidths(width: number): number[] {
  return [...PICTURE_WIDTHS.filter((each) => each < width), width];
}

/** What the key of an upload tells; null for any other name, such as that of an illustration. */
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

/** Of anything that an event can show: a photo, or a video by its ending. */
export function isVideoKey(key: string): boolean {
  return key.toLowerCase().endsWith(".mp4");
}

/** Under which names the parts of an upload are stored. */
export function storedNames(key: string): string[] {
  const facts = uploadFacts(key);
  if (facts === null) return [];
  if (facts.kind === "video") return [key];
  return facts.widths.flatMap((width) => [`${key}-${width}.avif`, `${key}-${width}.webp`]);
}

/** The upload that a stored name, or the end of an address under /images/, belongs to; null when to none. */
export function uploadOf(
  name: string,
): { readonly key: string; readonly stored: string; readonly type: string } | null {
  const facts = uploadFacts(name);
  if (facts?.kind === "video") return { key: name, stored: name, type: "video/mp4" };
  // The key alone is the whole picture, in the format that everything reads.
  if (facts) return { key: name, stored: `${name}-${facts.width}.webp`, type: "image/webp" };
  const [, key = "", width, format] = SIZED.exec(name) ?? [];
  if (!uploadFacts(key)?.widths.includes(Number(width))) return null;
  return { key, stored: name, type: `image/${format}` };
}
