import { createHash } from "node:crypto";
import type { pictures } from "#src/shared/pictures.generated.ts";

/** Content of a link preview image: a heading and a few short lines. */
export type ShareCard = {
  readonly heading: string;
  /** Above the heading, such as the day. */
  readonly top: string;
  /** Under the heading, most important first. */
  readonly lines: readonly string[];
  /** The flag: 'Canceled'. */
  readonly flag: string;
  /** One of our illustrations. */
  readonly picture: keyof typeof pictures;
};

/** Version of the drawing code, part of every image URL. */
const DRAWING = 1;

/** The content hash of a card: changed text means a new URL, so no outdated picture is shown. */
export function cardVersion(card: ShareCard): string {
  return createHash("sha256")
    .update(JSON.stringify([DRAWING, card]))
    .digest("base64url")
    .slice(0, 16);
}
