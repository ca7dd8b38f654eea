import { createHash } from "node:crypto";
import type { pictures } from "#src/shared/pictures.generated.ts";

/** What is drawn on the picture that goes with a link: one heading over a few short lines. */
export type ShareCard = {
  readonly heading: string;
  /** Above the heading: the day, say. */
  readonly top: string;
  /** Under the heading, most important first. */
  readonly lines: readonly string[];
  /** On a flag of its own: 'Canceled'. */
  readonly flag: string;
  /** One of our illustrations. */
  readonly picture: keyof typeof pictures;
};

/** Counts up when the way of drawing changes, so that every address changes with it. */
const DRAWING = 1;

/** Names what a card shows: another text is another address, so nobody is shown an old picture. */
export function cardVersion(card: ShareCard): string {
  return createHash("sha256")
    .update(JSON.stringify([DRAWING, card]))
    .digest("base64url")
    .slice(0, 16);
}
