import { text } from "#src/shared/fields.ts";

/** Characters of what a picture shows. */
export const MAX_ALT = 300;

/** The picture of a new message. */
export const pictureFields = {
  pictureKey: text(100).nullish().describe("Of a picture that was uploaded for it"),
  pictureAlt: text(MAX_ALT).nullish().describe("What the picture shows"),
};

/** The picture of a message, at `/images/` and its key. */
export type PictureView = {
  readonly key: string;
  /** What it shows, in its author's words; empty if they left it out. */
  readonly alt: string;
};
