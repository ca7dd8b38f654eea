import { text } from "#src/shared/fields.ts";

/** Maximum length of a picture's description. */
export const MAX_ALT = 300;

/** The picture of a new message. */
export const pictureFields = {
  pictureKey: text(100).nullish().describe("Of a picture that was uploaded for it"),
  pictureAlt: text(MAX_ALT).nullish().describe("What the picture shows"),
};

/** A message's picture, served at `/images/` plus its key. */
export type PictureView = {
  readonly key: string;
  /** The author's description; may be empty. */
  readonly alt: string;
};
