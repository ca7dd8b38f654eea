/** Scenes to files: AVIF and WebP at each width, and the manifest's facts about them. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { Canvas } from "./canvas.ts";
import { formats, type Format, type Scene } from "./scenes/stage.ts";

// The machine is shared, and AVIF at high effort would otherwise take every core.
sharp.concurrency(1);

export type Facts = {
  readonly width: number;
  readonly height: number;
  readonly widths: readonly number[];
  readonly alt: string;
  readonly color: string;
};

const root = join(import.meta.dirname, "..");
export const imagesFolder = join(root, "assets", "images");
export const brandFolder = join(root, "assets", "brand");
export const manifestPath = join(root, "src", "shared", "pictures.generated.ts");

/** Flat colors need little; heroes fill a screen, so they get a little less for each pixel. */
const quality: Readonly<Record<Format, { avif: number; webp: number }>> = {
  wide: { avif: 60, webp: 78 },
  tall: { avif: 54, webp: 76 },
  cover: { avif: 58, webp: 78 },
  portrait: { avif: 56, webp: 78 },
  poster: { avif: 56, webp: 78 },
  square: { avif: 60, webp: 80 },
};

export function drawn(scene: Scene): Canvas {
  const { width, height } = formats[scene.format];
  const canvas = new Canvas(width, height);
  scene.draw(canvas);
  return canvas;
}

/** Drawn at twice the size and brought down: finer edges than the renderer's own. */
export async function pixels(canvas: Canvas, scale = 2): Promise<Buffer> {
  return sharp(Buffer.from(canvas.toString()), { density: 72 * scale, limitInputPixels: false })
    .resize(canvas.width, canvas.height, { kernel: "lanczos3" })
    .flatten({ background: "#fbf6ec" })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

export async function exportPicture(name: string, scene: Scene): Promise<void> {
  await mkdir(imagesFolder, { recursive: true });
  const source = await pixels(drawn(scene));
  const { widths } = formats[scene.format];
  const { avif, webp } = quality[scene.format];
  for (const width of widths) {
    const sized = await sharp(source).resize(width).png({ compressionLevel: 1 }).toBuffer();
    const to = (type: string): string => join(imagesFolder, `${name}-${width}.${type}`);
    await sharp(sized).avif({ quality: avif, effort: 4, chromaSubsampling: "4:4:4" }).toFile(to("avif"));
    await sharp(sized).webp({ quality: webp, effort: 5, smartSubsample: true }).toFile(to("webp"));
  }
}

/** The average color, from the drawing itself so that it does not hang on an encoder. */
export async function factsOf(scene: Scene): Promise<Facts> {
  const { width, height, widths } = formats[scene.format];
  const { data } = await sharp(Buffer.from(drawn(scene).toString()))
    .resize(48)
    .flatten({ background: "#fbf6ec" })
    .removeAlpha()
    .resize(1, 1, { kernel: "cubic", fit: "fill" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const color = `#${[...data.subarray(0, 3)].map((value) => value.toString(16).padStart(2, "0")).join("")}`;
  return { width, height, widths, alt: scene.alt, color };
}
