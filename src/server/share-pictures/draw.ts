import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { drawWords, HEIGHT, WIDTH } from "#src/server/share-pictures/layout.ts";
import { type Letters, readLetters } from "#src/server/share-pictures/letters.ts";
import { pictures } from "#src/shared/pictures.generated.ts";
import { projectPath } from "#src/shared/project-folder.server.ts";
import type { ShareCard } from "#src/shared/share-card.server.ts";

const IMAGES = projectPath("assets/images");

// Loaded on first use: most runs draw nothing.
let letters: Promise<Letters> | undefined;

function readPicture(name: ShareCard["picture"]): Promise<Buffer> {
  const width = pictures[name].widths.find((each) => each >= WIDTH) ?? pictures[name].widths.at(-1);
  return readFile(join(IMAGES, `${name}-${width}.webp`));
}

/** Draws a card: 1200 × 630, PNG, in at most 256 colors so that a messenger takes it. About a third of a second. */
export async function drawCard(card: ShareCard): Promise<Uint8Array<ArrayBuffer>> {
  letters ??= readLetters();
  const [{ default: sharp }, picture, known] = await Promise.all([import("sharp"), readPicture(card.picture), letters]);
  const words = Buffer.from(drawWords(card, known));
  const png = await sharp(picture)
    .resize(WIDTH, HEIGHT, { fit: "cover", position: "attention" })
    .composite([{ input: words }])
    .png({ palette: true, quality: 100, effort: 4 })
    .toBuffer();
  return new Uint8Array(png);
}
