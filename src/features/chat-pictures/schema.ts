import { text } from "#src/shared/fields.ts";

/** Maximum length of a picture's description. */
export const MAX_ALT = 300;

/** The picture of a new message. */
export const pictureFields = {
  pictureKey: text(100).nullish().describe("The key of a picture uploaded for this message"),
  pictureAlt: text(MAX_ALT).nullish().describe("The picture's description"),
};

/** A message's picture, served at `/images/` plus its key. */
export type PictureView = {
  readonly key: string;
  /** The author's description; may be empty. */
  readonly alt: string;
};
