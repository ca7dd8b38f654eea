import type { Metadata, Sharp } from "sharp";
import * as says from "#src/features/events/photos/messages.ts";
import { FEWEST_PIXELS_A_SIDE, MOST_PICTURE_BYTES, MOST_PIXELS } from "#src/features/events/photos/rules.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import { keptWidths, LONGEST_SIDE } from "#src/shared/pictures-uploaded.ts";

/** Seconds for one step; then it is taken for a picture that is made to keep us busy. */
const MOST_SECONDS = 30;

/** A picture as it will be kept, in each width and format. */
export type ReadPicture = {
  readonly width: number;
  readonly height: number;
  /** Six hex digits. */
  readonly color: string;
  readonly parts: readonly { readonly ending: string; readonly type: string; readonly bytes: Buffer }[];
};

// Loaded with the first upload: a site that nobody sends pictures to never pays for it.
async function loadSharp() {
  const { default: sharp } = await import("sharp");
  // Each picture is another one, and its memory is wanted back. Threads of one picture would take the whole machine.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

async function quietly<T>(work: Promise<T>): Promise<T | null> {
  return work.catch(() => null);
}

/** Why a picture is not taken; null when it is. */
function whyNot({ width, height, pages = 1 }: Metadata): Result<never> | null {
  if (width * height * pages > MOST_PIXELS) return fail("invalid", says.PICTURE_TOO_MANY_PIXELS);
  if (Math.min(width, height) < FEWEST_PIXELS_A_SIDE) return fail("invalid", says.PICTURE_TOO_SMALL);
  return null;
}

async function encode(image: () => Sharp, width: number): Promise<ReadPicture["parts"]> {
  const resized = () => image().resize({ width });
  // Not with all its might: a visitor saves a few KB, and the machine has others to serve.
  const avif = await resized().avif({ quality: 55, effort: 2 }).toBuffer();
  const webp = await resized().webp({ quality: 78 }).toBuffer();
  return [
    { ending: `-${width}.avif`, type: "image/avif", bytes: avif },
    { ending: `-${width}.webp`, type: "image/webp", bytes: webp },
  ];
}

async function allSizes(sharp: Awaited<ReturnType<typeof loadSharp>>, bytes: Buffer): Promise<ReadPicture> {
  // Decoded once: upright as its camera was held, in the colours of screens. Only pixels go on from here: where, when
  // and with what it was taken does not.
  const { data, info } = await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: "error" })
    .autoOrient()
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .timeout({ seconds: MOST_SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const image = () => sharp(data, { raw: { width, height, channels } }).timeout({ seconds: MOST_SECONDS });
  const [red = 0, green = red, blue = red] = await image().resize(1, 1).raw().toBuffer();
  const color = [red, green, blue].map((value) => value.toString(16).padStart(2, "0")).join("");
  const parts = [];
  for (const each of keptWidths(width)) parts.push(...(await encode(image, each)));
  return { width, height, color, parts };
}

/** Makes of a picture what is kept of it. The work is done outside the thread that answers requests. */
export async function readPicture(bytes: Buffer, isHeic: boolean): Promise<Result<ReadPicture>> {
  if (bytes.length > MOST_PICTURE_BYTES) return fail("too_large", says.PICTURE_TOO_LARGE);
  const sharp = await loadSharp();
  const broken = isHeic ? fail("unsupported_media_type", says.HEIC_UNREADABLE) : fail("invalid", says.PICTURE_BROKEN);
  // Reads the head only, so that what claims a million pixels a side is refused before it takes their room.
  const facts = await quietly(sharp(bytes, { limitInputPixels: false }).metadata());
  if (!facts) return broken;
  const refused = whyNot(facts);
  if (refused) return refused;
  const read = await quietly(allSizes(sharp, bytes));
  return read ? ok(read) : broken;
}
