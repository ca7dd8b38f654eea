/** Icons from the hand-drawn mark. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { brandFolder } from "./export.ts";

const ground = "#fbf6ec";

async function icon(size: number, file: string, share: number): Promise<void> {
  const mark = await readFile(join(brandFolder, "mark.svg"));
  const inner = Math.round(size * share);
  const picture = await sharp(mark, { density: (72 * inner) / 24 })
    .resize(inner, inner)
    .png()
    .toBuffer();
  await sharp({ create: { width: size, height: size, channels: 4, background: ground } })
    .composite([{ input: picture, gravity: "center" }])
    .png({ compressionLevel: 9, palette: true, quality: 90 })
    .toFile(join(brandFolder, file));
}

/** A maskable icon keeps its drawing inside the circle every launcher leaves visible. */
export async function exportIcons(): Promise<void> {
  await icon(180, "icon-180.png", 0.8);
  await icon(192, "icon-192.png", 0.84);
  await icon(512, "icon-512.png", 0.84);
  await icon(512, "icon-maskable-512.png", 0.6);
}
