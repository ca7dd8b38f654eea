export const NOT_TO_BE_SHOWN = "It cannot be shown at this moment.";
export const PHOTO_REQUEST_NOT_FOUND = "This request no longer exists. Please reload the list.";
export const PHOTO_REQUEST_DECIDED = "This request was already decided. Please reload the list.";
export const PHOTO_ACTIONS_ARE = "A photo can be hidden, kept or deleted.";
export const PHOTO_IS_HIDDEN = "The photo is hidden.";
export const PHOTO_IS_KEPT = "The photo stays, and is shown.";
export const PHOTO_IS_DELETED = "The photo is deleted for good.";
export const PHOTO_IS_BACK = "The photo is shown again.";
export const PHOTO_IS_GONE = "This photo was deleted for good, so it can’t be shown again.";

export const REQUEST_REFUSED = "Your request was not sent: some of this cannot be used.";
export const TAKEN_DOWN_NOW = "It is not shown anymore. An organizer will look at it.";
export const REQUEST_RECEIVED = "An organizer will look at it, usually within a day.";
