import { MOST_PHOTOS } from "#src/features/events/photos/rules.ts";

export const PHOTO_NOT_FOUND = "This photo no longer exists. Please reload the page.";
export const TOO_MANY_PHOTOS = `An event has at most ${MOST_PHOTOS} photos.`;
export const CAPTION_TOO_LONG = "At most 200 characters.";
export const PHOTOS_REFUSED = "The photos were not changed: some of this cannot be used.";
