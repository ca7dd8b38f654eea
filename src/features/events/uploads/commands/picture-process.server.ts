// Decodes one picture in its own process: the memory is freed when it ends, and a malicious picture can only crash this
// process. Started by `read-picture.server.ts`, which sends the bytes and receives the result.
import sharp, { type Metadata, type Sharp } from "sharp";
import type { PictureToRead, ReadPicture } from "#src/features/events/uploads/commands/read-picture.server.ts";
import {
  HEIC_UNREADABLE,
  PICTURE_BROKEN,
  PICTURE_TOO_MANY_PIXELS,
  PICTURE_TOO_SMALL,
} from "#src/features/events/uploads/messages.ts";
import { FEWEST_PIXELS_A_SIDE, MOST_PIXELS } from "#src/features/events/uploads/rules.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import { keptWidths, LONGEST_SIDE } from "#src/shared/pictures-uploaded.ts";

/** Time limit for one step, in seconds, against pictures made to exhaust the CPU. */
const MOST_SECONDS = 30;

// More threads for one picture would occupy the whole machine.
sharp.concurrency(1);

async function quietly<T>(work: Promise<T>): Promise<T | null> {
  return work.catch(() => null);
}

/** Why a picture is rejected; null if it is accepted. */
function whyNot({ width, height, pages = 1 }: Metadata): Result<never> | null {
  if (width * height * pages > MOST_PIXELS) return fail("invalid", PICTURE_TOO_MANY_PIXELS);
  if (Math.min(width, height) < FEWEST_PIXELS_A_SIDE) return fail("invalid", PICTURE_TOO_SMALL);
  return null;
}

async function encode(image: () => Sharp, width: number): Promise<ReadPicture["parts"]> {
  const resized = () => image().resize({ width });
  // Low effort: more would save visitors only a few KB, at the cost of other requests.
  const avif = await resized().avif({ quality: 55, effort: 2 }).toBuffer();
  const webp = await resized().webp({ quality: 78 }).toBuffer();
  return [
    { ending: `-${width}.avif`, type: "image/avif", bytes: avif },
    { ending: `-${width}.webp`, type: "image/webp", bytes: webp },
  ];
}

async function allSizes(bytes: Uint8Array): Promise<ReadPicture> {
  // Decoded once, upright and in sRGB. Only pixels go on from here, so metadata such as place, time and camera is
  // dropped.
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

/** Resizes and re-encodes a picture for storage. */
async function readPicture({ bytes, isHeic }: PictureToRead): Promise<Result<ReadPicture>> {
  const broken = isHeic ? fail("unsupported_media_type", HEIC_UNREADABLE) : fail("invalid", PICTURE_BROKEN);
  // Reads only the header, so that a picture with huge claimed dimensions is rejected before it takes memory.
  const facts = await quietly(sharp(bytes, { limitInputPixels: false }).metadata());
  if (!facts) return broken;
  const refused = whyNot(facts);
  if (refused) return refused;
  const read = await quietly(allSizes(bytes));
  return read ? ok(read) : broken;
}

process.once("message", (picture: PictureToRead) => {
  void readPicture(picture).then((read) => process.send?.(read, () => process.exit()));
});
// The parent process has exited.
process.once("disconnect", () => process.exit());
